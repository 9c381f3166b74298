/** Escapes text for a cell of a table. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** Returns the lines of a table, or no lines if it has no rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return []
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line), '']
}

/** Formats text as code. */
export const code = (text: string): string => `\`${text}\``

/** Formats words as code, separated by commas. */
export const codeList = (words: readonly string[]): string => words.map(code).join(', ')

/** The sentence of a generated page that names its source and the command that renews it. */
export const generatedFrom = (...sources: readonly string[]): string =>
  `This page is generated from ${sources
    .map(code)
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1')}. Do not edit it; to renew it, run ` +
  '`FAUXGRAPH_DOCS=renew npx vitest run test/docs.test.ts`.'
