/** Returns a text in quotes of a shell. */
export const quotedWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Returns a text as one word of a shell. */
export const shellWord = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : quotedWord(text))
