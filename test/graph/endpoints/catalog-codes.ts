import type { Scene } from '../scene.ts'

const noCalls = { development: 0, standard: 0, perActiveAd: 0, seconds: 60 }

/** The caller without access to the starter's catalog. */
const shutOut = {
  before: ({ world, catalog, user }: Scene) =>
    void world.actions.assignCatalogAccess({ catalog, user, access: false }).unwrap(),
}

/** For each operation on catalogs a right call, and a way to each of its codes. */
export const catalogCodes = ({ catalog, feedUpload }: Scene) => ({
  listEventStats: {
    params: { catalog },
    codes: {
      100: { row: '[CAT-028]', params: { breakdowns: 'AGE' } },
      190: { row: '[CAT-031]', token: () => 'nobody' },
      200: { row: '[CAT-030]', ...shutOut },
      270: { row: '[CAT-029]', token: ({ developmentAppToken }: Scene) => developmentAppToken },
      2635: { row: '[CAT-032]', version: 'v2.12' },
      80004: { policy: { adAccountCallLimit: noCalls } },
    },
  },
  listFeedUploadErrors: {
    params: { feedUpload },
    codes: {
      100: { row: '[CAT-041]', params: { summary: 'everything' } },
      190: { token: () => 'nobody' },
    },
  },
})
