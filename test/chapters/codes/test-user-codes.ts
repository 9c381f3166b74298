import type { TestAccountRow, TokenRow } from '../../../src/chapters/rows.ts'
import type { World } from '../../../src/world/world.ts'
import { act, call, type Scene, serveWhile } from '../../service/scene.ts'
import { invalidToken, type Rows, type Story, stranger, wrongLimit } from './story.ts'

/** The token of the first test user of a world. */
export function testUserToken(world: World): string {
  const rows = [...world.state.graph.rows.values()]
  const account = rows.find(({ kind }) => kind === 'testAccounts') as TestAccountRow | undefined
  const tokens = rows.filter(({ kind }) => kind === 'tokens') as TokenRow[]
  return tokens.find(({ user }) => user === account?.user)?.token ?? ''
}

/** For test users and friends valid parameters, and a story for each of their codes. */
export function testUserCodes(start: Scene): Rows {
  const { world, app, appToken } = start
  const other = act(world, 'createApp', { name: 'Other' }).unwrap()
  const [one, friend] = serveWhile(start, () =>
    [1, 2].map(() => call(world, appToken, 'createTestUser', { app }).unwrap()),
  )
  const user = one?.['id']
  const shared = { owner_access_token: appToken, uid: user }
  serveWhile(start, () =>
    call(world, String(other['token']), 'createTestUser', { app: other['id'], ...shared }).unwrap(),
  )
  const otherApp: Story = { token: () => String(other['token']) }
  const row = (params: object, story: Story, refused: Story = stranger) => ({
    params,
    codes: { 100: story, 190: invalidToken, 200: refused },
  })
  return {
    listTestUsers: row({ app }, wrongLimit, otherApp),
    createTestUser: row({ app }, { params: { name: '' } }, otherApp),
    removeTestUser: row({ app, uid: user }, { params: { uid: friend?.['id'] } }, otherApp),
    updateTestUser: row({ user: friend?.['id'], name: 'Foo Baz' }, { params: { name: '' } }),
    deleteTestUser: row({ user: friend?.['id'] }, { params: { user } }),
    listUserFeed: row({ user: start.user }, { params: { user: '1' } }),
    listUserVideos: row({ user: start.user }, { params: { user: '1' } }),
    listFriends: row({ user }, wrongLimit),
    readFriend: row({ user, friend: friend?.['id'] }, { params: { friend: 'x' } }),
    requestFriend: row({ user, friend: friend?.['id'] }, { params: { friend: user } }),
  }
}
