// Recordings of comments, likes and reactions of posts, and of single comments.
import { namesOf } from './scene.mjs'

const python = { from: 'python-facebook', family: 'comments' }
const restfb = { from: 'restfb', family: 'comments' }

/** A comment of the page on a post of it. */
const ownComment = ({ publish, ask }) =>
  ask('POST', `/${publish()}/comments`, { message: 'Yes, really great' }).id

function comments(world, params = {}) {
  const { publish, comment, get, world: time } = world
  const post = publish()
  for (let count = 0; count < 18; count += 1) {
    comment(post)
    time.clock.advance('1m')
  }
  const fields = 'comment_count,created_time,like_count,message,permalink_url,id'
  const asked = { fields, summary: true, filter: 'toplevel', limit: 11 }
  const list = (more) => get(`/${post}/comments`, { ...asked, ...more })
  return params.next ? list({ after: list().paging.cursors.after }) : list()
}

function reacted({ publish, like }, count = 3) {
  const post = publish()
  for (let person = 0; person < count; person += 1) like(post)
  return post
}

export const edgeCases = [
  {
    ...python,
    file: 'facebook/apidata/comments/comments_p1',
    ask: (world) => comments(world),
    // Every record has its id.
    reasons: { 'data.[].id': 'recording' },
  },
  {
    ...python,
    file: 'facebook/apidata/comments/comments_p2',
    ask: (world) => comments(world, { next: true }),
    reasons: { 'data.[].id': 'recording' },
  },
  {
    ...python,
    file: 'facebook/models/comment',
    ask({ publish, ask, get }, record) {
      const message = { message: 'My nice car', attachment_url: 'https://img.test/car.png' }
      const { id } = ask('POST', `/${publish()}/comments`, message)
      return get(`/${id}`, { fields: namesOf(record) })
    },
  },
  {
    ...restfb,
    file: 'v2_9/comment-reactions',
    ask(world) {
      const comment = ownComment(world)
      for (let count = 0; count < 5; count += 1)
        world.act('setCommentReaction', { comment: comment.split('_')[1], user: world.person() })
      return world.get(`/${comment}`, { fields: 'reactions.limit(3).summary(1),message' })
    },
  },
  {
    ...python,
    family: 'likes',
    file: 'facebook/apidata/likes/likes_resp',
    ask: (world, { data: [record] }) => world.get(`/${reacted(world)}/likes`, { fields: namesOf(record) }),
  },
  {
    ...restfb,
    family: 'likes',
    file: 'v2_2/cursor_only_paging1',
    ask: (world) => world.get(`/${reacted(world, 1)}/likes`),
  },
  {
    ...restfb,
    family: 'likes',
    file: 'v4_0/strange-cursor',
    ask: (world) => world.get(`/${reacted(world)}/likes`, { limit: 1, summary: 'total_count' }),
  },
  {
    ...restfb,
    family: 'reactions',
    file: 'v2_6/post-with-reactions',
    ask: (world) => world.get(`/${reacted(world, 1)}`, { fields: 'reactions.summary(true)' }),
  },
]
