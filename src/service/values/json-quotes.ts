const SINGLE = "'"

/** Returns the text between two single quotes as it stands between double quotes. */
function requoted(text: string): string {
  const inner = text.replace(/\\[\s\S]|"/g, (found) => {
    if (found === '"') return '\\"'
    return found === "\\'" ? SINGLE : found
  })
  return `"${inner}"`
}

// A string in double quotes, which stays as it is, or in single quotes. A string without an end reaches to
// the end of the text, so that no alternative fails after it has read characters.
const STRINGS = /"(?:[^"\\]|\\[\s\S]?)*(?:"|$)|'((?:[^'\\]|\\[\s\S]?)*)('|$)/g

/**
 * Returns the text of a JSON list or object with double quotes in place of single ones. Clients write Python
 * and JavaScript literals such as `[{'field':'id'}]`. Other texts stay as they are.
 */
export function withDoubleQuotes(text: string): string {
  if (!text.includes(SINGLE) || !/^\s*[[{]/.test(text)) return text
  return text.replace(STRINGS, (string, inner: string | undefined, end: string | undefined) =>
    inner === undefined || end !== SINGLE ? string : requoted(inner),
  )
}
