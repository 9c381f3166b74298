import { Outbox } from '../chapters/webhooks/outbox.ts'
import { issueText } from '../engine/schema/issue-words.ts'
import { json, readBy, shortText } from '../engine/schema/schema.ts'
import { z } from '../engine/schema/zod.ts'
import { counter, type SnapshotState } from '../engine/state/snapshot-check.ts'
import type { State } from '../engine/state/state.ts'
import { items } from '../engine/store/ring.ts'
import type { StoredBytes } from '../engine/store/storage.ts'
import type { Json } from '../engine/values/guard.ts'
import { groupDigits } from '../engine/values/number-text.ts'
import { isPlainObject } from '../engine/values/plain-object.ts'
import type { AreaVersions } from '../service/contract/area-versions.ts'
import { bounds } from '../service/contract/bounds.ts'
import { ArmedRules } from '../service/ledger/fault-rule.ts'
import { contractPolicy } from '../service/policy.ts'
import { policyError } from '../service/policy-schema.ts'
import type { Registry } from '../service/registry.ts'
import { type ArmedStub, ArmedStubs } from '../service/stubs/stub.ts'
import type { StubFunction } from '../service/stubs/stub-function.ts'

/** The names of the starter world, as a ledger stores them. */
export const StarterNote = z
  .record(shortText(bounds.starterTextMax), shortText(bounds.starterTextMax))
  .refine((names) => Object.keys(names).length <= bounds.starterNamesMax, {
    message: `has more than ${bounds.starterNamesMax} names`,
  })

const Areas = z
  .record(shortText(64), z.number().int().positive())
  .refine((areas) => Object.keys(areas).length <= bounds.areasMax, {
    message: `has more than ${bounds.areasMax} areas`,
  })

const Notes = z.strictObject({
  areas: Areas.optional(),
  faults: ArmedRules.optional(),
  starter: StarterNote.optional(),
  stubs: ArmedStubs.optional(),
  webhooks: Outbox.optional(),
})

/** Returns the areas in the notes of a snapshot, whose other problems are found later. */
export const areasIn = (note: unknown): AreaVersions | undefined => readBy(Areas, note).data

const instant = z.number().int()

/** A call in the call log. */
const Call = z.looseObject({
  sequence: counter,
  at: instant,
  operation: z.string().nullable(),
  method: z.string(),
  target: z.string().nullable(),
  version: z.string(),
  token: counter.nullable(),
  params: z.union([z.record(z.string(), json), z.string()]),
  outcome: z.looseObject({ ok: z.boolean() }),
})

/** Checks that the logged calls are in order, and that none is in the future. */
function callFlaw({ graph, ledger }: State): string | undefined {
  let [sequence, latest, place] = [0, Number.NEGATIVE_INFINITY, 0]
  for (const item of items(ledger.calls)) {
    const where = `ledger.calls.items.${place++}`
    const read = readBy(Call, item)
    if (!read.success) return `${where} ${issueText(read.error)}`
    if (read.data.sequence < sequence || read.data.sequence > ledger.sequence)
      return `${where}.sequence is out of order, or larger than ledger.sequence`
    if (read.data.at < latest || read.data.at > graph.now)
      return `${where}.at is out of order, or later than graph.now`
    sequence = read.data.sequence
    latest = read.data.at
  }
  return undefined
}

/** Checks that a snapshot does not raise the caps of the world that loads it. */
function capsFlaw({ caps: { blobBytes, rowBytes } }: State['graph'], caps: StoredBytes): string | undefined {
  const exceeds = (stored: string, option: string, came: number, max: number): string | undefined =>
    came > max
      ? `it allows ${groupDigits(came)} bytes of ${stored}, but this world allows ${groupDigits(max)}: ` +
        `create the world with a larger ${option}`
      : undefined
  return (
    exceeds('pictures', 'pictureBytesMax', blobBytes, caps.blobBytes) ??
    exceeds('records', 'recordBytesMax', rowBytes, caps.rowBytes)
  )
}

/** Checks that the world which loads a snapshot has the functions of its stubs. */
function stubFlaw(
  stubs: readonly ArmedStub[] = [],
  functions: ReadonlyMap<string, StubFunction> = new Map(),
): string | undefined {
  const lacking = stubs.flatMap(({ stub }) => stub.function ?? []).filter((name) => !functions.has(name))
  if (lacking.length === 0) return undefined
  const names = lacking.map((name) => `'${name}'`).join(', ')
  return `its stubs have functions, which a snapshot does not contain: pass stubs with ${names}`
}

/**
 * Completes the policy of a snapshot. One of an earlier version lacks the settings that came later, and its
 * world did what the contract says.
 */
export function completedPolicy(settings: Json): Json {
  if (!isPlainObject(settings)) return settings
  const isWhole = Object.keys(contractPolicy).every((key) => Object.hasOwn(settings, key))
  return isWhole ? settings : { ...contractPolicy, ...settings }
}

type SnapshotRows = SnapshotState['graph']['rows']

/** Completes the rows of a snapshot. Results of ads of an earlier version lack their campaign and ad set. */
export function completedRows(rows: SnapshotRows): SnapshotRows {
  const isIncomplete = (row: SnapshotRows[number]) =>
    row.kind === 'adResults' && row['campaign'] === undefined
  if (!rows.some(isIncomplete)) return rows
  const ads = new Map<Json | undefined, SnapshotRows[number]>(
    rows.filter(({ kind }) => kind === 'ads').map((ad) => [ad.id, ad]),
  )
  return rows.map((row) => {
    const ad = isIncomplete(row) ? ads.get(row['ad']) : undefined
    return ad ? { ...row, campaign: ad['campaign'] ?? null, adSet: ad['adSet'] ?? null } : row
  })
}

/**
 * Checks the settings, notes, calls and caps of a state from a snapshot, which may come from outside. Returns
 * the first problem, or undefined.
 *
 * @param caps The caps of the world that loads it.
 */
export function flawOf(
  state: State,
  caps: StoredBytes,
  { stubFunctions }: Pick<Registry, 'stubFunctions'> = {},
): string | undefined {
  const { graph, ledger } = state
  if (!isPlainObject(graph.settings)) return 'its policy is not an object'
  const notes = readBy(Notes, ledger.notes)
  if (!notes.success) return `its note ${issueText(notes.error)}`
  return (
    policyError(graph.settings) ??
    stubFlaw(notes.data.stubs, stubFunctions) ??
    callFlaw(state) ??
    capsFlaw(graph, caps)
  )
}
