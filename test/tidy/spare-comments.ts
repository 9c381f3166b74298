import { parse, place, type Rule } from './source.ts'

/** Words that add nothing to a name. */
const spare = new Set(
  'a an and are as at be by for from given in is it its of on one or returns that the this to with'.split(
    ' ',
  ),
)

/**
 * Files whose comments become texts for users: each operation, field and bound must have one, however plain
 * its name is.
 */
const documentation = /^src\/(areas\/[^/]+\/|graph\/contract\/(\w+-)?bounds)/

/** The declaration or member after a comment. */
const NAME =
  /^\s*(?:(?:export|declare|const|let|function\*?|async|readonly|interface|type|get|set|class)\s+)*([\w$]+)/

const singular = (word: string) => word.replace(/ies$/, 'y').replace(/(?<=\w\w)e?s$/, '')

const wordsOf = (text: string) =>
  (
    text
      .replaceAll(/([a-z\d])(?=[A-Z])/g, '$1 ')
      .toLowerCase()
      .match(/[a-z\d]+/g) ?? []
  )
    .filter((word) => !spare.has(word))
    .map(singular)

/** A comment of src says more than the name below it. */
export const telling: Rule = (sources) =>
  sources
    .filter(({ path }) => path.startsWith('src/') && !documentation.test(path))
    .flatMap((source) =>
      parse(source).comments.flatMap(({ value, start, end }) => {
        const [, name = ''] = NAME.exec(source.text.slice(end)) ?? []
        const named = new Set(wordsOf(name))
        const words = wordsOf(value)
        if (name === '' || words.length === 0 || !words.every((word) => named.has(word))) return []
        return [`${place(source, start)}: the comment only repeats ${name}; say why, or remove it`]
      }),
    )
