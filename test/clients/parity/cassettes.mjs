// Recordings of exfacebook and of g5_facebook_api_client: cassettes of requests and answers.
import { ofRecording } from './scene.mjs'

const exfacebook = { from: 'exfacebook', exchange: 0, part: ({ body }) => body }
const g5 = { from: 'g5', exchange: 0, part: ({ body }) => body }

/** A page with as many posts with a link as two pages of a list hold. */
function postsOf({ publish }, count = 30) {
  for (let at = 0; at < count; at += 1) publish({ message: 'Hello', link: 'https://example.test/' })
}

/** The posts of the page that `steps` lead to, such as `next` and `previous`. */
function listed(world, params, steps = []) {
  postsOf(world)
  const { get, page } = world
  const first = get(`/${page}/posts`, { limit: 25, ...params })
  return steps.reduce(({ paging }, step) => {
    const query = Object.fromEntries(new URL(paging[step]).searchParams)
    return get(`/${page}/posts`, query)
  }, first)
}

/** Lists of version 2.6 were paged by time. */
const byTime = ofRecording('paging')
const trace = ofRecording('error.fbtrace_id')

const login = ({ ask, app }, params) =>
  ask('GET', '/oauth/access_token', { client_id: app, grant_type: 'client_credentials', ...params }, '')

export const cassetteCases = [
  ...[
    ['get_connections#majesticcasual_fields_id_name', 0, []],
    ['get_connections#majesticcasual_fields_id_name_next_page1', 0, ['next']],
    ['get_connections#majesticcasual_fields_id_name_prev_page1', 0, ['next', 'previous']],
    ['get_connections#next_majesticcasual_fields_id_name', 0, ['next']],
    ['get_connections#prev_majesticcasual_fields_id_name', 0, ['next', 'previous']],
    ['get_connections#majesticcasual_fields_id_name_next_prev', 0, []],
  ].map(([file, exchange, steps]) => ({
    ...exfacebook,
    // Posts have no name since version 3.3.
    ...{ family: 'feed', file, exchange, reasons: { ...byTime, ...ofRecording('data.[].name') } },
    ask: (world) => listed(world, { fields: 'id,name' }, steps),
  })),
  {
    ...exfacebook,
    ...{ family: 'feed', file: 'batch#next_prev_get_connections_for_pages', reasons: byTime },
    ask: (world) => listed(world, {}),
  },
  {
    ...exfacebook,
    ...{ family: 'user', file: 'get_object#me_fields_id_name' },
    ask: ({ get, userToken }) => get('/me', { fields: 'id,name' }, userToken),
  },
  {
    ...exfacebook,
    ...{ family: 'feed', file: 'get_connections#me_fields_id_name' },
    ask: ({ get, userToken }) => get('/me/feed', { fields: 'id,name', limit: 25 }, userToken),
  },
  {
    ...g5,
    ...{ family: 'login', file: 'access_token_invalid_client_secret', reasons: trace },
    ask: (world) => login(world, { client_secret: 'bar' }),
  },
  {
    ...g5,
    ...{ family: 'login', file: 'access_token_invalid_client_id', reasons: trace },
    ask: (world) => login(world, { client_id: 'foo', client_secret: 'bar' }),
  },
  {
    ...g5,
    ...{ family: 'login', file: 'access_token', reasons: ofRecording('') },
    ask: (world) => login(world, { client_secret: world.appSecret }),
  },
  {
    ...g5,
    ...{ family: 'errors', file: 'page_posts_invalid_client_secret', exchange: 1, reasons: trace },
    ask: ({ ask, page }) => ask('GET', `/${page}/posts`, {}, ''),
  },
  {
    ...g5,
    ...{ family: 'login', file: 'user', exchange: 3 },
    reasons: { data: 'not simulated', error: 'not simulated' },
    ask: ({ get, app, appToken }) => get(`/${app}/permissions`, {}, appToken),
  },
  {
    ...g5,
    ...{ family: 'post', file: 'page_posts', exchange: 1 },
    reasons: ofRecording(
      'data.[].from.category data.[].from.category_list data.[].likes.summary.can_like ' +
        'data.[].likes.summary.has_liked paging.previous paging.cursors',
    ),
    ask(world) {
      postsOf(world, 21)
      const post = world.publish()
      for (let count = 0; count < 2; count += 1) world.like(post)
      const fields = 'likes.limit(1).summary(true),shares,message,id,created_time,from'
      return world.get(`/${world.page}/posts`, { fields, limit: 20 })
    },
  },
]
