import { canonical } from '../../engine/values/canonical.ts'
import type { Json } from '../../engine/values/guard.ts'
import { contractPolicy, platformPolicy } from '../../graph/policy.ts'
import { plainObject } from '../../graph/values/plain.ts'
import type { Handle } from '../../world/handle/handle.ts'
import { baseOf } from '../../world/handle/options.ts'
import { isJsonObject } from '../read/json-kinds.ts'

type Members = { readonly [name: string]: Json }

/** Returns the members of an object that another one lacks or has with another value. */
const changed = (members: Members, defaults: Members): Members =>
  Object.fromEntries(
    Object.entries(members).filter(([name, value]) => canonical(value) !== canonical(defaults[name] ?? null)),
  )

/** Returns the name of a policy, or its options that differ from the contract policy. */
function writtenPolicy(policy: Json): Json | undefined {
  if (!isJsonObject(policy)) return undefined
  const options = changed(policy, plainObject(contractPolicy))
  if (Object.keys(options).length === 0) return undefined
  return canonical(policy) === canonical(plainObject(platformPolicy)) ? 'platform' : options
}

/** Returns what is given before the first input of a recording: the options of its world, or a snapshot. */
export function givenOf(base: Json, { settings }: Handle): Members {
  const { options, snapshot, starter } = isJsonObject(base) ? base : {}
  if (snapshot !== undefined || !isJsonObject(options)) return { snapshot: snapshot ?? null }
  const { policy, now, ...more } = changed(options, plainObject(baseOf({})))
  const written = policy === undefined ? undefined : writtenPolicy(policy)
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
