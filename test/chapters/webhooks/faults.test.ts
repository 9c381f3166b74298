import { describe, expect, test } from 'vitest'
import type { FaultRule } from '../../../src/world/faults.ts'
import { forked } from '../../service/scene.ts'
import { hooked, submit } from './hook-world.ts'

const start = hooked()
const { app, page } = start

/** Submits three leads under a rule. Returns status, due time and leads (by number) of each delivery. */
function under(rule: FaultRule) {
  const scene = forked(start)
  const added = scene.world.faults.add(rule)
  const leads = [submit(scene), submit(scene), submit(scene)]
  const deliveries = scene.world.webhooks.outbox.map(({ status, due, request, reason }) => {
    const ids = [...request.body.matchAll(/"leadgen_id":(\d+)/g)].map(([, id = '']) => leads.indexOf(id) + 1)
    return [status, due === null ? reason : due - scene.world.clock.now, ids.join()]
  })
  return { deliveries, hits: added.hits, id: added.id }
}

describe('a fault rule of notices', () => {
  test.each<[string, FaultRule, (id: string) => readonly unknown[], number]>([
    [
      'drops',
      { match: {}, fault: { kind: 'notice', how: 'drop' }, skip: 1, times: 1 },
      (id) => [
        ['dropped', `The fault rule ${id} dropped it`, '2'],
        ['queued', 0, '1,3'],
      ],
      1,
    ],
    [
      'duplicates',
      { match: { app }, fault: { kind: 'notice', how: 'duplicate' }, times: 1 },
      () => [['queued', 0, '1,1,2,3']],
      1,
    ],
    [
      'delays',
      { match: { target: page }, fault: { kind: 'notice', how: 'delay', by: '2h' }, every: 2 },
      () => [
        ['queued', 0, '1,3'],
        ['queued', 7_200_000, '2'],
      ],
      1,
    ],
    [
      'delays by a minute',
      { match: {}, fault: { kind: 'notice', how: 'delay' }, times: 1 },
      () => [
        ['queued', 0, '2,3'],
        ['queued', 60_000, '1'],
      ],
      1,
    ],
    [
      'delays every notice',
      { match: {}, fault: { kind: 'notice', how: 'delay' } },
      () => [
        ['queued', 60_000, '1'],
        ['queued', 60_000, '2'],
        ['queued', 60_000, '3'],
      ],
      3,
    ],
    ['reorders', { match: {}, fault: { kind: 'notice', how: 'reorder' } }, () => [['queued', 0, '2,3,1']], 3],
    [
      'acts on its own app only',
      { match: { app: page }, fault: { kind: 'notice', how: 'drop' } },
      () => [['queued', 0, '1,2,3']],
      0,
    ],
    [
      'acts on its own page only',
      { match: { target: app }, fault: { kind: 'notice', how: 'drop' } },
      () => [['queued', 0, '1,2,3']],
      0,
    ],
    [
      'acts in its time span only',
      { match: { between: [0, 1] }, fault: { kind: 'notice', how: 'drop' } },
      () => [['queued', 0, '1,2,3']],
      0,
    ],
  ])('%s', (_, rule, expected, hits) => {
    const result = under(rule)
    expect(result.deliveries).toEqual(expected(result.id))
    expect(result.hits).toBe(hits)
  })

  test('does not act on calls', () => {
    const { world, pageToken } = forked(start)
    const { id } = world.faults.add({ match: {}, fault: { kind: 'notice', how: 'drop' } })
    expect(world.as(pageToken).listPageFeed({ page }).ok).toBe(true)
    expect(world.faults.rules.find((rule) => rule.id === id)?.seen).toBe(0)
  })

  test.each<[string, object]>([
    ['operation', { match: { operation: 'readLead' }, fault: { kind: 'notice', how: 'drop' } }],
    ['unknown kind of fault', { match: {}, fault: { kind: 'notice', how: 'lose' } }],
    ['delay below one millisecond', { match: {}, fault: { kind: 'notice', how: 'delay', by: 0.5 } }],
  ])('with this member is refused: %s', (_, rule) => {
    expect(() => forked(start).world.faults.add(rule as FaultRule)).toThrow(TypeError)
  })
})
