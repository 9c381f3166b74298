import { expect, test } from 'vitest'
import { explore, type ProcessContext } from '../../../src/explore/index.ts'
import { createWorld } from '../../../src/index.ts'
import {
  action,
  area,
  areaRows,
  endpoint,
  fact,
  instant,
  rowId,
  service,
  successResult,
  table,
  z,
} from '../../../src/service/area/index.ts'

const HOUR = 3_600_000

const alarms = table({
  row: z.object({ page: rowId('pages'), rings: instant() }),
  edges: { byPage: { owners: ({ page }) => [[page]] } },
})

const ring = action({
  params: z.object({ alarm: z.number(), app: z.number() }),
  result: successResult,
  run({ params, tx, notify }) {
    notify({ app: params.app, about: params.alarm, field: 'rings', value: { alarm: String(params.alarm) } })
    tx.remove(alarms, params.alarm)
    return { success: true }
  },
})
const setAlarm = action({
  params: z.object({ page: z.number(), app: z.number() }),
  result: z.object({ id: z.string() }),
  run({ params: { page, app }, tx, now }) {
    const { id } = tx.insert(alarms, { page, rings: now + HOUR })
    tx.schedule({ at: now + HOUR, key: `alarm/${id}`, action: 'ring', params: { alarm: id, app } })
    return { id: String(id) }
  },
})
const countAlarms = endpoint({
  route: 'GET /{page}/alarms',
  node: service.pages,
  params: z.object({}),
  result: z.object({ total: z.number() }),
  run: ({ node, tx }) => ({ total: tx.count(alarms, 'byPage', [node.id]) }),
})
const wasSet = fact({
  text: 'somebody sets an alarm',
  action: setAlarm,
  makes: alarms,
  noun: 'alarm',
  params({ target }) {
    const [page, app] = [target(service.pages), target(service.apps)]
    return page && app && { page: page.id, app: app.id }
  },
})
const clock = area('clock', {
  version: 1,
  tables: { alarms },
  endpoints: { countAlarms },
  actions: { setAlarm, ring },
  facts: { wasSet },
})

function begun() {
  const world = createWorld({ areas: [clock] })
  const { app, page } = world.starter({ publications: false })
  world.actions.setWebhook({ app }).unwrap()
  world.actions.setAlarm({ page: Number(page), app: Number(app) }).unwrap()
  return world
}

/** Keeps how many alarms there are when it begins, and each that rings. */
async function sut({ fetch, baseUrl, names, store }: ProcessContext) {
  const answer = await fetch(`${baseUrl}/v24.0/${names.page}/alarms?access_token=${names.pageToken}`)
  const { total }: { total: number } = await answer.json()
  if (total > 0) await store.set('seen', total)
  return {
    jobs: { wait: { every: '2h' as const, run: async () => {} } },
    async webhook(request: Request) {
      const { entry }: { entry: { changes: { value: { alarm: string } }[] }[] } = await request.json()
      for (const { changes } of entry) for (const { value } of changes) await store.set(value.alarm, 'rang')
      return new Response()
    },
  }
}

test('rows from before, scheduled actions and notices reach the code under test', async () => {
  const seen = { before: false, rang: false, left: false }
  await explore({
    name: 'alarms',
    world: begun,
    sut,
    mirror: { rang: async ({ store }) => (await store.list()).map(([key]) => key) },
    environment: ['clock.wasSet'],
    hostile: {
      transport: false,
      errors: false,
      delays: false,
      limits: false,
      tokens: false,
      restarts: false,
    },
    eventually: {
      'it is noted': ({ world, mirror }) => {
        seen.before ||= mirror['rang']?.includes('seen') === true
        seen.rang ||= (mirror['rang'] ?? []).length > 2
        seen.left ||= areaRows(world, alarms).length > 0
        return true
      },
    },
    runs: 20,
    kinds: 1,
    stories: false,
  })
  // The alarm from before and those of facts rang while time passed: none is left.
  expect(seen).toEqual({ before: true, rang: true, left: false })
})
