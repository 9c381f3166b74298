// Recordings of fb_graph2, whose versions are 2.0 to 2.3.
import { ofRecording } from './scene.mjs'

const mock = { from: 'fb_graph2' }

/** What tokens tell since later versions. */
const later = 'type data_access_expires_at granular_scopes'
const inData = (names) => ofRecording(names.replace(/\w+/g, 'data.$&'))

const debugged = ({ get, appToken }, token) => get('/debug_token', { input_token: token }, appToken)

export const fbGraph2Cases = [
  {
    ...mock,
    ...{ family: 'comments', file: 'post/comments' },
    ask(world) {
      const post = world.publish()
      world.comment(post)
      return world.get(`/${post}/comments`, {
        fields: 'id,from,message,can_remove,created_time,like_count,user_likes',
      })
    },
  },
  {
    ...mock,
    ...{
      family: 'comments',
      file: 'post/comments_with_summary',
      reasons: ofRecording('summary.can_comment'),
    },
    ask(world) {
      const post = world.publish()
      world.comment(post)
      return world.get(`/${post}/comments`, {
        fields: 'id,from,message,can_remove,created_time,like_count,user_likes',
        summary: true,
      })
    },
  },
  {
    ...mock,
    ...{ family: 'likes', file: 'post/likes' },
    ask(world) {
      const post = world.publish()
      world.like(post)
      return world.get(`/${post}/likes`)
    },
  },
  {
    ...mock,
    ...{ family: 'token', file: 'token_metadata/app_token' },
    reasons: inData('type application expires_at data_access_expires_at scopes'),
    ask: (world) => debugged(world, world.appToken),
  },
  {
    ...mock,
    ...{ family: 'token', file: 'token_metadata/user_token' },
    reasons: inData(later),
    ask: (world) => debugged(world, world.userToken),
  },
  {
    ...mock,
    ...{ family: 'token', file: 'token_metadata/page_token' },
    reasons: inData(later),
    ask: (world) => debugged(world, world.pageToken),
  },
  {
    ...mock,
    ...{ family: 'token', file: 'token_metadata/invalid_token' },
    reasons: inData(later),
    ask: (world) => debugged(world, world.expiredToken),
  },
  {
    ...mock,
    ...{ family: 'accounts', file: 'user/accounts' },
    reasons: ofRecording('data.[].perms data.[].category_list data.[].tasks paging'),
    ask: ({ get, userToken }) => get('/me/accounts', {}, userToken),
  },
  {
    ...mock,
    ...{ family: 'login', file: 'user/permissions' },
    ask: ({ get, userToken }) => get('/me/permissions', {}, userToken),
  },
  {
    ...mock,
    ...{ family: 'errors', file: 'error/400/2500', reasons: ofRecording('error.fbtrace_id') },
    ask: ({ ask }) => ask('GET', '/me', {}, ''),
  },
  {
    ...mock,
    ...{ family: 'webhooks', file: 'app/subscriptions', reasons: ofRecording('data.[].fields') },
    ask({ act, app, get, appToken }) {
      act('setWebhook', { app, url: 'https://example.test/' })
      return get(`/${app}/subscriptions`, {}, appToken)
    },
  },
  {
    ...mock,
    ...{ family: 'app', file: 'app/test_users' },
    ask({ ask, get, app, appToken }) {
      ask('POST', `/${app}/accounts/test-users`, { installed: true }, appToken)
      return get(`/${app}/accounts/test-users`, {}, appToken)
    },
  },
  {
    ...mock,
    ...{ family: 'post', file: 'success_true' },
    ask: (world) => world.ask('DELETE', `/${world.publish()}`),
  },
  {
    ...mock,
    ...{ family: 'post', file: 'success_with_id' },
    ask: (world) => world.ask('POST', `/${world.page}/feed`, { message: 'Hello' }),
  },
]
