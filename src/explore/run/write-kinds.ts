import type { DurableKind } from '../io/durable/part.ts'

/** A word in the address of a write, such as `sql` in `sync#1/sql/3`. */
export type WriteKind = DurableKind | 'store'

/** The harms that some writes alone can suffer. */
export const writeFaults = ['torn', 'conflict', 'disconnect'] as const

/** What a write of each kind goes to. */
const targets: Readonly<Record<WriteKind, string>> = {
  store: 'the store',
  sql: 'the database',
  file: 'a file',
  redis: 'Redis',
  part: 'a durable part',
}

const pattern = /\/([a-z]+)\/\d+$/

const isKind = (word: string): word is WriteKind => Object.hasOwn(targets, word)

/** What the write at an address goes to, in words; undefined if it is the address of something else. */
export function writtenAt(at: string): string | undefined {
  const [, kind = ''] = pattern.exec(at) ?? []
  return isKind(kind) ? targets[kind] : undefined
}

const preparation =
  /^(?:mkdir|mkdtemp) |^(?:open|write|writev|writeFile|appendFile|copyFile) \S*(?:\b|_)te?mp(?:\b|_)/

/** Whether a write only prepares another: a new folder, or a temporary file that is then renamed. */
export const isPreparation = (kind: WriteKind, line: string): boolean =>
  kind === 'file' && preparation.test(line)

/** Whether an address is that of a write to a database. */
export const isOfDatabase = (at: string): boolean => /\/sql\/\d+$/.test(at)

/** Whether an address is that of a write to Redis. */
export const isOfRedis = (at: string): boolean => /\/redis\/\d+$/.test(at)

/** Whether an address is that of a write to a file. */
export const isOfFile = (at: string): boolean => /\/file\/\d+$/.test(at)
