// Recordings of albums and of pictures of profiles.
import { namesOf } from './scene.mjs'

const python = { from: 'python-facebook', family: 'album' }

const makeAlbum = ({ ask, page, world }) => {
  world.clock.advance('1m')
  return ask('POST', `/${page}/albums`, { name: 'World tour', message: 'The programme of the year' }).id
}

/** An album with a photo, which is its cover. */
function fullAlbum(world, caption) {
  const album = makeAlbum(world)
  world.ask('POST', `/${album}/photos`, { url: 'https://img.test/cover.png', ...(caption && { caption }) })
  return album
}

/** Lists the albums of two pages: the last one is that of the starter. */
function albums(world, params = {}) {
  for (let count = 0; count < 5; count += 1) makeAlbum(world)
  return world.get(`/${world.page}/albums`, { limit: 3, ...params })
}

export const albumCases = [
  {
    ...python,
    file: 'facebook/apidata/albums/album_info_default',
    ask: (world) => world.get(`/${makeAlbum(world)}`),
  },
  {
    ...python,
    file: 'facebook/apidata/albums/album_info_fields',
    ask: (world, record) => world.get(`/${makeAlbum(world)}`, { fields: namesOf(record) }),
  },
  {
    ...python,
    file: 'facebook/apidata/albums/albums_info_default',
    ask: (world) => world.get('/', { ids: [1, 2].map(() => makeAlbum(world)).join(',') }),
  },
  {
    ...python,
    file: 'facebook/apidata/albums/albums_info_fields',
    ask: (world, recorded) =>
      world.get('/', {
        ids: [1, 2].map(() => makeAlbum(world)).join(','),
        fields: namesOf(Object.values(recorded)[0]),
      }),
  },
  { ...python, file: 'facebook/apidata/albums/albums_list_p1', ask: (world) => albums(world) },
  {
    ...python,
    file: 'facebook/apidata/albums/albums_list_p2',
    ask(world) {
      const { paging } = albums(world)
      return world.get(`/${world.page}/albums`, { limit: 3, after: paging.cursors.after })
    },
  },
  {
    ...python,
    file: 'facebook/models/album',
    ask: (world, record) => world.get(`/${fullAlbum(world)}`, { fields: namesOf(record) }),
  },
  {
    from: 'restfb',
    family: 'album',
    file: 'v2_4/album-coverphoto',
    part: (record) => ({ id: '1', ...record }),
    ask: (world) => world.get(`/${fullAlbum(world, 'The cover')}`, { fields: 'cover_photo' }),
  },
  {
    ...python,
    family: 'picture',
    file: 'facebook/apidata/pictures/single_picture',
    ask: ({ get, page }) => get(`/${page}/picture`, { redirect: 0, type: 'large' }),
  },
  {
    ...python,
    family: 'picture',
    file: 'base/connecion_data',
    ask: ({ get, page }) => get(`/${page}/picture`, { redirect: 0 }),
  },
  {
    ...python,
    family: 'picture',
    file: 'facebook/apidata/pictures/multi_pictures',
    ask: ({ get, page, ownPage, userToken }) =>
      get(
        '/picture',
        { ids: `${page},${ownPage({ name: 'Other' })}`, redirect: 0, type: 'large' },
        userToken,
      ),
  },
]
