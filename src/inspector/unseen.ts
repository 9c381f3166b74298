/** Characters that nobody sees and that change what stands around them: controls, and marks of direction. */
const unseen = /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** Writes characters that nobody sees as escapes of JSON and JavaScript, so that a text shows what it has. */
export const withEscapes = (text: string): string =>
  text.replaceAll(unseen, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
