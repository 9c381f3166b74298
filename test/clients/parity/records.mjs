// Recordings of whole records of pages, posts and photos, and of their parts.
import { namesOf } from './scene.mjs'

const python = { from: 'python-facebook', family: 'post' }
const restfb = { from: 'restfb', family: 'post' }

const reasons = (reason, names) => Object.fromEntries(names.split(' ').map((name) => [name, reason]))

const hello = { message: 'Hello' }

/** Reads a new post with the names of the recorded record. */
const named =
  (params = hello) =>
  ({ get, publish }, record) =>
    get(`/${publish(params)}`, { fields: namesOf(record) })

/** Uploads a photo with its post. Returns the ids of both. */
function photoPost({ page, pageToken, world }, caption = 'A photo') {
  world.clock.advance('1m')
  return world
    .as(pageToken)
    .uploadPagePhoto({ page, url: `https://img.test/${world.clock.now}.png`, caption })
    .unwrap()
}

/** A photo in an album. */
function albumPhoto({ page, ask }) {
  const album = ask('POST', `/${page}/albums`, { name: 'Profile pictures' }).id
  const tags = [{ tag_uid: page, x: 1, y: 1 }]
  return ask('POST', `/${album}/photos`, { url: 'https://img.test/1.png', alt_text_custom: 'A photo', tags })
    .id
}

/** A post of three photos. */
function severalPhotos({ publish, upload }, message) {
  const attached_media = [1, 2, 3].map(() => ({ media_fbid: upload({ published: false }) }))
  return publish({ message, attached_media })
}

const types = (names) =>
  names
    .map((type) => `reactions.type(${type.toUpperCase()}).limit(0).summary(total_count).as(${type})`)
    .join(',')

const counts =
  'comments.filter(stream).summary(true).limit(0),reactions.summary(true).limit(0),' +
  types(['like', 'love', 'wow', 'haha', 'sad', 'angry'])
const attached =
  'attachments{description,description_tags,media,media_type,target,title,type,unshimmed_url,url,subattachments}'

const feedFields =
  `id,${attached},created_time,full_picture,icon,message,message_tags,permalink_url,picture,shares,status_type,` +
  `updated_time,${counts}`

/** A page of a feed of posts with links, with photos and with mentions. */
function fullFeed(world, params = {}) {
  const { act, publish, upload, page, get, ownPage } = world
  act('registerUrl', {
    url: 'https://example.test/page',
    title: 'A page',
    description: 'About',
    image: 'https://example.test/image.png',
  })
  const posts = [1, 2, 3, 4, 5, 6, 7, 8].map((count) =>
    count % 2 === 0
      ? publish({
          message: `With @[${page}]`,
          attached_media: [{ media_fbid: upload({ published: false }) }],
        })
      : publish({ message: `Look, @[${page}]`, link: 'https://example.test/page' }),
  )
  for (const post of posts) act('sharePost', { post, page: ownPage({ name: 'Sharing' }) })
  return get(`/${page}/feed`, { fields: feedFields, limit: 4, ...params })
}

const canadian = {
  age_min: 21,
  geo_locations: { countries: ['CA'], regions: [{ key: '3886' }], cities: [{ key: '2468631' }] },
}

export const recordCases = [
  {
    ...python,
    family: 'feed',
    file: 'facebook/apidata/posts/feeds_default_fields_p1',
    ask: (world) => fullFeed(world),
  },
  {
    ...python,
    family: 'feed',
    file: 'facebook/apidata/posts/feeds_default_fields_p2',
    ask: (world) => fullFeed(world, { after: fullFeed(world).paging.cursors.after }),
    // base/full_connecions_p2, the last page of a feed too, has it.
    reasons: reasons('recording', 'paging.cursors.after'),
  },
  {
    ...python,
    file: 'facebook/models/post',
    ask: (world) =>
      world.get(`/${severalPhotos(world, 'Three photos')}`, {
        fields:
          'id,attachments{media_type,target,title,type,unshimmed_url,url,subattachments},created_time,full_picture,' +
          `icon,message,permalink_url,status_type,updated_time,${counts},${types(['thankful'])}`,
      }),
  },
  {
    ...restfb,
    file: 'v2_8/post-with-feedtargeting-regions',
    ask({ act, get, publish }, record) {
      const params = { age_max: 65, genders: [1], locales: [23], interests: [6003012461997] }
      const post = publish({ ...hello, targeting: canadian, feed_targeting: { ...canadian, ...params } })
      act('setPostTargeting', { post, locales: [23] })
      return get(`/${post}`, { fields: namesOf(record) })
    },
    reasons: reasons(
      'contract',
      'targeting.age_max targeting.countries targeting.regions targeting.cities feed_targeting.interests ' +
        'feed_targeting.countries feed_targeting.regions feed_targeting.cities ' +
        'feed_targeting.relationship_statuses',
    ),
  },
  {
    ...restfb,
    file: 'v2_5/post-parent',
    ask({ act, publish, ownPage, get, user, app }) {
      const page = ownPage({ name: 'Sharing' })
      const { id } = act('sharePost', { post: publish(), page })
      const scopes = ['pages_read_engagement', 'pages_read_user_content']
      const { token } = act('issueToken', { kind: 'page', app, user, page, scopes })
      return get(`/${id}`, { fields: 'id,parent_id,from' }, token)
    },
    part: ({ to, ...record }) => record,
  },
  {
    ...restfb,
    file: 'v2_8/post-multishare',
    ask: named({
      link: 'https://example.test/',
      multi_share_optimized: false,
      child_attachments: [1, 2, 3].map((count) => ({
        ...{ link: `https://example.test/${count}`, name: 'Item', description: ' ' },
        picture: 'https://img.test/item.png',
      })),
    }),
  },
  {
    ...restfb,
    file: 'v2_8/post-with-calltoaction-getquote',
    ask: named({
      link: 'https://example.test/',
      call_to_action: {
        type: 'GET_QUOTE',
        value: {
          link: 'https://example.test/',
          link_caption: 'example.test',
          link_title: 'A',
          link_description: 'B',
          lead_gen_form_id: '1',
        },
      },
    }),
  },
  {
    ...restfb,
    family: 'write',
    file: 'v2_5/graphresponse_image',
    ask: ({ ask, page }) => ask('POST', `/${page}/photos`, { url: 'https://img.test/a.png' }),
  },
  {
    ...restfb,
    family: 'photo',
    file: 'v2_5/photo-comments',
    ask(world) {
      const { id, post_id: post } = photoPost(world)
      world.comment(post)
      return world.get(`/${id}`, { fields: 'comments.summary(true),likes.summary(true)' })
    },
  },
  {
    ...python,
    family: 'photo',
    file: 'facebook/models/photo',
    ask: (world, record) => world.get(`/${albumPhoto(world)}`, { fields: namesOf(record) }),
  },
  {
    ...restfb,
    family: 'photo',
    file: 'v2_5/photo-withAlbum',
    ask: (world, record) => world.get(`/${albumPhoto(world)}`, { fields: namesOf(record) }),
    // The description has other members.
    reasons: reasons('contract', 'name_tags'),
  },
]
