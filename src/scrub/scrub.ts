import { kindOfField, nowhere, type SecretKind, type TextPlace } from './kinds.ts'
import { newReplacements, type Replacements } from './replacements.ts'
import { type Rewriter, rewriteJson } from './rewrite-json.ts'
import { rewriteYaml } from './rewrite-yaml.ts'
import { indexSecrets, phonesIn, type SecretIndex } from './secret-index.ts'
import { apart, type SecretRange, shapesIn } from './shapes.ts'
import { type Parts, scrubText } from './texts.ts'

/** A recording as text, in JSON or in YAML. */
export interface RecordingText {
  readonly text: string
  readonly isYaml: boolean
}

/** What was scrubbed. */
export interface Scrubbed {
  /** The recordings without their secrets, in their order. */
  readonly texts: readonly string[]
  /** The number of distinct values of each kind that were replaced. */
  readonly counts: Readonly<Partial<Record<SecretKind, number>>>
  /** The number of values that encode bytes, and were not searched. */
  readonly unread: number
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
  unread: number
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

/** Returns how one walk treats the parts of texts. */
function partsOf(walk: Walk): Parts {
  const rewriter = rewriterOf(walk, (text, place) => scrubText(text, place, parts))
  const parts: Parts = {
    leaf: (text, place) => scrubLeaf(walk, text, place),
    secret: (text, field) => scrubLeaf(walk, text, { ...nowhere, field }),
    json: (text, place, inner) => rewriteJson(text, place, { ...rewriter, text: inner }),
    unread: () => {
      walk.unread += 1
    },
  }
  return parts
}

const rewriterOf = (walk: Walk, text: Rewriter['text']): Rewriter => ({
  text,
  name: (name) =>
    withReplaced(walk, name, apart([...shapesIn(name, nowhere), ...(walk.known?.in(name) ?? [])])),
  number: (digits, place) => scrubNumber(walk, digits, place),
})

function walkThrough(walk: Walk, recordings: readonly RecordingText[]): readonly string[] {
  const parts = partsOf(walk)
  const rewriter = rewriterOf(walk, (text, place) => scrubText(text, place, parts))
  return recordings.map(({ text, isYaml }) =>
    isYaml ? rewriteYaml(text, rewriter) : rewriteJson(text, nowhere, rewriter),
  )
}

/**
 * Replaces tokens, secrets and personal data in recordings, in each place and encoding. The same value has
 * the same replacement in all of them, of the same form, so that a comparison with the simulator has the same
 * result. The recordings must be well formed.
 */
export function scrubRecordings(recordings: readonly RecordingText[], options: ScrubOptions = {}): Scrubbed {
  const replacements = newReplacements()
  const first: Walk = { replacements, options, known: undefined, phones: new Set(), unread: 0 }
  // The first walk collects the values: one may stand before the place that shows what it is.
  walkThrough(first, recordings)
  const found = [...replacements.known()]
  const counts = { ...replacements.counts() }
  const phones = new Set(found.flatMap(([value, kind]) => (kind === 'phone' ? [value] : [])))
  const second: Walk = { replacements, options, known: indexSecrets(found), phones, unread: 0 }
  return { texts: walkThrough(second, recordings), counts, unread: second.unread }
}
