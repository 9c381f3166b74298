// Recordings of posts, comments and likes.
import { namesOf } from './scene.mjs'

const python = { from: 'python-facebook', family: 'post' }
const restfb = { from: 'restfb', family: 'post' }

const hello = { message: 'Hello' }
const link = { message: 'Hello', link: 'https://example.test/' }

/** Reads a new post with the names of the recorded record. */
const named =
  (params = hello) =>
  ({ get, publish }, record) =>
    get(`/${publish(params)}`, { fields: namesOf(record) })

const fieldsOfAttachments =
  'attachments{description,description_tags,media,media_type,target,title,type,unshimmed_url,url,subattachments}'

/** Publishes posts, and reads a page of their list. */
function feed(world, params, posts = 6) {
  for (let count = 0; count < posts; count += 1) world.publish()
  return world.get(`/${world.page}/feed`, params)
}

const after = (list) => ({ after: list.paging.cursors.after })

/** A post with a link whose page has a preview. */
function linked(world) {
  const url = 'https://example.test/page'
  const image = 'https://example.test/image.png'
  world.act('registerUrl', { url, title: 'A page', description: 'About it', image })
  return world.publish({ message: 'Look', link: url })
}

function likes({ publish, like, get }, params) {
  const post = publish()
  like(post)
  return get(`/${post}/likes`, params)
}

export const postCases = [
  { ...python, file: 'facebook/apidata/posts/single_post_data_fields', ask: named() },
  {
    ...python,
    file: 'facebook/apidata/posts/multi_posts_data_fields',
    ask: ({ get, publish }) =>
      get('/', { ids: `${publish()},${publish()}`, fields: 'id,message,created_time,updated_time' }),
  },
  { ...python, family: 'feed', file: 'base/full_connecions_p1', ask: (world) => feed(world, { limit: 5 }) },
  {
    ...python,
    family: 'feed',
    file: 'base/full_connecions_p2',
    ask: (world) => world.get(`/${world.page}/feed`, { limit: 5, ...after(feed(world, { limit: 5 })) }),
  },
  {
    ...python,
    file: 'facebook/apidata/posts/single_post_data',
    ask: ({ get, publish }) =>
      get(`/${publish()}`, {
        fields:
          'updated_time,created_time,message,permalink_url,status_type,comments.filter(stream).summary(true)' +
          '.limit(0),reactions.summary(true).limit(0),' +
          ['like', 'love', 'wow', 'haha', 'sad', 'angry']
            .map((type) => `reactions.type(${type.toUpperCase()}).limit(0).summary(total_count).as(${type})`)
            .join(','),
      }),
  },
  {
    ...restfb,
    file: 'v2_3/post-fullpicture',
    ask: (world, record) => world.get(`/${linked(world)}`, { fields: namesOf(record) }),
  },
  {
    ...restfb,
    file: 'v2_9/post-no-likes',
    ask: ({ get, publish }) => get(`/${publish()}`, { fields: 'likes' }),
  },
  {
    ...restfb,
    file: 'v2_5/post-likes-summary',
    ask: ({ get, publish }) => get(`/${publish()}`, { fields: 'likes.limit(0).summary(true)' }),
  },
  {
    ...restfb,
    file: 'v5_0/post-with-comment',
    ask({ get, publish, comment }) {
      const post = publish()
      comment(post)
      return get(`/${post}`, { fields: 'comments.summary(true)' })
    },
  },
  {
    ...restfb,
    file: 'v2_5/message-tags',
    ask: ({ get, publish, page }) =>
      get(`/${publish({ message: `Hi @[${page}]` })}`, { fields: 'message_tags' }),
  },
  {
    ...restfb,
    file: 'v2_6/post-with-storyAndMessageTags',
    ask({ get, act, page, user }, record) {
      const app = act('createApp', { name: 'Stories', activityStories: true }).id
      const { token } = act('issueToken', {
        kind: 'page',
        app,
        user,
        page,
        scopes: ['pages_read_engagement'],
      })
      const text = `Starter Page met @[${page}]`
      const { id } = act('addPagePost', { page, message: text, story: text })
      return get(`/${id}`, { fields: namesOf(record) }, token)
    },
  },
  {
    ...restfb,
    file: 'v2_3/post-feedtargeting',
    ask: named({
      ...hello,
      feed_targeting: {
        age_min: 21,
        age_max: 65,
        locales: ['5'],
        genders: [1],
        relationship_statuses: [2],
        education_statuses: [2],
      },
    }),
    // The description gives numbers.
    reasons: {
      'feed_targeting.locales': 'contract',
      'feed_targeting.education_statuses': 'contract',
      'feed_targeting.fan_of': 'not simulated',
    },
  },
  {
    ...restfb,
    file: 'v2_5/post-scheduled',
    ask(world, record) {
      const scheduled_publish_time = world.world.clock.now / 1000 + 3_600
      const params = { published: false, unpublished_content_type: 'SCHEDULED', scheduled_publish_time }
      return named({ ...hello, ...params })(world, record)
    },
  },
  {
    ...restfb,
    file: 'v10_0/tagged-post',
    part: (record) => ({ data: [record] }),
    ask({ get, publish, page }, { data: [record] }) {
      publish({ message: `Hi @[${page}]` })
      return { data: get(`/${page}/tagged`, { fields: namesOf(record) }).data }
    },
  },
  {
    ...restfb,
    file: 'v3_2/post-sponsortags',
    ask({ get, page, pageToken, world, ownPage }, record) {
      const photo = { page, url: 'https://img.test/sponsored.png', sponsor_id: ownPage({ name: 'Sponsor' }) }
      const { post_id: post } = world.as(pageToken).uploadPagePhoto(photo).unwrap()
      return get(`/${post}`, { fields: namesOf(record) })
    },
  },
  {
    ...restfb,
    file: 'v3_3/story-attachment',
    ask: (world, record) =>
      world.get(`/${linked(world)}`, { fields: `attachments{${namesOf(record)}}` }).attachments.data[0],
  },
  {
    ...restfb,
    file: 'v2_8/post-with-calltoaction',
    ask: named({ ...link, call_to_action: { type: 'LEARN_MORE', value: { link: 'https://example.test/' } } }),
    // Version 3.3 removed it.
    reasons: { type: 'recording' },
  },
  {
    ...restfb,
    family: 'write',
    file: 'v2_5/graphresponse_id',
    ask: ({ ask, page }) => ask('POST', `/${page}/feed`, hello),
  },
  {
    ...restfb,
    family: 'write',
    file: 'v2_5/graphresponse_success',
    ask: ({ ask, publish }) => ask('DELETE', `/${publish()}`),
  },
  {
    ...restfb,
    family: 'likes',
    file: 'v2_5/likes',
    ask: (world) => likes(world, { summary: true, limit: 0 }),
    // An empty list has it (SIL-026).
    reasons: { paging: 'contract' },
  },
  {
    ...restfb,
    family: 'comments',
    file: 'v2_9/comment-messagetags',
    ask({ get, publish, ask, page }) {
      const { id } = ask('POST', `/${publish()}/comments`, { message: `Hi @[${page}]` })
      return get(`/${id}`, { fields: 'message_tags' })
    },
  },
  {
    ...python,
    family: 'comments',
    file: 'facebook/apidata/comments/comment_info',
    ask({ get, publish, ask }, record) {
      const { id } = ask('POST', `/${publish()}/comments`, hello)
      return get(`/${id}`, { fields: namesOf(record) })
    },
  },
  {
    ...python,
    family: 'comments',
    file: 'facebook/apidata/comments/comments_info',
    ask({ get, publish, ask }, recorded) {
      const ids = [1, 2].map(() => ask('POST', `/${publish()}/comments`, hello).id)
      return get('/', { ids: ids.join(','), fields: namesOf(Object.values(recorded)[0]) })
    },
  },
  {
    ...python,
    family: 'comments',
    file: 'facebook/apidata/comments/create_resp',
    ask: ({ publish, ask }, record) =>
      ask('POST', `/${publish()}/comments`, { ...hello, fields: namesOf(record) }),
  },
  {
    ...restfb,
    family: 'comments',
    file: 'v2_9/comment-permalink',
    ask({ get, publish, ask }, record) {
      const { id } = ask('POST', `/${publish()}/comments`, hello)
      return get(`/${id}`, { fields: namesOf(record) })
    },
  },
  {
    ...python,
    family: 'attachments',
    file: 'facebook/apidata/posts/multi_posts_data',
    part: (recorded) => Object.values(recorded)[0].attachments,
    ask: (world) => world.get(`/${linked(world)}`, { fields: fieldsOfAttachments }).attachments,
  },
]
