import { describe, expect, test } from 'vitest'
import { begin, refusedBy } from '../../service/scene.ts'
import { type Added, ask, namesOf, worldOf } from './audience-world.ts'

const given = (...ids: string[]) => ({ targeting_list: ids.map((id) => ({ type: 'interests', id })) })

/** Paths of up to three levels. The sizes are not in the order of the names. */
const tree: Added[] = [
  { id: '1', name: 'A/x one', path: ['A', 'x'], audienceSize: 10 },
  { id: '2', name: 'A/x two', path: ['A', 'x'], audienceSize: 20 },
  { id: '3', name: 'A/y', path: ['A', 'y'], audienceSize: 900 },
  { id: '4', name: 'A', path: ['A'], audienceSize: 800 },
  { id: '5', name: 'B/x', path: ['B', 'x'], audienceSize: 1_000 },
  { id: '6', name: 'A/x deep', path: ['A', 'x', 'deep'], audienceSize: 5 },
  { id: '7', name: 'nowhere', audienceSize: 2_000 },
]

describe('targeting_list [TGT-025]', () => {
  test.each<[string, object, string[]]>([
    ['the same category first, then the parent', given('1'), ['A/x two', 'A/x deep', 'A/y', 'A']],
    ['audiences of the list are left out', given('1', '2'), ['A/x deep', 'A/y', 'A']],
    ['the longest path shared with any entry', given('3', '6'), ['A/x two', 'A/x one', 'A']],
    ['the nearest to either entry', given('5', '1'), ['A/x two', 'A/x deep', 'A/y', 'A']],
    ['nothing without a path', given('7'), []],
    ['nothing for an unknown id', given('99'), []],
    [
      'suggestions for known entries beside an unknown one',
      given('99', '4'),
      ['A/y', 'A/x two', 'A/x one', 'A/x deep'],
    ],
    ['nothing for the id of another type', { targeting_list: [{ type: 'behaviors', id: '1' }] }, []],
    ['JSON text', { targeting_list: JSON.stringify(given('5').targeting_list) }, []],
    [
      'an id that is a number',
      { targeting_list: [{ type: 'interests', id: 3 }] },
      ['A', 'A/x two', 'A/x one', 'A/x deep'],
    ],
  ])('%s', (_, params, names) => {
    expect(namesOf(worldOf(...tree), 'suggestTargeting', params)).toEqual(names)
  })

  test.each<[string, object]>([
    ['is left out [TGT-026]', {}],
    ['is empty [TGT-026]', { targeting_list: [] }],
    ['has an entry without an id', { targeting_list: [{ type: 'interests' }] }],
    ['has an entry without a type', { targeting_list: [{ id: '1' }] }],
    ['is not a list', { targeting_list: 'football' }],
  ])('refuses the call with 100 when it %s', (_, params) => {
    const scene = begin()
    expect(refusedBy(scene.world, () => ask(scene, 'suggestTargeting', params)).code).toBe(100)
  })

  test('audiences with one id and different types are different audiences', () => {
    const alike: Added[] = ['interests', 'behaviors'].map((type) => ({
      id: '1',
      type,
      name: type,
      path: ['A'],
    }))
    expect(namesOf(worldOf(...alike), 'suggestTargeting', given('1'))).toEqual(['behaviors'])
  })

  test('audiences of one category are sorted by size, then by id', () => {
    const row = (id: string, audienceSize: number) => ({ id, name: id, path: ['A'], audienceSize })
    const rows = [row('10', 5), row('9', 5), row('8', 4), row('11', 6), row('1', 1)]
    expect(namesOf(worldOf(...rows), 'suggestTargeting', given('1'))).toEqual(['11', '9', '10', '8'])
  })
})

describe('limit [TGT-027]', () => {
  const many = Array.from({ length: 60 }, (_, at) => ({ id: String(at + 1), name: `N${at}`, path: ['A'] }))
  const scene = worldOf(...many)

  test.each<[string, object, number]>([
    ['is 30 by default [TGT-028, LIM-004]', {}, 30],
    ['may be 1', { limit: 1 }, 1],
    ['may be 31', { limit: 31 }, 31],
    ['may be 44 [TGT-029, LIM-005]', { limit: 44 }, 44],
    ['may be 45 [TGT-029, LIM-005]', { limit: 45 }, 45],
  ])('%s', (_, params, count) => {
    expect(namesOf(scene, 'suggestTargeting', { ...given('1'), ...params })).toHaveLength(count)
  })

  test.each([46, 0, -1, 1.5, 'ten'])('is refused with 100 when it is %j [TGT-029, LIM-005]', (limit) => {
    const refused = () => ask(scene, 'suggestTargeting', { ...given('1'), limit })
    expect(refusedBy(scene.world, refused).code).toBe(100)
  })
})
