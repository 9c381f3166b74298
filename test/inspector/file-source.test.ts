import { expect, test } from 'vitest'
import { selectRows } from '../../src/inspector/select-rows.ts'
import { fileSource } from '../../src/inspector/viewer/state/source.ts'
import { createWorld } from '../../src/world/create-world.ts'
import type { WorldRow } from '../../src/world/history/difference.ts'

const all = { kind: 'users', search: '' }

test('a file has a long row by its beginning, and does not call it removed', async () => {
  const world = createWorld()
  world.actions.createUser({ name: `BIG ${'x'.repeat(200_000)}` }).unwrap()
  const { rows, difference } = fileSource(world.trace())
  const page = await rows({ ...all, search: 'big', at: undefined })
  expect(page.rows).toEqual([
    { id: expect.any(Number), kind: 'users', cut: expect.stringContaining('BIG xxx') },
  ])
  expect((await difference(0, 1)).rows).toMatchObject([{ change: 'created', kind: 'users' }])
})

test('a file counts the rows that its steps changed and do not have', async () => {
  const world = createWorld({ policy: { beyond: 'serve' } })
  world.actions.createUser({ name: 'One' }).unwrap()
  const trace = world.trace()
  const [step] = trace.steps
  if (!step) throw new Error('There is no step')
  const { rows, difference } = fileSource({ ...trace, steps: [{ ...step, changes: step.rows.length + 7 }] })
  expect([(await rows({ ...all, at: 0 })).leftOut, (await rows({ ...all, at: 1 })).leftOut]).toEqual([0, 7])
  expect([(await difference(0, 1)).more, (await difference(1, 1)).more]).toEqual([true, false])
})

test('a search looks into 100,000 rows, and counts the others', () => {
  function* many(): Generator<WorldRow> {
    for (let id = 1; id <= 100_007; id++)
      yield { id, kind: 'posts', message: id > 99_999 ? 'wanted' : 'other' }
  }
  const { rows, unsearched, counts } = selectRows(many(), { kind: '', search: 'Wanted' })
  expect([rows.length, unsearched, counts]).toEqual([1, 7, { posts: 100_007 }])
})
