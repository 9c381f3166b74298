import { createWorld, interceptFetch } from 'fauxgraph'

const world = createWorld({ starter: true, policy: 'platform' })
const { app, page, post, user, pageToken } = world.names
const intercept = interceptFetch(world, { origins: ['https://graph.facebook.com'] })

// The code under test: it thanks for comments. A notice may tell of several, and its replies are comments too.
async function onNotice(request) {
  const { entry } = await request.json()
  for (const { value } of entry.flatMap(({ changes }) => changes)) {
    if (value.item !== 'comment' || value.verb !== 'add' || value.from.id === page) continue
    const body = new URLSearchParams({ message: `Thank you for "${value.message}"`, access_token: pageToken })
    await fetch(`https://graph.facebook.com/v26.0/${value.comment_id}/comments`, { method: 'POST', body })
  }
  return new Response('ok')
}

world.actions.installApp({ app, page })
world.actions.setWebhook({ app, fields: ['feed'] })
world.webhooks.connect(app, onNotice)
world.actions.commentOnPost({ post, user, message: 'Nice' })
world.actions.commentOnPost({ post, user, message: 'Very nice' })

const [notice] = await world.webhooks.flush()
console.log(notice.notices)
// → 2
const [replies] = await world.webhooks.flush()
for (const { value } of JSON.parse(replies.request.body).entry[0].changes) console.log(value.message)
// → Thank you for "Nice"
// → Thank you for "Very nice"
console.log((await world.webhooks.flush()).length)
// → 0
intercept[Symbol.dispose]()
