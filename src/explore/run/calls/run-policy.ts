import { servesBeyond } from '../../../service/contract/beyond.ts'
import { type Policy, platformPolicy } from '../../../service/policy.ts'
import { runSettled } from '../../../world/handle/handle.ts'
import { handleOf } from '../../../world/handles.ts'
import type { World } from '../../../world/world.ts'
import type { Run } from '../run.ts'

/** Whether the user has left an option as it is. */
const isPreset = (policy: Policy, key: 'mediaProcessing' | 'pageSizeMax'): boolean =>
  policy[key] === undefined || JSON.stringify(policy[key]) === JSON.stringify(platformPolicy[key])

/**
 * The options with which runs begin. Media are ready at once, and lists have any size: marks say where they
 * are not, so that a program that cannot cope differs from its baseline run. What the user chose stays.
 */
export function easyPolicy({ policy }: Pick<World, 'policy'>): Partial<Policy> | undefined {
  if (!servesBeyond(policy)) return undefined
  return {
    ...(isPreset(policy, 'mediaProcessing') && { mediaProcessing: { image: 0, video: 0 } }),
    ...(isPreset(policy, 'pageSizeMax') && { pageSizeMax: null }),
  }
}

/** Changes options of the world of a run. */
export function setPolicy({ world }: Run, policy: Partial<Policy>): void {
  runSettled(handleOf(world), { type: 'configure', policy })
}
