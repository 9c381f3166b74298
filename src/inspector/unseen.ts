/**
 * Characters that nobody sees and that change what stands around them: controls, ends of lines, and what
 * formats a text, such as joiners, marks of direction and tags.
 */
const unseen = /[\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f]/gu

/** Writes a character as one or two escapes of JSON and JavaScript. */
const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
    .map((code) => `\\u${code.toString(16).padStart(4, '0')}`)
    .join('')

/** Writes characters that nobody sees as escapes of JSON and JavaScript, so that a text shows what it has. */
export const withEscapes = (text: string): string => text.replaceAll(unseen, escaped)

/** Whether each character of a text is seen. */
export const isSeen = (text: string): boolean => withEscapes(text) === text
