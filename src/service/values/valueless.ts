/** Texts that a program sends in place of a value that it does not have. */
const texts: ReadonlySet<string> = new Set([
  'undefined',
  'null',
  'NaN',
  '[object Object]',
  '[object Promise]',
])

/** Whether a text is what JavaScript writes for a value that is missing, or that is no text. */
export const isValueless = (text: string): boolean => texts.has(text)
