import { type BeyondPolicy, servesBeyond } from '../contract/beyond.ts'
import { scalar } from '../values/scalars.ts'
import { type GrantedPermission, permissions } from './caller.ts'
import { livePermissions } from './live-permissions.ts'

const contractNames: ReadonlySet<string> = new Set(permissions)
const known = new Map<unknown, GrantedPermission>(
  [...permissions, ...livePermissions].map((name) => [name, name]),
)

/** The parameter type of a permission that an action grants. */
export const grantedPermission = scalar<GrantedPermission>(
  `one of ${permissions.join(', ')}`,
  (raw) => known.get(raw),
  { enum: [...known.values()] },
)

/** Returns the permissions that a world can grant: those of the contract, or also the live ones (SIL-190). */
export const grantablePermissions = (policy: BeyondPolicy): readonly GrantedPermission[] =>
  servesBeyond(policy) ? [...known.values()] : permissions

/** Whether a world can grant the permission with this name. */
export const isGrantable = (policy: BeyondPolicy, name: string): boolean =>
  contractNames.has(name) || (servesBeyond(policy) && known.has(name))

/**
 * Returns the permissions of a token that is granted these. A world that serves the calls of the live
 * service always grants public_profile, which nobody can deny (SIL-190).
 */
export const grantedScopes = (policy: BeyondPolicy, names: readonly string[]): string[] => [
  ...new Set([...names, ...(servesBeyond(policy) ? ['public_profile'] : [])]),
]

/** Returns the error message about the first of these permissions that a world cannot grant, or undefined. */
export function ungrantable(policy: BeyondPolicy, names: readonly string[]): string | undefined {
  const name = names.find((one) => !isGrantable(policy, one))
  return name === undefined
    ? undefined
    : `Param scopes must be permissions of the description: ${name} needs the policy beyond: 'serve'`
}
