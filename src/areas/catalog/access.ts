import { type Access, accountOf, adsProblem, denied, readsAds } from '../../graph/access/access.ts'
import type { Seen } from '../../graph/seen.ts'
import type { CatalogRow } from '../rows.ts'

/** Reading what a catalog counted: ads_read or ads_management, and access to it (SIL-053, SIL-170). */
export const readsCatalog: Access = {
  ...readsAds,
  refuse(seen, _account, node) {
    const catalog = node?.kind === 'catalogs' ? node : undefined
    return adsProblem(seen, undefined, false) ?? catalogProblem(seen, catalog)
  },
}

/** Reading what went wrong with a feed upload: access to its catalog. */
export const readsUploads: Access = {
  surface: 'user',
  writes: false,
  codes: [],
  permissions: [],
  tasks: [],
  account: accountOf,
  refuse(seen, _account, node) {
    const catalog = node?.kind === 'feedUploads' ? seen.tx.find('catalogs', node.catalog) : undefined
    return catalogProblem(seen, catalog)
  },
}

/** Why a caller may not read a catalog: it names the users who may (SIL-170). */
export function catalogProblem({ viewer }: Seen, catalog: CatalogRow | undefined) {
  const able = viewer.user !== undefined && catalog?.users.includes(viewer.user.id)
  return able
    ? undefined
    : denied('Requires access to the catalog', "the token's user has no access to the catalog")
}
