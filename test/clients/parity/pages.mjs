// Recordings of pages, and of the pages of a person.
import { namesOf } from './scene.mjs'

const python = { from: 'python-facebook', family: 'page' }
const restfb = { from: 'restfb', family: 'page' }

const facts = { name: 'Page', username: 'page', fans: 7, category: 'Company' }

const info = {
  ...{ about: 'A page', description: 'Much about it', founded: '2004', general_info: 'More', checkins: 11 },
  ...{ website: 'https://example.test/', started: '2004-02-04' },
  location: { street: '1 Way', city: 'Park', country: 'US', zip: '94025', latitude: 0.5, longitude: 1.1 },
}

/** A page that says everything of itself. */
function informed({ ownPage, act, upload }) {
  const page = ownPage(facts)
  act('setPageInfo', { page, ...info, cover: upload() })
  return page
}

const named = (world, record) =>
  world.get(`/${informed(world)}`, { fields: namesOf(record) }, world.userToken)

const byIds = ({ ownPage, get, userToken }, asked = {}) =>
  get('/', { ids: [1, 2].map(() => ownPage(facts)).join(','), ...asked }, userToken)

/** The pages of a person: enough for a next page, or for one before. */
function accounts({ ownPage, get, user, userToken }, { limit, summary }) {
  for (let count = 0; count < 5; count += 1) ownPage(facts)
  return get(`/${user}/accounts`, { limit, ...(summary && { summary: 1 }) }, userToken)
}

export const pageCases = [
  {
    ...python,
    family: 'app',
    file: 'facebook/apidata/applications/application_info',
    ask: ({ get, app, userToken }) => get(`/${app}`, {}, userToken),
  },
  { ...python, file: 'facebook/apidata/pages/single_fields_page', ask: named },
  {
    ...python,
    file: 'facebook/apidata/pages/single_default_page',
    ask: named,
  },
  {
    ...python,
    file: 'facebook/apidata/pages/multi_default_fields',
    // Both records: the second has more members.
    ask: (world, recorded) =>
      world.get(
        '/',
        {
          ids: `${informed(world)},${informed(world)}`,
          fields: namesOf(Object.assign({}, ...Object.values(recorded))),
        },
        world.userToken,
      ),
  },
  {
    ...python,
    file: 'facebook/apidata/pages/multi_pages',
    ask: (world) => byIds(world, { fields: 'id,name,username,fan_count' }),
  },
  {
    ...python,
    file: 'base/object_default',
    ask: ({ ownPage, get, userToken }) => get(`/${ownPage(facts)}`, {}, userToken),
  },
  { ...python, file: 'base/objects_default', ask: (world) => byIds(world) },
  { ...python, file: 'base/object_data', ask: named },
  { ...python, file: 'facebook/models/page', ask: named },
  { ...restfb, file: 'v2_6/page-with-fancount', ask: named },
  {
    ...restfb,
    file: 'v2_4/page-picture',
    ask: ({ ownPage, get, userToken }) =>
      get(`/${ownPage(facts)}`, { fields: 'picture{is_silhouette,url},name' }, userToken),
  },
  { ...restfb, file: 'v10_0/from-as-page', ask: named },
  { ...restfb, file: 'v2_3/page-engagement', ask: named },
  {
    ...restfb,
    file: 'v2_7/page-with-whsub',
    ask: (world, { engagement, ...record }) =>
      world.get(
        `/${informed(world)}`,
        { fields: `${namesOf(record)},engagement{${namesOf(engagement)}}` },
        world.userToken,
      ),
  },
  {
    ...python,
    family: 'accounts',
    file: 'facebook/apidata/users/user_accounts_p1',
    ask: (world) => accounts(world, { limit: 4, summary: true }),
  },
  {
    ...python,
    family: 'accounts',
    file: 'facebook/apidata/users/user_accounts_p2',
    ask(world) {
      const first = accounts(world, { limit: 4, summary: true })
      return world.get(
        `/${world.user}/accounts`,
        { limit: 4, summary: 1, after: first.paging.cursors.after },
        world.userToken,
      )
    },
  },
  {
    ...python,
    family: 'accounts',
    file: 'base/user_accounts_token',
    ask: ({ get, user, userToken }) => get(`/${user}/accounts`, {}, userToken),
  },
  {
    ...restfb,
    family: 'accounts',
    file: 'account',
    part: (record) => ({ data: [record] }),
    ask: ({ get, userToken }) => ({
      data: get('/me/accounts', { fields: 'category,name,access_token,tasks' }, userToken).data,
    }),
  },
  {
    ...restfb,
    family: 'accounts',
    file: 'v10_0/account',
    part: (record) => ({ data: [record] }),
    ask({ act, page, get, userToken }, { data: [record] }) {
      act('assignToBusiness', { business: act('createBusiness', { name: 'Test' }).id, pages: [page] })
      return { data: get('/me/accounts', { fields: namesOf(record) }, userToken).data }
    },
  },
]
