// Recordings of videos.
import { namesOf } from './scene.mjs'

const python = { from: 'python-facebook', family: 'video' }
const restfb = { from: 'restfb', family: 'video' }

const upload = ({ ask, page, world }) => {
  world.clock.advance('1m')
  const texts = { title: 'Success', description: 'How to bake' }
  return ask('POST', `/${page}/videos`, { file_url: 'https://video.test/a.mp4', ...texts }).id
}

const named = (world, record) => world.get(`/${upload(world)}`, { fields: namesOf(record) })

const byIds = (world, recorded) =>
  world.get('/', {
    ids: `${upload(world)},${upload(world)}`,
    fields: namesOf(Object.values(recorded)[0]),
  })

function list(world, { data: [record] }, params = {}) {
  for (let count = 0; count < 4; count += 1) upload(world)
  const read = (more) => world.get(`/${world.page}/videos`, { fields: namesOf(record), limit: 2, ...more })
  return params.next ? read({ after: read().paging.cursors.after }) : read()
}

/** Takes the steps of an upload in parts, and returns the answer to the last part. */
function parts({ ask, page, pageToken, world }, ...sizes) {
  const start = ask('POST', `/${page}/videos`, { upload_phase: 'start', file_size: 3_000_000 })
  const { upload_session_id } = start
  return sizes.reduce(({ start_offset }, size) => {
    const files = [{ part: 'video_file_chunk', name: 'a.mp4', bytes: new Uint8Array(size) }]
    const step = { page, upload_phase: 'transfer', upload_session_id, start_offset: Number(start_offset) }
    return world
      .as(pageToken)
      .uploadPageVideo({ ...step, files })
      .unwrap()
  }, start)
}

export const videoCases = [
  { ...restfb, file: 'v2_5/resumable-transfer', ask: (world) => parts(world, 1_000_000) },
  { ...restfb, file: 'v2_5/resumable-transfer-finished', ask: (world) => parts(world, 1_000_000, 2_000_000) },
  {
    ...restfb,
    file: 'v16_0/video-with-thumbnails',
    ask: named,
    // The URL was replaced by a word.
    reasons: { 'thumbnails.data.[].uri': 'recording' },
  },
  { ...python, file: 'facebook/apidata/videos/video_info_default', ask: named },
  {
    ...python,
    file: 'facebook/apidata/videos/video_info_fields',
    ask: (world) => world.get(`/${upload(world)}`),
  },
  { ...python, file: 'facebook/apidata/videos/videos_info_default', ask: byIds },
  { ...python, file: 'facebook/apidata/videos/videos_info_fields', ask: byIds },
  { ...python, file: 'facebook/apidata/videos/videos_p1', ask: (world, recorded) => list(world, recorded) },
  {
    ...python,
    file: 'facebook/apidata/videos/videos_p2',
    ask: (world, recorded) => list(world, recorded, { next: true }),
  },
  {
    ...python,
    file: 'facebook/models/video',
    ask: named,
  },
  {
    ...restfb,
    file: 'v2_5/resumable-start',
    ask: ({ ask, page }) => ask('POST', `/${page}/videos`, { upload_phase: 'start', file_size: 2_000_000 }),
  },
  {
    ...restfb,
    file: 'v2_7/video-feedtype',
    ask: (world, { feed_type: _retired, ...record }) => named(world, record),
    // Later versions do not have it.
    reasons: { feed_type: 'recording' },
  },
]
