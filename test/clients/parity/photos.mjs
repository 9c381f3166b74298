// Recordings of photos.
import { namesOf } from './scene.mjs'

const python = { from: 'python-facebook', family: 'photo' }

const pageOfPhotos = ({ upload, get, page }, params) => {
  for (let count = 0; count < 4; count += 1) upload()
  return get(`/${page}/photos`, {
    type: 'uploaded',
    fields: 'id,created_time,name,updated_time,link',
    limit: 2,
    ...params,
  })
}

export const photoCases = [
  {
    ...python,
    file: 'facebook/apidata/photos/photo_info_default',
    ask: ({ get, upload }) => get(`/${upload()}`),
  },
  {
    ...python,
    file: 'facebook/apidata/photos/photo_info_fields',
    ask: ({ get, upload }, record) => get(`/${upload()}`, { fields: `${namesOf(record)},name` }),
  },
  {
    ...python,
    file: 'facebook/apidata/photos/photos_info_default',
    ask: ({ get, upload }) => get('/', { ids: `${upload()},${upload()}` }),
  },
  {
    ...python,
    file: 'facebook/apidata/photos/photos_info_fields',
    ask: ({ get, upload }) =>
      get('/', { ids: `${upload()},${upload()}`, fields: 'id,created_time,name,updated_time,link' }),
  },
  { ...python, file: 'facebook/apidata/photos/photos_p1', ask: (world) => pageOfPhotos(world) },
  {
    ...python,
    file: 'facebook/apidata/photos/photos_p2',
    ask(world) {
      const { paging } = pageOfPhotos(world)
      return world.get(`/${world.page}/photos`, {
        type: 'uploaded',
        fields: 'id,created_time,name,updated_time,link',
        limit: 2,
        after: paging.cursors.after,
      })
    },
  },
]
