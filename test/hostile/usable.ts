import { registry } from '../../src/chapters/registry.ts'
import { nextTask } from '../../src/engine/state/clock.ts'
import type { State } from '../../src/index.ts'
import { service } from '../../src/machine/service-machine.ts'
import { typedPath } from '../../src/service/routes/routes.ts'
import { restoreWorld } from '../../src/world/create-world.ts'
import type { Starter } from '../../src/world/starter/starter-names.ts'
import type { World } from '../../src/world/world.ts'

const DAY = 86_400_000
const TASKS_MAX = 1_000

/**
 * Advances a state by a day. Throws beyond 1,000 tasks, more than any mutation of the base world can plan.
 */
function dayLater(from: State): State {
  const end = Math.min(from.graph.now + DAY, 253_402_300_799_999)
  let state = from
  for (let fired = 0; ; fired++) {
    const due = nextTask(state.graph)
    if (!due || due.at > end) break
    if (fired >= TASKS_MAX) throw new Error(`More than ${TASKS_MAX} tasks fired within a day`)
    const after = service.step(state, { type: 'tick' }).state
    // A world that has used its last sequence number takes no more inputs.
    if (after === state) break
    state = after
  }
  return service.step(state, { type: 'advance', to: Math.max(end, state.graph.now) }).state
}

/** Calls every reading endpoint for rows of its kind, as two callers. Returns the number of calls. */
function readAll(world: World, { userToken, pageToken }: Starter): number {
  let calls = 0
  const rows = [...world.state.graph.rows.values()]
  for (const entry of registry.routes.byName.values()) {
    if (entry.method !== 'GET') continue
    const ids = rows.filter(({ kind }) => kind === entry.kind).slice(-2)
    for (const { id } of ids.length > 0 ? ids : [{ id: 1 }]) {
      const path = typedPath(entry, { [entry.placeholder]: `${id}` }).path.join('/')
      for (const token of [userToken, pageToken]) {
        const params = { access_token: token, limit: 5, q: 'a', summary: 'total_count', ...requiredParams }
        world.request({ method: 'GET', path: `/${path}`, params })
        calls++
      }
    }
  }
  return calls
}

const requiredParams = { type: 'adinterest', text: 'a', event_source: '1' }

/** Adds a fault rule, which may be refused with a TypeError. */
function addFault({ faults }: World): void {
  try {
    faults.add({ match: { operation: 'readPhoto' }, fault: { kind: 'drop' }, times: 1 })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
}

/** Calls many writing endpoints and actions, which may be refused. Returns the number of calls. */
function writeSome(world: World, names: Starter): number {
  const { page, adAccount, campaign, userToken, pageToken, adSet, creative, user, form, lead } = names
  const user_ = world.as(userToken)
  const page_ = world.as(pageToken)
  const rows = [...world.state.graph.rows.values()]
  const idOf = (kind: string) => String(rows.find((row) => row.kind === kind)?.id ?? 1)
  const url = 'https://img.test/usable.png'
  const writes: (() => unknown)[] = [
    () => page_.publishPost({ page, message: 'Usable' }),
    () => page_.publishPost({ page, message: 'Linked', link: 'https://link.test/' }),
    () => page_.uploadPagePhoto({ page, url }),
    () => page_.uploadPagePhoto({ page, url, published: false }),
    () => page_.deletePhoto({ photo: idOf('photos') }),
    () => page_.deletePost({ post: `${page}_${idOf('posts')}` }),
    () => user_.createCampaign({ adAccount, special_ad_categories: [], name: 'Usable' }),
    () => user_.updateCampaign({ campaign, name: 'Usable', daily_budget: 900 }),
    () => user_.copyCampaign({ campaign, deep_copy: true }),
    () => user_.deleteCampaign({ campaign }),
    () => user_.uploadAdImage({ adAccount, bytes: 'R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==' }),
    () => world.actions.createUser({ name: 'Usable' }),
    () => world.actions.createAdWithCreative({ adSet, creative, name: 'Usable' }),
    () => world.actions.submitLead({ form, answers: { email: 'a@b.test' } } as never),
    () => world.actions.visitPage({ page, user, message: 'Usable' }),
    () => world.actions.setProfilePicture({ page, photo: idOf('photos') }),
    () => addFault(world),
    () => world.webhooks.outbox.length + (world.webhooks.due ?? 0),
    () => world.events.all().length + world.calls.all().length + world.clock.pending.length,
    () => world.request({ method: 'GET', path: `/${lead}`, params: { access_token: pageToken } }),
    () => world.fork({ seed: 'usable' }).hash('full'),
  ]
  for (const write of writes) write()
  return writes.length
}

/** Restores a snapshot and uses the world in many ways. Returns the number of calls. */
export function use(snapshot: unknown, names: Starter): number {
  const world = restoreWorld(snapshot)
  dayLater(world.state)
  const calls = readAll(world, names) + writeSome(world, names)
  dayLater(world.state)
  world.clock.advanceTo(Math.min(world.clock.now + DAY, 253_402_300_799_999))
  const again = restoreWorld(JSON.parse(JSON.stringify(world.snapshot())))
  if (again.hash('full') !== world.hash('full')) throw new Error('The restored world has a different hash')
  return calls
}
