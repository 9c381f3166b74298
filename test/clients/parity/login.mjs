// Recordings of people, tokens, errors and batches.
import { namesOf } from './scene.mjs'

const python = { from: 'python-facebook', family: 'user' }
const restfb = { from: 'restfb', family: 'user' }

const debugged = ({ get, userToken, appToken }) => get('/debug_token', { input_token: userToken }, appToken)

/** Reads the person of a token, who has a first and a last name. */
function reader({ act, app, world, get }, record) {
  const user = act('createUser', { name: 'Mark Example', firstName: 'Mark', lastName: 'Example' }).id
  const { token } = world.actions.issueToken({ kind: 'user', app, user, scopes: ['user_profile'] }).unwrap()
  return get('/me', { fields: namesOf(record) }, token)
}

export const loginCases = [
  {
    ...python,
    file: 'facebook/apidata/users/users_fields',
    ask: ({ get, user, userToken, person }) =>
      get('/', { ids: `${user},${person('Chris Hughes')}`, fields: 'id,name' }, userToken),
  },
  {
    ...python,
    file: 'facebook/apidata/users/user',
    ask: reader,
  },
  {
    ...restfb,
    file: 'v2_9/user-with-short',
    ask: reader,
  },
  {
    ...restfb,
    file: 'v10_0/from-as-user',
    ask: reader,
  },
  {
    ...python,
    file: 'facebook/apidata/users/users_default',
    ask({ act, get, userToken, user }, recorded) {
      const other = act('createUser', { name: 'Chris Hughes', firstName: 'Chris', lastName: 'Hughes' }).id
      return get('/', { ids: `${user},${other}`, fields: namesOf(Object.values(recorded)[0]) }, userToken)
    },
  },
  { ...python, file: 'facebook/models/user', ask: reader },
  {
    ...restfb,
    file: 'v2_8/user-permission',
    ask: ({ get, userToken }) => get('/me/permissions', {}, userToken).data[0],
  },
  { ...python, family: 'token', file: 'base/token_info', ask: debugged },
  {
    ...restfb,
    family: 'token',
    file: 'debug-token-info-2',
    part: (data) => ({ data }),
    ask: debugged,
    // Granular scopes came later.
    reasons: { 'data.granular_scopes': 'recording' },
  },
  {
    ...restfb,
    family: 'token',
    file: 'debug-token-info-3',
    part: (data) => ({ data }),
    ask: debugged,
    reasons: { 'data.granular_scopes.[].target_ids': 'not simulated' },
  },
  {
    ...python,
    family: 'token',
    file: 'base/long_term_token',
    ask({ world, app, user, get }) {
      const short = world.actions
        .issueToken({ kind: 'user', app, user, lifetime: 'shortLived' })
        .unwrap().token
      const secret = world.snapshot().state.graph.rows.find((row) => row.id === Number(app)).secret
      return get(
        '/oauth/access_token',
        {
          grant_type: 'fb_exchange_token',
          client_id: app,
          client_secret: secret,
          fb_exchange_token: short,
        },
        '',
      )
    },
  },
  {
    ...restfb,
    family: 'subscriptions',
    file: 'v2_9/subscription',
    ask({ act, get, app, appToken }) {
      act('setWebhook', { app, url: 'https://example.test/hook', verify: false })
      return get(`/${app}/subscriptions`, {}, appToken).data[0]
    },
  },
  {
    ...python,
    family: 'error',
    file: 'base/error_data',
    ask({ get, person, world, app }) {
      const other = world.actions.createPage({ name: 'Other' }).unwrap().id
      const stranger = world.actions.issueToken({ kind: 'user', app, user: person() }).unwrap().token
      return get(`/${other}/feed`, {}, stranger)
    },
  },
  {
    ...python,
    family: 'error',
    file: 'error',
    ask: ({ get }) => get('/me', { fields: 'shoe_size' }),
  },
  {
    ...restfb,
    family: 'batch',
    file: 'batch/batch-simple',
    ask({ ask, user, page, userToken }) {
      const batch = JSON.stringify([user, page].map((id) => ({ method: 'GET', relative_url: id })))
      return ask('POST', '/', { batch }, userToken)
    },
  },
]
