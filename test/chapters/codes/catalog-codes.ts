import type { Scene } from '../../service/scene.ts'
import {
  accountLimit,
  developmentApp,
  everyAds,
  invalidToken,
  type Rows,
  retiredVersion,
  type Story,
  wrongFields,
  wrongLimit,
} from './story.ts'

/** A token without access to the starter's catalog. */
const shutOut = {
  before: ({ world, catalog, user }: Scene) =>
    void world.actions.assignCatalogAccess({ catalog, user, access: false }).unwrap(),
}

/** For each operation on catalogs that the live service has alone: parameters, and a story for each code. */
function productCodes(catalog: string): Rows {
  const row = (story: Story, params: object = {}) => ({
    params: { catalog, ...params },
    codes: { ...everyAds, 100: story, 200: shutOut },
  })
  const named = { name: 'New' }
  const noName: Story = { params: { name: '' } }
  return {
    readCatalog: row(wrongFields),
    updateCatalog: row(noName, named),
    deleteCatalog: row({ params: { catalog: '1' } }),
    listExternalEventSources: row({ params: { catalog: '1' } }),
    listProductSets: row(wrongLimit),
    createProductSet: row(noName, named),
    listProductFeeds: row(wrongLimit),
    addProductFeed: row(noName, named),
  }
}

/** For each operation on catalogs valid parameters, and a story for each of its codes. */
export const catalogCodes = ({ catalog, feedUpload }: Scene): Rows => ({
  ...productCodes(catalog),
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
