import {
  type Access,
  accountOf,
  adsAccessError,
  managesAds,
  permissionError,
  readsAds,
} from '../../service/access/access.ts'
import { hasRoleIn } from '../../service/access/roles.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import type { CatalogRow } from '../rows.ts'

const catalogAccess = (ads: Access): Access => ({
  ...ads,
  errorOf(context, _account, node) {
    const catalog = node?.kind === 'catalogs' ? node : undefined
    return adsAccessError(context, undefined, ads.writes) ?? catalogAccessError(context, catalog)
  },
})

/** Access to statistics: ads_read or ads_management, and access to the catalog (SIL-053, SIL-170). */
export const readsCatalog: Access = catalogAccess(readsAds)

/** Access to change a catalog: ads_management, and access to the catalog. */
export const managesCatalog: Access = catalogAccess(managesAds)

/** Access to the errors of a feed upload: access to its catalog. */
export const readsUploads: Access = {
  surface: 'user',
  writes: false,
  codes: [],
  permissions: [],
  tasks: [],
  account: accountOf,
  errorOf(context, _account, node) {
    const catalog = node?.kind === 'feedUploads' ? context.tx.find('catalogs', node.catalog) : undefined
    return catalogAccessError(context, catalog)
  },
}

/** The error if the caller is neither a user of the catalog (SIL-170) nor has a role in its business. */
function catalogAccessError(context: ReadContext, catalog: CatalogRow | undefined) {
  const { user } = context.caller
  const isUser = user !== undefined && !catalog?.deleted && catalog?.users.includes(user.id)
  return isUser || (catalog?.business !== undefined && hasRoleIn(context, catalog.business))
    ? undefined
    : permissionError('Requires access to the catalog', "the token's user has no access to the catalog")
}
