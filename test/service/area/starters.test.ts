import { expect, test } from 'vitest'
import { createWorld, replay } from '../../../src/index.ts'
import { action, area, rowId, successResult, table, z } from '../../../src/service/area/index.ts'

const row = z.object({ page: rowId('pages') })

const listed = table({ row, edges: { byPage: { owners: ({ page }) => [[page]] } } })

const addOrder = action({
  params: z.object({ page: z.number() }),
  result: successResult,
  run({ params, tx }) {
    tx.insert(listed, params)
    return { success: true }
  },
})

test('a starter world has the edges of its own areas, after another with areas of the same name', () => {
  const earlier = area('shop', { version: 1, tables: { orders: table({ row, edges: {} }) } })
  createWorld({ areas: [earlier] }).starter()
  const areas = [area('shop', { version: 1, tables: { orders: listed }, actions: { addOrder } })]
  const world = createWorld({ areas })
  const { page } = world.starter()
  world.actions.addOrder({ page: Number(page) }).unwrap()
  const played = replay(world.history.recording(), { areas })
  expect(played.difference).toBeUndefined()
  expect(played.world.hash('full')).toBe(world.hash('full'))
})
