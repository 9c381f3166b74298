// Recordings of Instagram accounts, their media, and what publishes them.
import { namesOf } from './scene.mjs'

const python = { from: 'python-facebook', family: 'instagram' }
const restfb = { from: 'restfb', family: 'instagram' }

const image = 'https://img.test/a.png'
const video = 'https://video.test/a.mp4'

/** The Instagram account of the page. */
const account = ({ act, page }) =>
  act('createInstagramAccount', { page, username: 'bread', name: 'Bread', biography: 'Fresh' }).id

/** Makes a container, and waits until it is ready. */
function container({ ask, world }, id, params = { image_url: image }) {
  const made = ask('POST', `/${id}/media`, params).id
  world.clock.advance('1m')
  return made
}
const publish = ({ ask }, id, creation_id) => ask('POST', `/${id}/media_publish`, { creation_id }).id

/** Publishes an image or an album, and returns its id. */
function published(world, { id = account(world), album = false, caption = 'Text' } = {}) {
  if (!album) return publish(world, id, container(world, id, { image_url: image, caption }))
  const children = [{ image_url: image }, { media_type: 'VIDEO', video_url: video }].map((item) =>
    container(world, id, { ...item, is_carousel_item: true }),
  )
  return publish(world, id, container(world, id, { media_type: 'CAROUSEL', children, caption }))
}

/** The names of a record, with those of the items of its album. */
const withItems = ({ children, ...record }) =>
  children ? `${namesOf(record)},children{${namesOf(Object.assign({}, ...children.data))}}` : namesOf(record)

/** A page of the media of an account: two images without text, and two that have one. */
function list(world, { data }, params = {}) {
  const id = account(world)
  const shapes = [{ caption: 'Older' }, { album: true }, { caption: undefined }, { caption: undefined }]
  for (const shape of shapes) {
    published(world, { id, ...shape })
    world.world.clock.advance('1m')
  }
  const names = withItems(Object.assign({}, ...data))
  const read = (more) => world.get(`/${id}/media`, { fields: names, limit: 2, ...more })
  return params.next ? read({ after: read().paging.cursors.after }) : read()
}

const named = (world, record) => world.get(`/${account(world)}`, { fields: namesOf(record) })
const mediaNamed = (shape) => (world, record) =>
  world.get(`/${published(world, shape)}`, { fields: withItems(record) })
const containerNamed = (world, record) =>
  world.get(`/${container(world, account(world))}`, { fields: namesOf(record) })

/** Publishes a story, and returns its id. */
function story(world, id = account(world), caption = 'Text') {
  world.world.clock.advance('1m')
  return publish(world, id, container(world, id, { media_type: 'STORIES', image_url: image, caption }))
}

const storyNamed = (world, record) => world.get(`/${story(world)}`, { fields: namesOf(record) })

/** A page of the stories of an account. */
function stories(world, { data }, params = {}) {
  const id = account(world)
  const limit = params.limit ?? 10
  for (let count = 0; count < 3; count += 1) story(world, id)
  const fields = namesOf(Object.assign({}, ...data))
  const read = (more) => world.get(`/${id}/stories`, { fields, limit, ...more })
  return params.next ? read({ after: read().paging.cursors.after }) : read()
}

export const instagramCases = [
  { ...python, file: 'instagram/apidata/stories/story_info', ask: storyNamed },
  { ...python, file: 'instagram/models/ig_story', ask: storyNamed },
  {
    ...python,
    file: 'instagram/apidata/stories/stories_info',
    ask(world, recorded) {
      const id = account(world)
      const fields = namesOf(Object.assign({}, ...Object.values(recorded)))
      return world.get('/', { ids: `${story(world, id)},${story(world, id)}`, fields })
    },
  },
  {
    ...python,
    file: 'instagram/apidata/stories/stories_default',
    ask: (world, recorded) => stories(world, recorded),
    // Every list has it (CNV-011).
    reasons: { 'paging.cursors.after': 'contract' },
  },
  {
    ...python,
    file: 'instagram/apidata/stories/stories_fields_p1',
    ask: (world, recorded) => stories(world, recorded, { limit: 2 }),
  },
  {
    ...python,
    file: 'instagram/apidata/stories/stories_fields_p2',
    ask: (world, recorded) => stories(world, recorded, { limit: 2, next: true }),
    reasons: { 'paging.cursors.after': 'contract' },
  },
  {
    ...python,
    file: 'instagram/models/ig_publish_limit',
    ask: (world) => world.get(`/${account(world)}/content_publishing_limit`).data[0],
  },
  { ...python, file: 'instagram/apidata/users/user_fields', ask: named },
  { ...python, file: 'instagram/models/ig_user', ask: named },
  { ...restfb, file: 'instagram/user', ask: named },
  {
    ...restfb,
    file: 'v2_11/page-with-instagram',
    ask(world, record) {
      account(world)
      return world.get(`/${world.page}`, { fields: namesOf(record) })
    },
  },
  { ...python, file: 'instagram/apidata/users/medias_p1', ask: list },
  {
    ...python,
    file: 'instagram/apidata/users/medias_p2',
    ask: (world, recorded) => list(world, recorded, { next: true }),
  },
  {
    ...python,
    file: 'instagram/apidata/users/stories',
    ask(world, { data: [record] }) {
      const id = account(world)
      for (const source of [{ image_url: image }, { video_url: video }]) {
        const story = container(world, id, { media_type: 'STORIES', ...source })
        world.world.clock.advance('1m')
        publish(world, id, story)
      }
      return world.get(`/${id}/stories`, { fields: namesOf(record) })
    },
  },
  { ...python, file: 'instagram/apidata/medias/media_default', ask: mediaNamed({ album: true }) },
  { ...python, file: 'instagram/models/ig_media', ask: mediaNamed({ album: true }) },
  // The URLs were replaced by words.
  { ...restfb, file: 'instagram/media-image', ask: mediaNamed({}), reasons: { media_url: 'recording' } },
  {
    ...restfb,
    file: 'instagram/media-carousel',
    ask: mediaNamed({ album: true }),
    reasons: { media_url: 'recording', 'children.data.[].media_url': 'recording' },
  },
  {
    ...python,
    file: 'instagram/apidata/medias/medias_fields',
    ask(world, recorded) {
      const id = account(world)
      const ids = [published(world, { id }), published(world, { id, album: true })]
      const names = withItems(Object.assign({}, ...Object.values(recorded)))
      return world.get('/', { ids: ids.join(','), fields: names })
    },
  },
  {
    ...python,
    file: 'instagram/apidata/medias/children',
    ask: (world, { data: [record] }) =>
      world.get(`/${published(world, { album: true })}/children`, { fields: namesOf(record) }),
  },
  { ...python, file: 'instagram/apidata/publish/container_info', ask: containerNamed },
  { ...python, file: 'instagram/models/ig_container', ask: containerNamed },
  { ...restfb, file: 'instagram/container_no_copyright', ask: containerNamed },
  { ...restfb, file: 'instagram/container', ask: containerNamed },
  {
    ...python,
    file: 'instagram/apidata/publish/containers_info',
    ask(world, recorded) {
      const id = account(world)
      const ids = `${container(world, id)},${container(world, id)}`
      return world.get('/', { ids, fields: namesOf(Object.values(recorded)[0]) })
    },
  },
  {
    ...python,
    file: 'instagram/apidata/publish/create_photo',
    ask: (world) => world.ask('POST', `/${account(world)}/media`, { image_url: image }),
  },
  {
    ...python,
    file: 'instagram/apidata/publish/create_video',
    ask: (world) =>
      world.ask('POST', `/${account(world)}/media`, {
        media_type: 'REELS',
        video_url: video,
      }),
  },
  {
    ...python,
    file: 'instagram/apidata/publish/publish_container',
    ask(world) {
      const id = account(world)
      return world.ask('POST', `/${id}/media_publish`, { creation_id: container(world, id) })
    },
  },
  ...[
    [python, 'instagram/apidata/publish/publish_limit_resp'],
    [python, 'instagram/apidata/users/content_publish_limit'],
    [restfb, 'instagram/content_publishing_limit'],
  ].map(([from, file]) => ({
    ...from,
    file,
    ask: (world) => world.get(`/${account(world)}/content_publishing_limit`),
  })),
]
