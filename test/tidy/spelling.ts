import { parse, place, type Rule } from './source.ts'

/** British spellings, each with what the code base writes in its place. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/colour/i, 'color'],
  [/behaviour/i, 'behavior'],
  [/neighbour/i, 'neighbor'],
  [/favour/i, 'favor'],
  [/honour/i, 'honor'],
  [/grey/i, 'gray'],
  [/modelled/i, 'modeled'],
  [/(?<!aria-)labelled/i, 'labeled'],
  [/recognis/i, 'recogniz'],
  [/(?:organ|serial|normal|initial|optim|summar|synchron)is(?:e|ing|ation)/i, '-iz-'],
]

/** Names of the starter world, which its hashes contain. */
const names = /'Starter Neighbour'/g

/** Code and comments of src, and comments of tests, are in American English. Texts of tests are data. */
export const americanSpelling: Rule = (sources) =>
  sources.flatMap((source) => {
    const { path, text } = source
    const texts = path.startsWith('src/')
      ? [{ start: 0, value: text.replaceAll(names, (name) => ' '.repeat(name.length)) }]
      : parse(source).comments
    return texts.flatMap(({ start, value }) =>
      spellings.flatMap(([british, american]) => {
        const at = value.search(british)
        return at < 0 ? [] : [`${place(source, start + at)}: British English; write ${american}`]
      }),
    )
  })
