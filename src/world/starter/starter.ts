import { beginHistory } from '../../engine/state/history.ts'
import type { ServiceState } from '../../graph/routes/context.ts'
import type { Handle } from '../handle/handle.ts'
import { snapshotOf } from './beginning.ts'
import { type Starter, type StarterOptions, starterNames } from './starter-names.ts'
import { withStarter } from './starter-set-up.ts'

const isStarter = (names: unknown): names is Starter =>
  typeof names === 'object' && names !== null && starterNames.every((name) => Object.hasOwn(names, name))

/** Returns the ids and tokens of the starter world, if `starter()` was called. */
export function starterIn({ state }: Handle): Starter | undefined {
  const names = state.ledger.notes.starter
  return isStarter(names) ? names : undefined
}

/** Maximum states that are kept. */
const STATES_MAX = 8

/** The states of the starter worlds made last, by the options of the world and of its starter. */
const keptStates = new Map<string, ServiceState>()

/** Returns the state of a starter world: the same one for the same options, because no state ever changes. */
function stateFor(options: string, make: () => ServiceState): ServiceState {
  const state = keptStates.get(options) ?? make()
  keptStates.delete(options)
  keptStates.set(options, state)
  for (const oldest of keptStates.keys()) {
    if (keptStates.size <= STATES_MAX) break
    keptStates.delete(oldest)
  }
  return state
}

/**
 * Creates one object of each kind, with tokens, in the five minutes before the world begins. It must be the
 * first change of the world, and `reset` returns to the state after it. A second call returns the same names.
 */
export function makeStarter(handle: Handle, options: StarterOptions = {}): Starter {
  const known = starterIn(handle)
  if (known) return known
  if (handle.state.ledger.sequence > 0) {
    throw new RangeError(
      'starter() must be the first change of a world, but this one has taken inputs: create a new world',
    )
  }
  const { publications = true, leadFields = [] } = options
  const recorded = { publications, ...(leadFields.length > 0 && { leadFields: [...leadFields] }) }
  const base = handle.base && { ...handle.base, starter: recorded }
  const make = () => withStarter(handle.state, recorded)
  const state = base ? stateFor(JSON.stringify(base), make) : make()
  Object.assign(handle, {
    state,
    baseline: state,
    base,
    history: handle.history && beginHistory(state),
  } satisfies Partial<Handle>)
  handle.record?.({ reset: snapshotOf(state) })
  const starter = starterIn(handle)
  if (!starter) throw new Error('The set-up of the starter world names nothing')
  return starter
}
