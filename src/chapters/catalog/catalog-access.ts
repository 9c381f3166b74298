import {
  type Access,
  accountOf,
  adsAccessError,
  permissionError,
  readsAds,
} from '../../service/access/access.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import type { CatalogRow } from '../rows.ts'

/** Access to statistics: ads_read or ads_management, and access to the catalog (SIL-053, SIL-170). */
export const readsCatalog: Access = {
  ...readsAds,
  errorOf(context, _account, node) {
    const catalog = node?.kind === 'catalogs' ? node : undefined
    return adsAccessError(context, undefined, false) ?? catalogAccessError(context, catalog)
  },
}

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

/** The error if the caller is not a user of the catalog (SIL-170). */
function catalogAccessError({ caller }: ReadContext, catalog: CatalogRow | undefined) {
  const hasAccess = caller.user !== undefined && catalog?.users.includes(caller.user.id)
  return hasAccess
    ? undefined
    : permissionError('Requires access to the catalog', "the token's user has no access to the catalog")
}
