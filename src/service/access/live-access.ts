import { hasPermission } from '../caller/caller.ts'
import type { LivePermission } from '../caller/live-permissions.ts'
import { servesBeyond } from '../contract/beyond.ts'
import type { Access } from './access.ts'

/**
 * Returns an access that a permission of the live service gives too, in a world that serves its calls
 * (SIL-190). It stands for all permissions of the access. Tasks and roles are still needed.
 */
export const alsoWith = (access: Access, permission: LivePermission): Access => ({
  ...access,
  errorOf(context, account, node) {
    const { caller, policy } = context
    const isGiven = servesBeyond(policy) && hasPermission(caller, permission)
    const scopes = isGiven ? [...caller.scopes, ...access.permissions] : caller.scopes
    return access.errorOf({ ...context, caller: { ...caller, scopes } }, account, node)
  },
})
