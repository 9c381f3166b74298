import fc from 'fast-check'
import { expect, test } from 'vitest'
import { service } from '../../src/machine/service-machine.ts'
import { createWorld } from '../../src/world/create-world.ts'
import type { Starter } from '../../src/world/starter/starter-names.ts'
import type { Snapshot } from '../../src/world/world.ts'
import { holds } from '../chance.ts'
import { mutated, mutationsOf } from './snapshot-mutations.ts'
import { use } from './usable.ts'

/** The snapshot of a world with something in every part of its state. */
function base(): { snapshot: Snapshot; names: Starter } {
  const world = createWorld({ seed: 'snapshots', history: 'off' })
  const names = world.starter()
  const { page, pageToken, userToken, app, adAccount, campaign } = names
  const client = world.as(pageToken)
  client.publishPost({
    page,
    message: 'Later',
    published: false,
    unpublished_content_type: 'SCHEDULED',
    scheduled_publish_time: world.clock.now / 1000 + 3_600,
  })
  client.uploadPagePhoto({ page, url: 'https://img.test/a.png', published: false })
  const adbatch = [{ name: 'One', relative_url: campaign, body: 'name=One' }]
  world.as(userToken).createAsyncBatch({ adAccount, name: 'One', adbatch })
  world.actions.installApp({ page, app })
  world.actions.setWebhook({ app })
  world.actions.submitLead({ form: names.form, answers: { email: 'a@b.test' } } as never)
  world.faults.add({ match: { operation: 'readPage' as never }, fault: { kind: 'drop' }, rate: 0.5 })
  client.publishPost({ page })
  return { snapshot: JSON.parse(JSON.stringify(world.snapshot())), names }
}

const { snapshot, names } = base()

test('an unchanged snapshot is restored, and its world is usable', () => {
  expect(mutated(snapshot, []).hash).toBe(snapshot.hash)
  expect(use(snapshot, names)).toBeGreaterThanOrEqual(50)
})

test('a mutated snapshot with the right hash is refused with a place, or gives a usable world', () => {
  let [refused, used] = [0, 0]
  holds(
    100,
    fc.property(mutationsOf(snapshot), (mutations) => {
      const hostile = mutated(snapshot, mutations)
      const read = service.restore(hostile)
      if (read.ok) {
        used++
        use(hostile, names)
        return
      }
      refused++
      expect(read.problem).toMatch(/^The snapshot (?:cannot be read|is not plain JSON): \S/)
    }),
  )
  console.log(`${refused} refused, ${used} used`)
})
