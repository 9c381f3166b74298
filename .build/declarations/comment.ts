const WIDTH = 100
const INDENT = 14

/**
 * Returns a doc comment of these lines. A long line is wrapped.
 *
 * @param depth The number of members around the described one, which the formatter indents.
 */
export function comment(lines: readonly string[], depth = 0): string {
  const width = WIDTH - INDENT * depth
  const wrapped = lines.flatMap((line) => {
    const rows = ['']
    for (const word of line.replaceAll('*/', '*\\/').split(' ')) {
      const last = rows.at(-1) ?? ''
      if (last !== '' && last.length + word.length >= width) rows.push(word)
      else rows[rows.length - 1] = last === '' ? word : `${last} ${word}`
    }
    return rows
  })
  const [only, ...more] = wrapped
  return more.length === 0
    ? `/** ${only} */\n`
    : `/**\n${wrapped.map((row) => ` * ${row}`.trimEnd()).join('\n')}\n */\n`
}
