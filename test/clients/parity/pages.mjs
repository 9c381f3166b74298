// Recordings of pages, and of the pages of a person.
import { namesOf } from './scene.mjs'

const python = { from: 'python-facebook', family: 'page' }
const restfb = { from: 'restfb', family: 'page' }

const facts = { name: 'Page', username: 'page', fans: 7, category: 'Company' }

const named = ({ ownPage, get, userToken }, record) =>
  get(`/${ownPage(facts)}`, { fields: namesOf(record) }, userToken)

const byIds = ({ ownPage, get, userToken }, asked = {}) =>
  get('/', { ids: [1, 2].map(() => ownPage(facts)).join(','), ...asked }, userToken)

const lacking = (prefix, names) =>
  Object.fromEntries(names.split(' ').map((name) => [prefix + name, 'not simulated']))

/** The pages of a person: enough for a next page, or for one before. */
function accounts({ ownPage, get, user, userToken }, { limit, summary }) {
  for (let count = 0; count < 5; count += 1) ownPage(facts)
  return get(`/${user}/accounts`, { limit, ...(summary && { summary: 1 }) }, userToken)
}

export const pageCases = [
  { ...python, file: 'facebook/apidata/pages/single_fields_page', ask: named },
  {
    ...python,
    file: 'facebook/apidata/pages/single_default_page',
    ask: named,
    reasons: lacking(
      '',
      'checkins cover general_info display_subtext can_checkin about ' +
        'were_here_count global_brand_root_id global_brand_page_name founded talking_about_count start_info website',
    ),
  },
  {
    ...python,
    file: 'facebook/apidata/pages/multi_default_fields',
    ask: (world, recorded) => byIds(world, { fields: namesOf(Object.values(recorded)[0]) }),
    reasons: lacking(
      '{id}.',
      'about cover description description_html display_subtext global_brand_page_name ' +
        'global_brand_root_id website',
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
    ask: ({ get, userToken }, { data: [record] }) => ({
      data: get('/me/accounts', { fields: namesOf(record) }, userToken).data,
    }),
    reasons: { 'data.[].owner_business': 'not simulated' },
  },
]
