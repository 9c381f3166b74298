import { RECORDING_FORMAT, type Recording } from '../../../src/engine/recording.ts'
import { inputsOf } from '../../../src/engine/state/history.ts'
import type { Json } from '../../../src/engine/values/guard.ts'
import { isRecord } from '../../../src/engine/values/plain-object.ts'
import { replay, restoreWorld, type Snapshot } from '../../../src/world/create-world.ts'
import { runInput } from '../../../src/world/handle/handle.ts'
import { handleOf } from '../../../src/world/handles.ts'
import { recordedBaseOf } from '../../../src/world/starter/beginning.ts'
import type { World } from '../../../src/world/world.ts'
import { packed } from './address.ts'

/** Maximum inputs of a world that an address has. */
const INPUTS_MAX = 1_000

/** A world as its address has it: its inputs, its hash, and where it began if not as the page does. */
export interface KeptWorld {
  readonly base?: Json
  readonly inputs: readonly Json[]
  readonly hash: string
}

/** Receives the notices of a world whose first app has a webhook, as a program of that app does. */
function receiving(world: World): World {
  const { graph, ledger } = world.state
  const { app } = ledger.notes.starter ?? {}
  const hasWebhook = [...graph.rows.values()].some(
    (row) => row.kind === 'webhooks' && String(Reflect.get(row, 'app')) === app,
  )
  if (app !== undefined && hasWebhook) world.webhooks.connect(app, () => ({ status: 200 }))
  return world
}

const baseOf = (beginning: Snapshot): Json => JSON.parse(JSON.stringify({ snapshot: beginning }))

/** Makes the world with which the page begins. */
export const firstWorld = (beginning: Snapshot): World => receiving(restoreWorld(beginning))

/** Returns the part of a world that an address keeps; undefined for a world that is as the page begins. */
export function keptWorld(world: World, beginning: Snapshot): KeptWorld | undefined {
  const handle = handleOf(world)
  const base = recordedBaseOf(handle)
  const inputs = handle.history ? inputsOf(handle.history) : []
  const isFirst = JSON.stringify(base) === JSON.stringify(baseOf(beginning))
  if (isFirst && inputs.length === 0) return undefined
  return { ...(!isFirst && { base }), inputs, hash: world.hash() }
}

/**
 * Returns the text of a world in an address: empty for a world that is as the page begins, undefined for one that
 * is too long. What it returns, `worldOfAddress` reads.
 */
export async function addressOf(world: World, beginning: Snapshot): Promise<string | undefined> {
  const kept = keptWorld(world, beginning)
  if (!kept) return ''
  return kept.inputs.length > INPUTS_MAX ? undefined : packed(kept)
}

/** A world that was opened, and a sentence if it is not as it was kept. */
export interface OpenedWorld {
  readonly world: World
  readonly notice: string
}

/** Plays a recording from its beginning, so that the world has each of its steps. */
function played(recording: unknown): OpenedWorld {
  const { world } = replay(recording, { until: 0 })
  const { inputs, hash } = recording as Recording
  for (const input of inputs) runInput(handleOf(world), input)
  const isSame = world.hash() === hash
  return {
    world: receiving(world),
    notice: isSame
      ? ''
      : 'This world was kept by another version of fauxgraph, and came out differently here.',
  }
}

/** Makes the world that an address has. Throws a TypeError or RangeError if it has none. */
export function worldOfAddress(kept: unknown, beginning: Snapshot): OpenedWorld {
  if (!isRecord(kept)) throw new TypeError('it has no world')
  const { base = baseOf(beginning), inputs, hash } = kept
  if (Array.isArray(inputs) && inputs.length > INPUTS_MAX)
    throw new RangeError(`it has more than ${INPUTS_MAX} inputs`)
  return played({ format: RECORDING_FORMAT, engine: '', base, inputs, outcomes: [], hash })
}

/** Makes the world of a file: of a recording or of a snapshot. Throws a TypeError for any other value. */
export function worldOfFile(value: unknown): OpenedWorld {
  if (isRecord(value) && Object.hasOwn(value, 'state'))
    return { world: receiving(restoreWorld(value)), notice: '' }
  return played(value)
}
