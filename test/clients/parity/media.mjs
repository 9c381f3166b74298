// Recordings of media and of their users.
import { namesOf } from './scene.mjs'

const python = { from: 'python-facebook', family: 'media' }

const children = [1, 2].map((count) => ({ type: 'IMAGE', url: `https://img.test/${count}.png` }))

/** Publishes an album, and returns its id. */
const album = ({ act, user }) =>
  act('publishMedia', { user, type: 'CAROUSEL_ALBUM', caption: 'Two pictures', children }).id
const image = ({ act, user }, caption = 'A picture') =>
  act('publishMedia', { user, url: 'https://img.test/a.png', caption }).id

const listFields =
  'media_url,permalink,children{media_url,permalink,timestamp,username,media_type,thumbnail_url,id},timestamp,username,caption,media_type,thumbnail_url,id'

/** A person without media, in place of the one of the starter world. */
function owner(world) {
  const { act, app } = world
  const user = act('createUser', { name: 'Ikro Kun', username: 'ikroskun' }).id
  const { token } = act('issueToken', { kind: 'user', app, user, scopes: ['user_profile', 'user_media'] })
  return { ...world, user, userToken: token }
}

function list(world, params = {}) {
  for (let count = 0; count < 10; count += 1) {
    image(world)
    world.world.clock.advance('1m')
  }
  return world.get(`/${world.user}/media`, { fields: listFields, limit: 6, ...params }, world.userToken)
}

/** Reads the person of a token with their media. */
function basicUser({ act, app, get, world }) {
  const user = act('createUser', { name: 'Ikro Kun', username: 'ikroskun', accountType: 'BUSINESS' }).id
  const scopes = ['user_profile', 'user_media']
  const { token } = world.actions.issueToken({ kind: 'user', app, user, scopes }).unwrap()
  return get('/me', { fields: 'account_type,id,media_count,username' }, token)
}

export const mediaCases = [
  { ...python, file: 'instagram_basic/apidata/user/user_info', ask: basicUser },
  { ...python, file: 'instagram_basic/models/user_info', ask: basicUser },
  {
    ...python,
    file: 'instagram_basic/apidata/media/media_info',
    ask: (world, record) => world.get(`/${album(world)}`, { fields: namesOf(record) }, world.userToken),
  },
  {
    ...python,
    file: 'instagram_basic/apidata/media/medias_info',
    ask: (world, recorded) =>
      world.get(
        '/',
        { ids: `${album(world)},${image(world)}`, fields: namesOf(Object.values(recorded)[0]) },
        world.userToken,
      ),
  },
  {
    ...python,
    file: 'instagram_basic/apidata/media/media_children',
    ask: (world, { data: [record] }) =>
      world.get(`/${album(world)}/children`, { fields: namesOf(record) }, world.userToken),
    // Every list has it (CNV-011).
    reasons: { paging: 'contract' },
  },
  {
    ...python,
    file: 'instagram_basic/models/media_info',
    ask: (world, record) =>
      world.get(
        `/${album(world)}`,
        {
          fields: `${namesOf(record)},children{${namesOf(record.children.data[0])}}`.replace('children,', ''),
        },
        world.userToken,
      ),
    // Every list has it (CNV-011).
    reasons: { 'children.paging': 'contract' },
  },
  { ...python, file: 'instagram_basic/apidata/user/user_medias_p1', ask: (world) => list(owner(world)) },
  {
    ...python,
    file: 'instagram_basic/apidata/user/user_medias_p2',
    ask(scene) {
      const world = owner(scene)
      const { paging } = list(world)
      const params = { fields: listFields, limit: 6, after: paging.cursors.after }
      return world.get(`/${world.user}/media`, params, world.userToken)
    },
  },
]
