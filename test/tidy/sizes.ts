import { isNode, parse, place, type Rule, type Source, walk } from './source.ts'

// Made from the field lists of a public SDK, and read at the place that is searched for.
const generated = 'src/graph/views/live-names.ts'
const linesPerFile = 400
const linesPerFunction = 60
const columns = 110

const sourcesOnly = (sources: readonly Source[]) => sources.filter(({ path }) => path.startsWith('src/'))

function lineCount(text: string): number {
  return text.replace(/\n$/, '').split('\n').length
}

/** A file is read in one sitting. */
export const shortFiles: Rule = (sources) =>
  sourcesOnly(sources).flatMap(({ path, text }) => {
    if (path === generated) return []
    const lines = lineCount(text)
    return lines > linesPerFile
      ? [`${path}:${lines}: ${lines} lines, more than ${linesPerFile}; split it along its edges`]
      : []
  })

/** A function is seen at one glance: 60 lines, signature and braces included. */
export const shortFunctions: Rule = (sources) =>
  sourcesOnly(sources).flatMap((source) => {
    const found: string[] = []
    if (source.path === generated) return found
    walk(parse(source).body, (node) => {
      if (!/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) return
      if (!isNode(node['body'])) return
      const lines = lineCount(source.text.slice(node.start, node.end))
      if (lines <= linesPerFunction) return
      found.push(
        `${place(source, node.start)}: a function of ${lines} lines; name its steps, ${linesPerFunction} is most`,
      )
    })
    return found
  })

/** A line fits the window: 110 columns, counted in characters. */
export const narrowLines: Rule = (sources) =>
  sourcesOnly(sources).flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => {
      const width = [...line].length
      return width > columns
        ? [`${path}:${index + 1}: ${width} columns, more than ${columns}; break the line`]
        : []
    }),
  )
