import { createWorld } from '../../src/index.ts'

const world = createWorld({ now: '2026-01-15T09:00:00Z' })
const { page, pageToken } = world.starter()
world.as(pageToken).publishPost({
  page,
  message: 'later',
  published: false,
  scheduled_publish_time: world.clock.now / 1000 + 3600,
  unpublished_content_type: 'SCHEDULED',
})
console.log(world.clock.pending.length)
// → 1

const { events } = world.clock.advance('2h')
console.log(events.map(({ type }) => type))
// → [ 'post.published' ]

const fork = world.fork()
fork.clock.advance('1 month')
console.log((fork.clock.now - world.clock.now) / 86_400_000, 'days')
// → 31 days
