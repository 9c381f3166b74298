import type { Rule } from './source.ts'

/** A few files by path, the rule that reads them, and the beginnings of what it says: none means clean. */
export type Planted = readonly [
  title: string,
  rule: Rule,
  files: Record<string, string>,
  offences: readonly string[],
]

/** A file of the core whose second line is the text. */
export const inCore = (text: string) => ({ 'src/engine/step.ts': `\n${text}\n` })
