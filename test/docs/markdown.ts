/** Text in a cell of a table. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** A table, or nothing when it has no rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return []
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line), '']
}

/** Text as code. */
export const code = (text: string): string => `\`${text}\``

/** Words as a list in a sentence. */
export const listed = (words: readonly string[]): string => words.map(code).join(', ')
