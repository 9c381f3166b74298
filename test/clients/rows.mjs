/**
 * The rows of the table that `run.mjs` prints: the client, its version, what was run, the result, and what
 * was found. Programs in other processes print a row as one line of their output.
 */
const MARK = 'row '

/** Prints a row for `run.mjs`. */
export const printRow = (row) => console.log(`${MARK}${JSON.stringify(row)}`)

/** Takes the rows out of the output of a program. Returns them, and the rest of the output. */
export function rowsIn(output) {
  const lines = output.split('\n')
  return {
    rows: lines.filter((line) => line.startsWith(MARK)).map((line) => JSON.parse(line.slice(MARK.length))),
    rest: lines.filter((line) => !line.startsWith(MARK)).join('\n'),
  }
}

const columns = ['client', 'version', 'ran', 'result', 'found']
const CELL_MAX = 300

/** Returns a text as a cell of a table: on one line, and cut off if it is long. */
function cell(text = '') {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim()
  return line.length > CELL_MAX ? `${line.slice(0, CELL_MAX)}…` : line
}

/** Returns rows as a table of Markdown. */
export const tableOf = (rows) =>
  [columns, columns.map(() => '---'), ...rows.map((row) => columns.map((column) => cell(row[column])))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
