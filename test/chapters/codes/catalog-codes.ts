import type { Scene } from '../../service/scene.ts'
import { accountLimit, developmentApp, invalidToken, type Rows, retiredVersion } from './story.ts'

/** A token without access to the starter's catalog. */
const shutOut = {
  before: ({ world, catalog, user }: Scene) =>
    void world.actions.assignCatalogAccess({ catalog, user, access: false }).unwrap(),
}

/** For each operation on catalogs valid parameters, and a story for each of its codes. */
export const catalogCodes = ({ catalog, feedUpload }: Scene): Rows => ({
  listEventStats: {
    params: { catalog },
    codes: {
      100: { row: '[CAT-028]', params: { breakdowns: 'AGE' } },
      190: { row: '[CAT-031]', ...invalidToken },
      200: { row: '[CAT-030]', ...shutOut },
      270: { row: '[CAT-029]', ...developmentApp },
      2635: { row: '[CAT-032]', ...retiredVersion },
      80004: accountLimit,
    },
  },
  listFeedUploadErrors: {
    params: { feedUpload },
    codes: {
      100: { row: '[CAT-041]', params: { summary: 'everything' } },
      190: { ...invalidToken },
    },
  },
})
