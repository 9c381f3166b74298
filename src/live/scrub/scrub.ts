import { scrubBytes } from './encodings.ts'
import { kindOfField, nowhere, type SecretKind, type SecretRange, type TextPlace } from './kinds.ts'
import { kindOfBytes, newUnpacker, type Unpacker, type UnreadKind } from './packed.ts'
import type { Parts } from './parts.ts'
import { newReplacements, type Replacements } from './replacements.ts'
import { type Rewriter, rewriteJson } from './rewrite-json.ts'
import { rewriteYaml } from './rewrite-yaml.ts'
import { indexSecrets, phonesIn, type SecretIndex } from './secret-index.ts'
import { apart, shapesIn } from './shapes.ts'
import { scrubText } from './texts.ts'

/** A recording as text, in JSON or in YAML. */
export interface RecordingText {
  readonly text: string
  readonly isYaml: boolean
}

/** The number of values of each kind that could not be searched. */
export type Unread = Readonly<Partial<Record<UnreadKind, number>>>

/** What was scrubbed. */
export interface Scrubbed {
  /** The recordings without their secrets, in their order. */
  readonly texts: readonly string[]
  /** The number of distinct values of each kind that were replaced. */
  readonly counts: Readonly<Partial<Record<SecretKind, number>>>
  /** The number of values that were not searched, by what they are. */
  readonly unread: Unread
}

/** The options of `scrubRecordings`. */
export interface ScrubOptions {
  /** Whether the ids of users are replaced too. */
  readonly userIds?: boolean
}

/** One walk through the recordings. */
interface Walk {
  readonly replacements: Replacements
  readonly options: ScrubOptions
  /** The values that are searched in all texts; undefined while they are being collected. */
  readonly known: SecretIndex | undefined
  readonly phones: ReadonlySet<string>
  readonly unpacker: Unpacker
  readonly unread: Partial<Record<UnreadKind, number>>
}

const isWanted = (kind: SecretKind | undefined, { userIds }: ScrubOptions): boolean =>
  kind !== undefined && (kind !== 'userId' || userIds === true)

/** A text that only a person would recognize as a secret, if it is this short. */
const SHORT_CODE = 8

/** Returns the kind of a text that is a secret as a whole. */
function wholeKind(text: string, place: TextPlace, options: ScrubOptions): SecretKind | undefined {
  const kind = kindOfField(place)
  if (kind === undefined || !isWanted(kind, options)) return undefined
  if (kind === 'code' && text.length < SHORT_CODE) return undefined
  if (kind === 'userId' && !/^\d+$/.test(text)) return undefined
  return text === 'true' || text === 'false' ? undefined : kind
}

/** Returns a text with replacements for its ranges. While values are collected, they are only noted. */
function withReplaced({ replacements }: Walk, text: string, ranges: readonly SecretRange[]): string {
  if (ranges.length === 0) return text
  let at = 0
  const parts = ranges.flatMap(({ start, end, kind }) => {
    const before = text.slice(at, start)
    at = end
    return [before, replacements.of(kind, text.slice(start, end))]
  })
  return parts.join('') + text.slice(at)
}

function scrubLeaf(walk: Walk, text: string, place: TextPlace): string {
  const kind = wholeKind(text, place, walk.options)
  if (kind !== undefined) return replaceAll(walk, kind, text)
  const ranges = [
    ...shapesIn(text, place),
    ...(walk.known?.in(text) ?? []),
    ...(walk.known ? phonesIn(text, walk.phones) : []),
  ]
  return withReplaced(walk, text, apart(ranges))
}

/** Replaces a whole text. An address in a field of a phone number is still an address. */
function replaceAll({ replacements }: Walk, kind: SecretKind, text: string): string {
  const trimmed = text.trim()
  return trimmed === '' ? text : text.replace(trimmed, () => replacements.of(kind, trimmed))
}

function scrubNumber(walk: Walk, digits: string, place: TextPlace): string {
  const kind = wholeKind(digits, place, walk.options)
  const numeric: readonly (SecretKind | undefined)[] = ['phone', 'address', 'userId', 'code', 'answer']
  const isKnown =
    walk.known !== undefined && (walk.known.in(digits)[0]?.kind === 'userId' || walk.phones.has(digits))
  if (!numeric.includes(kind) && !isKnown) return digits
  const known = walk.phones.has(digits) ? 'phone' : 'userId'
  const changed = walk.replacements.of(kind ?? known, digits)
  // A number does not begin with a zero.
  return /^-?0\d/.test(changed) ? changed.replace('0', '1') : changed
}

/** Counts bytes that were not searched. */
function countUnread({ unread }: Walk, kind: UnreadKind): void {
  unread[kind] = (unread[kind] ?? 0) + 1
}

/** Returns how one walk treats the parts of texts. */
function partsOf(walk: Walk): Parts {
  const parts: Parts = {
    leaf: (text, place) => scrubLeaf(walk, text, place),
    secret: (text, field) => scrubLeaf(walk, text, { ...nowhere, field }),
    json: (text, place, inner) => rewriteJson(text, place, { ...rewriterOf(walk, parts), text: inner }),
    unpacker: walk.unpacker,
    unread: (kind) => countUnread(walk, kind),
  }
  return parts
}

function rewriterOf(walk: Walk, parts: Parts): Rewriter {
  const text: Rewriter['text'] = (value, place) => scrubText(value, place, parts)
  return {
    text,
    name: (name, place) =>
      withReplaced(walk, name, apart([...shapesIn(name, place), ...(walk.known?.in(name) ?? [])])),
    number: (digits, place) => scrubNumber(walk, digits, place),
    bytes: (value, place) => {
      const { changed, isRead } = scrubBytes(value, place, text, walk)
      if (!isRead) countUnread(walk, kindOfBytes(value))
      return changed
    },
  }
}

function walkThrough(walk: Walk, recordings: readonly RecordingText[]): readonly string[] {
  const rewriter = rewriterOf(walk, partsOf(walk))
  return recordings.map(({ text, isYaml }) =>
    isYaml ? rewriteYaml(text, rewriter) : rewriteJson(text, nowhere, rewriter),
  )
}

/** Begins a walk. Without an index of known values it collects them. */
const newWalk = (
  replacements: Replacements,
  options: ScrubOptions,
  known?: SecretIndex,
  phones: ReadonlySet<string> = new Set(),
): Walk => ({ replacements, options, known, phones, unpacker: newUnpacker(), unread: {} })

/**
 * Replaces tokens, secrets and personal data in recordings, in each place and encoding. The same value has
 * the same replacement in all of them, of the same form, so that a comparison with the simulator has the same
 * result. The recordings must be well formed.
 */
export function scrubRecordings(recordings: readonly RecordingText[], options: ScrubOptions = {}): Scrubbed {
  const replacements = newReplacements()
  // The first walk collects the values: one may stand before the place that shows what it is.
  walkThrough(newWalk(replacements, options), recordings)
  const found = [...replacements.known()]
  const counts = { ...replacements.counts() }
  const phones = new Set(found.flatMap(([value, kind]) => (kind === 'phone' ? [value] : [])))
  const second = newWalk(replacements, options, indexSecrets(found), phones)
  return { texts: walkThrough(second, recordings), counts, unread: second.unread }
}
