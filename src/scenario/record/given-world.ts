import { canonical } from '../../engine/values/canonical.ts'
import type { Json } from '../../engine/values/guard.ts'
import { contractPolicy } from '../../graph/policy.ts'
import { changedMembers } from '../../graph/values/plain.ts'
import { writtenPolicy } from '../../graph/written-policy.ts'
import type { Handle } from '../../world/handle/handle.ts'
import { baseOf } from '../../world/handle/options.ts'
import { isJsonObject } from '../read/json-kinds.ts'

type Members = { readonly [name: string]: Json }

/** Returns the name of a policy, or its options that differ from the contract policy, if any do. */
function givenPolicy(policy: Json): Json | undefined {
  if (!isJsonObject(policy)) return undefined
  const { preset, changes } = writtenPolicy(policy)
  if (preset === 'platform' && Object.keys(changes).length === 0) return preset
  const options = preset === 'contract' ? changes : changedMembers(policy, contractPolicy)
  return Object.keys(options).length === 0 ? undefined : options
}

/** Returns what is given before the first input of a recording: the options of its world, or a snapshot. */
export function givenOf(base: Json, { settings }: Handle): Members {
  const { options, snapshot, starter } = isJsonObject(base) ? base : {}
  if (snapshot !== undefined || !isJsonObject(options)) return { snapshot: snapshot ?? null }
  const { policy, now, ...more } = changedMembers(options, baseOf({}))
  const written = policy === undefined ? undefined : givenPolicy(policy)
  const world = {
    ...more,
    ...(typeof now === 'number' && { now: new Date(now).toISOString() }),
    ...(written !== undefined && { policy: written }),
    ...(settings.autoTick > 0 && { autoTick: settings.autoTick }),
  }
  return {
    ...(Object.keys(world).length > 0 && { world }),
    ...(isJsonObject(starter) && {
      starter: canonical(starter) === canonical({ publications: true }) || starter,
    }),
  }
}
