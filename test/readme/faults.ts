import fc from 'fast-check'
import { type Client, createWorld } from '../../src/index.ts'

const start = createWorld()
const { page, pageToken } = start.starter()

// The code under test: it retries when a call fails.
function publish(client: Client, message: string): void {
  for (let attempt = 0; attempt < 5; attempt++) {
    if (client.publishPost({ page, message }).ok) return
  }
}

const messages = fc.array(fc.string({ minLength: 1 }))
const publishesOnce = fc.property(messages, fc.string(), (texts, seed) => {
  const world = start.fork({ seed })
  const client = world.as(pageToken)
  world.faults.add({
    match: { operation: 'publishPost' },
    fault: { kind: 'error', code: 200, when: 'afterCommit' },
    rate: 0.3,
  })
  for (const text of texts) publish(client, text)
  world.faults.clear()
  return client.listPageFeed({ page, limit: 100 }).unwrap().data.length === texts.length
})

console.log(fc.check(publishesOnce, { seed: 7 }).failed)
// → true
