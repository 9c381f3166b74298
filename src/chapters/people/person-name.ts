import type { UserRow } from '../rows.ts'

/** The words of a full name, without the spaces around them. */
const wordsOf = (name: string): readonly string[] => name.split(/\s/u).filter((word) => word !== '')

/** Returns the first name: that of createUser, or else the name up to its last word, if it has a word. */
export function firstNameOf({ firstName, name }: UserRow): string | undefined {
  const words = wordsOf(name)
  return firstName ?? (words.length > 1 ? words.slice(0, -1).join(' ') : words[0])
}

/** Returns the last name: that of createUser, or else the last word of a name of several words. */
export function lastNameOf({ lastName, name }: UserRow): string | undefined {
  const words = wordsOf(name)
  return lastName ?? (words.length > 1 ? words.at(-1) : undefined)
}
