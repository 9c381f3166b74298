import { call } from '../service/scene.ts'
import type { Ground, WalkRecipe } from './walk-recipes.ts'

const ofUser = ({ names: { user } }: Ground) => ({ user })
const ofBusiness = ({ business }: Ground) => ({ business })
const noClaimEnds = 'a business keeps what it owns'

/** Makes a test user of the app, and returns their id and token. */
function testUser({ world, names: { app, appToken } }: Ground): { id: string; access_token: string } {
  return call(world, appToken, 'createTestUser', { app }).unwrap() as ReturnType<typeof testUser>
}

/** The lists of the people of an app. */
export const testUserWalks: Readonly<Record<string, WalkRecipe>> = {
  listTestUsers: {
    of: ({ names: { app } }) => ({ app }),
    token: 'appToken',
    add: testUser,
    remove: ({ world, names: { appToken } }, user) =>
      call(world, appToken, 'deleteTestUser', { user }).unwrap(),
  },
  listFriends: {
    of: ({ testUser: { id } }) => ({ user: id }),
    token: 'appToken',
    add(at) {
      const [one, other] = [at.testUser, testUser(at)]
      call(at.world, one.access_token, 'requestFriend', { user: one.id, friend: other.id }).unwrap()
      call(at.world, other.access_token, 'requestFriend', { user: other.id, friend: one.id }).unwrap()
    },
    remove: ({ world, names: { appToken } }, user) =>
      call(world, appToken, 'deleteTestUser', { user }).unwrap(),
  },
}

/** The lists of businesses, and of what is assigned to a person. */
export const businessWalks: Readonly<Record<string, WalkRecipe>> = {
  listAssignedAdAccounts: {
    of: ofUser,
    add: (at, nth) =>
      at.world.actions.createAdAccount({ name: `Walk ${nth}`, administrators: [at.names.user] }).unwrap(),
    remove: (at, adAccount) => at.world.actions.assignAdAccountRole({ ...ofUser(at), adAccount }).unwrap(),
  },
  listAssignedPages: {
    of: ofUser,
    add: (at, nth) =>
      at.world.actions.createPage({ name: `Walk ${nth}`, administrators: [at.names.user] }).unwrap(),
    remove: (at, page) => at.world.actions.assignTasks({ ...ofUser(at), page, tasks: [] }).unwrap(),
  },
  listBusinesses: {
    of: ofUser,
    add: (at, nth) =>
      at.world.actions.createBusiness({ name: `Walk ${nth}`, administrators: [at.names.user] }).unwrap(),
    remove: (at, business) => at.world.actions.assignBusinessRole({ ...ofUser(at), business }).unwrap(),
  },
  listOwnedCatalogs: {
    of: ofBusiness,
    add: ({ world, names: { userToken }, business }, nth) =>
      call(world, userToken, 'createOwnedCatalog', { business, name: `Walk ${nth}` }).unwrap(),
    remove: ({ world, names: { userToken } }, catalog) =>
      call(world, userToken, 'deleteCatalog', { catalog }).unwrap(),
  },
  listOwnedPages: {
    of: ofBusiness,
    add({ world: { actions }, business }, nth) {
      const { id } = actions.createPage({ name: `Walk ${nth}` }).unwrap()
      actions.assignToBusiness({ business, pages: [id ?? ''] }).unwrap()
    },
    remove: noClaimEnds,
  },
  listOwnedAdAccounts: {
    of: ofBusiness,
    add({ world: { actions }, business }, nth) {
      const { id } = actions.createAdAccount({ name: `Walk ${nth}` }).unwrap()
      actions.assignToBusiness({ business, adAccounts: [id ?? ''] }).unwrap()
    },
    remove: noClaimEnds,
  },
}
