import {
  type Access,
  missingPermissions,
  permissionError,
  unownedAccess,
  withCheck,
} from '../../service/access/access.ts'
import { roleIn } from '../../service/access/roles.ts'

const permissions = ['business_management'] as const

/** Access to a business with business_management. Only people with a role in it see it. */
export const readsBusiness: Access = {
  ...unownedAccess,
  surface: 'user',
  permissions,
  errorOf: ({ caller }) => missingPermissions(caller, permissions),
}

/** Access to change what a business owns: that of an ADMIN of it. */
export const managesBusiness: Access = withCheck(
  { ...readsBusiness, writes: true },
  ({ caller, tx }, _account, node) =>
    caller.user && node && roleIn(tx, node.id, caller.user.id) === 'ADMIN'
      ? undefined
      : permissionError('Requires the role ADMIN in the business', "the token's user is no ADMIN of it"),
)
