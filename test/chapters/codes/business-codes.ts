import { act, type Scene } from '../../service/scene.ts'
import {
  invalidToken,
  noPermission,
  type Rows,
  type Story,
  stranger,
  wrongFields,
  wrongLimit,
} from './story.ts'

/** For businesses valid parameters, and a story for each of their codes. */
export function businessCodes({ world, user, page, adAccount }: Scene): Rows {
  const made = act(world, 'createBusiness', { name: 'Business', administrators: [user] }).unwrap()
  const business = String(made['id'])
  const row = (params: object, story: Story, refused: Story = noPermission) => ({
    params,
    codes: { 100: story, 190: invalidToken, 200: refused },
  })
  return {
    listBusinesses: row({ user }, wrongLimit),
    readBusiness: row({ business }, wrongFields),
    listOwnedPages: row({ business }, wrongLimit),
    claimPage: row({ business, page_id: page }, { params: { page_id: '1' } }),
    listOwnedAdAccounts: row({ business }, wrongLimit),
    listOwnedCatalogs: row({ business }, wrongLimit),
    createOwnedCatalog: row({ business, name: 'Catalog' }, { params: { name: '' } }),
    claimAdAccount: row({ business, adaccount_id: adAccount }, { params: { adaccount_id: '1' } }),
    listAssignedPages: row({ user }, wrongLimit, stranger),
    listAssignedAdAccounts: row({ user }, wrongLimit, stranger),
  }
}
