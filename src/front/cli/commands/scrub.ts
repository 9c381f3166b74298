import { basename, join } from 'node:path'
import type { SecretKind } from '../../../live/scrub/kinds.ts'
import type { UnreadKind } from '../../../live/scrub/packed.ts'
import { type Scrubbed, scrubRecordings } from '../../../live/scrub/scrub.ts'
import type { Shell } from '../parts/shell.ts'
import { statOfTarget, writeWhole } from '../parts/write-whole.ts'
import { recordingIn } from './compare.ts'

/** The options of `fauxgraph scrub` as texts. */
export interface ScrubFlags {
  readonly out?: string
  readonly userIds?: true
}

const kindNames: Readonly<Record<SecretKind, string>> = {
  token: 'tokens',
  secret: 'secrets and passwords',
  signature: 'signatures and signed requests',
  code: 'codes',
  cookie: 'cookies',
  email: 'email addresses',
  phone: 'phone numbers',
  name: 'names of persons',
  address: 'parts of addresses',
  birthday: 'birthdays',
  ip: 'IP addresses',
  hash: 'hashes',
  answer: 'answers and data of customers',
  userId: 'ids of users',
}

const unreadNames: Readonly<Record<UnreadKind, string>> = {
  compressed: 'compressed bodies',
  picture: 'pictures and films',
  file: 'files in forms',
  bytes: 'other bytes',
}

/** Returns how many values were replaced, and how many were not read, one line for each kind. */
function summaryOf({ counts, unread }: Scrubbed): string {
  const lines = Object.entries(kindNames).flatMap(([kind, name]) => {
    const count = new Map(Object.entries(counts)).get(kind)
    return count === undefined ? [] : [`${String(count).padStart(7)} ${name}`]
  })
  const notRead = Object.entries(unreadNames).flatMap(([kind, name]) => {
    const count = new Map(Object.entries(unread)).get(kind)
    return count === undefined ? [] : [`${String(count).padStart(7)} ${name}`]
  })
  const warning = notRead.length === 0 ? [] : ['Not read, and left as they are:', ...notRead]
  return [lines.length === 0 ? 'Nothing was replaced.' : 'Replaced:', ...lines, ...warning, ''].join('\n')
}

const isFolder = (path: string): boolean => statOfTarget(path)?.isDirectory() === true

/** Returns the path to which each file is written. Throws a TypeError if two files would be one. */
function targetsOf(files: readonly string[], out: string): readonly string[] {
  if (!isFolder(out)) {
    if (files.length === 1) return [out]
    throw new TypeError(`--out ${out} is no folder: several recordings are written to a folder that exists`)
  }
  const targets = files.map((file) => join(out, basename(file)))
  const twice = targets.find((target, index) => targets.indexOf(target) !== index)
  if (twice === undefined) return targets
  throw new TypeError(`two recordings would be written to ${twice}: scrub them into different folders`)
}

/**
 * Replaces the secrets of recordings. All files are one recording: the same value has the same replacement in
 * all. Prints the recording, or writes it to `--out`; prints the summary to the error output.
 */
export function runScrub(files: readonly string[], { out, userIds }: ScrubFlags, shell: Shell): void {
  const targets = out === undefined ? undefined : targetsOf(files, out)
  if (!targets && files.length > 1) throw new TypeError('several recordings need --out with a folder')
  const scrubbed = scrubRecordings(
    files.map((path) => recordingIn(path)),
    { userIds: userIds === true },
  )
  for (const [index, text] of scrubbed.texts.entries()) {
    const target = targets?.[index]
    if (target === undefined) shell.out(text)
    else writeWhole(target, text)
  }
  shell.err(summaryOf(scrubbed))
}
