import { describe, expect, test } from 'vitest'
import { begin, refusedBy } from '../../service/scene.ts'
import { type Added, ask, itemsOf, worldOf } from './audience-world.ts'

const audiences: Added[] = [
  { id: '1', name: 'Jazz music', audienceSize: 500, path: ['Music'] },
  { id: '2', type: 'behaviors', name: 'Commuters' },
  { id: '3', type: 'education_schools', name: 'Tiny School', audienceSize: 1_999 },
  { id: '8', type: 'education_schools', name: 'Lakeside' },
  { id: '8', type: 'work_employers', name: 'Lakeside' },
  { id: '21', name: 'Twins', audienceSize: 5 },
  { id: '20', name: 'TWINS', audienceSize: 6 },
]

const jazz = {
  id: '1',
  name: 'Jazz music',
  type: 'interests',
  audience_size: 500,
  path: ['Music'],
  valid: true,
}
const commuters = { id: '2', name: 'Commuters', type: 'behaviors', valid: true }

const validated = (params: object) => itemsOf(worldOf(...audiences), 'validateTargeting', params)

test('a valid item has all its fields and valid: true [TGT-009, TGT-045]', () => {
  expect(validated({ id_list: ['1'] })).toEqual([jazz])
})

describe('an item is', () => {
  test.each<[string, object, object]>([
    ['valid by type and id [TGT-037]', { targeting_list: [{ type: 'interests', id: '1' }] }, jazz],
    [
      'not valid with another type [TGT-046]',
      { targeting_list: [{ type: 'behaviors', id: '1' }] },
      { id: '1', type: 'behaviors', valid: false },
    ],
    [
      'not valid with an unknown type [TGT-046]',
      { targeting_list: [{ type: 'colours', id: '1' }] },
      { id: '1', type: 'colours', valid: false },
    ],
    [
      'not valid with an unknown id [TGT-046]',
      { targeting_list: [{ type: 'interests', id: '99' }] },
      { id: '99', type: 'interests', valid: false },
    ],
    [
      'one of two with the same id',
      { targeting_list: [{ type: 'work_employers', id: '8' }] },
      { id: '8', type: 'work_employers', valid: true },
    ],
    ['valid by its id alone [TGT-038]', { id_list: ['2'] }, commuters],
    ['valid by an id that is a number', { id_list: [2] }, commuters],
    ['valid by its name [TGT-040]', { name_list: ['Jazz music'] }, jazz],
    ['valid by its name in upper case [TGT-042]', { name_list: ['JAZZ MUSIC'] }, jazz],
    ['valid by its name in lower case [TGT-042]', { name_list: ['jazz music'] }, jazz],
    ['not valid by a part of its name', { name_list: ['Jazz'] }, { name: 'Jazz', valid: false }],
    [
      'not valid by a name with other accents',
      { name_list: ['Jázz music'] },
      { name: 'Jázz music', valid: false },
    ],
    [
      'not valid by the name of an audience that is no interest [TGT-041]',
      { name_list: ['Commuters'] },
      { name: 'Commuters', valid: false },
    ],
    ['the larger of two interests with one name', { name_list: ['twins'] }, { id: '20', valid: true }],
    ['valid even if it is small', { id_list: ['3'] }, { id: '3', audience_size: 1_999, valid: true }],
  ])('%s', (_, params, item) => {
    const [found, ...more] = validated(params)
    expect(more).toEqual([])
    expect(found).toMatchObject(item)
    // An invalid item has no other members.
    if (found?.['valid'] === false) expect(found).toEqual(item)
  })
})

test('the answer has one item for each entry: targeting_list, then id_list, then name_list', () => {
  const items = validated({
    name_list: ['nobody', 'jazz music'],
    id_list: ['2', '20', '2'],
    targeting_list: [
      { type: 'interests', id: '98' },
      { type: 'interests', id: '1' },
    ],
  })
  expect(items.map(({ id, name, valid }) => [id ?? name, valid])).toEqual([
    ['98', false],
    ['1', true],
    ['2', true],
    ['20', true],
    ['2', true],
    ['nobody', false],
    ['1', true],
  ])
})

test('ids may be separated by commas, and names may contain commas', () => {
  const scene = worldOf(...audiences, { id: '30', name: 'Food, drink' })
  const asked = (params: object) => itemsOf(scene, 'validateTargeting', params).map(({ id }) => id)
  expect(asked({ id_list: '1,2' })).toEqual(['1', '2'])
  expect(asked({ name_list: 'Food, drink' })).toEqual(['30'])
})

test('a name is matched in the language of the call', () => {
  const tea = { id: '5', name: 'Tea', translations: [{ locale: 'de_DE', name: 'Tee' }] }
  const asked = (params: object) => itemsOf(worldOf(tea), 'validateTargeting', params)
  expect(asked({ name_list: ['TEE'], locale: 'de_DE' })).toMatchObject([
    { id: '5', name: 'Tee', valid: true },
  ])
  expect(asked({ name_list: ['tea'], locale: 'de_DE' })).toEqual([{ name: 'tea', valid: false }])
})

test('an item without an id shows the requested fields without an id', () => {
  expect(validated({ name_list: ['nobody'], fields: 'valid' })).toEqual([{ valid: false }])
})

test('a list without its invalid entries is valid [TGT-047]', () => {
  const scene = worldOf(...audiences)
  const targeting_list = ['1', '99', '20'].map((id) => ({ type: 'interests', id }))
  const items = itemsOf(scene, 'validateTargeting', { targeting_list })
  const left = targeting_list.filter((_, at) => items[at]?.['valid'])
  expect(left.map(({ id }) => id)).toEqual(['1', '20'])
  const again = itemsOf(scene, 'validateTargeting', { targeting_list: left })
  expect(again.map(({ valid }) => valid)).toEqual([true, true])
})

describe('a validation is refused with 100', () => {
  test.each<[string, object]>([
    ['for an id that audiences of several types share [TGT-039]', { id_list: ['8'] }],
    ['for one such id among others [TGT-039]', { id_list: ['1', '2', '8'] }],
    ['for an unknown id alone [TGT-039]', { id_list: ['99'] }],
    ['for an unknown id among others [TGT-039]', { id_list: ['1', '99', '2'] }],
    [
      'for an unknown id beside valid lists [TGT-039]',
      { id_list: ['99'], name_list: ['jazz music'], targeting_list: [{ type: 'interests', id: '1' }] },
    ],
    ['without any list [TGT-044]', {}],
    ['with only empty lists [TGT-044]', { targeting_list: [], id_list: [], name_list: [] }],
    ['for an entry without a type', { targeting_list: [{ id: '1' }] }],
    ['for an entry without an id', { targeting_list: [{ type: 'interests' }] }],
    ['for a targeting_list that is not a list', { targeting_list: true }],
  ])('%s', (_, params) => {
    const scene = worldOf(...audiences)
    expect(refusedBy(scene.world, () => ask(scene, 'validateTargeting', params)).code).toBe(100)
  })

  test.each(['targeting_list', 'id_list', 'name_list'])('unless %s has an entry [TGT-044]', (name) => {
    const lists = { targeting_list: [], id_list: [], name_list: [] }
    const id = '6003000000011'
    const entry = name === 'targeting_list' ? { type: 'interests', id } : id
    expect(ask(begin(), 'validateTargeting', { ...lists, [name]: [entry] }).ok).toBe(true)
  })
})

test('a refused id_list names the id and how many audiences it has [TGT-039]', () => {
  const scene = worldOf(...audiences)
  const words = (id_list: string[]) =>
    refusedBy(scene.world, () => ask(scene, 'validateTargeting', { id_list })).message
  const start = '(#100) Param id_list must hold ids of exactly one audience each, and'
  expect(words(['1', '99'])).toBe(`${start} "99" is the id of no audience`)
  expect(words(['8'])).toBe(`${start} "8" is the id of 2 audiences of different types`)
})

test('one id of the built-in audiences belongs to a school and an employer [TGT-039]', () => {
  const scene = begin()
  const id = '6003500000001'
  expect(refusedBy(scene.world, () => ask(scene, 'validateTargeting', { id_list: [id] })).code).toBe(100)
  const targeting_list = ['education_schools', 'work_employers'].map((type) => ({ type, id }))
  const items = itemsOf(scene, 'validateTargeting', { targeting_list })
  expect(items.map(({ valid }) => valid)).toEqual([true, true])
})
