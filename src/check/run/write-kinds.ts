/** The words that name the places of writes, and what each write goes to. */
const targets = {
  store: 'the store',
  sql: 'the database',
  file: 'a file',
  redis: 'Redis',
  part: 'a durable part',
} as const

/** A word in the address of a write, such as `sql` in `sync#1/sql/3`. */
export type WriteKind = keyof typeof targets

const pattern = /\/(store|sql|file|redis|part)\/\d+$/

const isKind = (word: string): word is WriteKind => Object.hasOwn(targets, word)

/** What the write at an address goes to, in words; undefined if it is the address of something else. */
export function writtenAt(at: string): string | undefined {
  const [, kind = ''] = pattern.exec(at) ?? []
  return isKind(kind) ? targets[kind] : undefined
}

/** Whether an address is that of a write to a file. */
export const isOfFile = (at: string): boolean => /\/file\/\d+$/.test(at)
