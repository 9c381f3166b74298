import { describe, expect, test } from 'vitest'
import { audienceTypes } from '../../../src/chapters/targeting/built-in-audiences.ts'
import { act, begin, call, get, refusedBy, tokenOf } from '../../service/scene.ts'
import { type Added, add, ask, itemsOf, namesOf, smallTypes, worldOf } from './audience-world.ts'

const football = { type: 'interests', id: '6003000000011' }

/** A valid call of each operation on the built-in taxonomy. */
const sound: [operation: string, edge: string, params: object][] = [
  ['searchTargeting', 'targetingsearch', { q: 'football' }],
  ['suggestTargeting', 'targetingsuggestions', { targeting_list: [football] }],
  ['browseTargeting', 'targetingbrowse', {}],
  ['validateTargeting', 'targetingvalidation', { targeting_list: [football] }],
]

describe('each of the four operations [TGT-001]', () => {
  test.each(sound)(
    '%s is a GET under the ad account [TGT-011, TGT-016, TGT-024, TGT-032, TGT-036]',
    (...row) => {
      const [operation, edge, params] = row
      const scene = begin()
      const query = Object.entries(params).map(([name, value]) => {
        const text = typeof value === 'string' ? value : JSON.stringify(value)
        return `&${name}=${encodeURIComponent(text)}`
      })
      const url = `/v7.0/act_${scene.adAccount}/${edge}?access_token=${scene.userToken}${query.join('')}`
      expect(get(scene.world, url)).toEqual(ask(scene, operation, params).unwrap())
      const post = scene.world.request({ method: 'POST', url })
      expect(JSON.parse(String(post.body))).toMatchObject({ error: { code: 100, error_subcode: 33 } })
    },
  )

  test.each(sound)('%s returns data and no paging [TGT-012]', (operation, _, params) => {
    const reply = ask(begin(), operation, params).unwrap()
    expect(Object.keys(reply)).toEqual(['data'])
    expect((reply['data'] as unknown[]).length).toBeGreaterThan(0)
  })

  test.each(sound)('%s shows the requested fields and refuses unknown ones', (operation, _, params) => {
    const scene = begin()
    const [item] = itemsOf(scene, operation, { ...params, fields: 'name,type' })
    expect(Object.keys(item ?? {}).sort()).toEqual(['id', 'name', 'type'])
    expect(refusedBy(scene.world, () => ask(scene, operation, { ...params, fields: 'colour' })).code).toBe(
      100,
    )
  })

  test.each(sound)('%s shows all fields under either policy', (operation, _, params) => {
    const scene = begin()
    const minimal = { ...scene, world: scene.world.fork({ policy: { defaultFields: 'minimal' } }) }
    expect(itemsOf(minimal, operation, params)).toEqual(itemsOf(scene, operation, params))
  })

  test.each(sound)('%s fails with 100, 190, 200 and the codes of all ads endpoints [TGT-048]', (...row) => {
    const [operation, , params] = row
    const scene = begin()
    const { world } = scene
    const asked = (token: string) => () => ask(scene, operation, params, token)
    const code = (refused: () => ReturnType<typeof ask>) => refusedBy(world, refused).code
    expect(code(asked(scene.expiredToken))).toBe(190)
    expect(code(asked(scene.noAdsReadToken))).toBe(200)
    expect(code(asked(tokenOf(scene)))).toBe(200)
    expect(code(asked(scene.developmentAppToken))).toBe(270)
    expect(refusedBy(world, () => ask(scene, operation, { ...params, adAccount: scene.page }))).toMatchObject(
      {
        code: 100,
        subcode: 33,
      },
    )
    const old = () =>
      call(world, scene.userToken, operation, { adAccount: scene.adAccount, ...params }, 'v2.12')
    expect(code(old)).toBe(2635)
    const busy = world.fork({ policy: { adAccountCallLimit: { ...noCalls } } })
    expect(refusedBy(busy, () => ask({ ...scene, world: busy }, operation, params)).code).toBe(80004)
  })

  test.each(sound)('%s needs ads_read or ads_management, and any role', (operation, _, params) => {
    const scene = begin()
    for (const without of [['ads_read'], ['ads_management']] as const) {
      const token = tokenOf(scene, { role: 'ANALYST', without })
      expect(ask(scene, operation, params, token).ok).toBe(true)
    }
  })
})

const noCalls = { development: 0, standard: 0, perActiveAd: 0, seconds: 3_600 }

test.each([
  ['id, a string [TGT-002]', 'id', '6003000000011'],
  ['name, a string [TGT-003]', 'name', 'Football'],
  ['type, a string [TGT-004]', 'type', 'interests'],
  ['audience_size, an integer [TGT-005]', 'audience_size', 612_400_000],
  ['path, the categories [TGT-006]', 'path', ['Interests', 'Sports and outdoors', 'Sports']],
])('an item has %s', (_, field, value) => {
  const [item] = itemsOf(begin(), 'searchTargeting', { q: 'football' })
  expect(item?.[field]).toEqual(value)
})

test('browsing shows descriptions, the other lists do not [TGT-007, TGT-008]', () => {
  const scene = worldOf(
    { id: '1', name: 'Football', path: ['Sports'], description: 'People who play' },
    other,
  )
  expect(namesOf(scene, 'browseTargeting', {}, 'description')).toEqual([
    'People who play',
    'People who match Chess',
  ])
  const given = { targeting_list: [{ type: 'interests', id: '2' }] }
  for (const item of [
    ...itemsOf(scene, 'searchTargeting', { q: 'football' }),
    ...itemsOf(scene, 'suggestTargeting', given),
    ...itemsOf(scene, 'validateTargeting', given),
  ])
    expect(item).not.toHaveProperty('description')
})

test.each([
  ['all types', {}, ['People who play', 'People who match Chess', 'People who commute']],
  ['one type', { limit_type: 'interests' }, ['People who play', 'People who match Chess']],
  ['another type', { limit_type: 'behaviors' }, ['People who commute']],
])('browsing %s shows descriptions [TGT-008]', (_, params, descriptions) => {
  const scene = worldOf(
    { id: '1', name: 'Football', path: ['Sports'], description: 'People who play' },
    other,
    { id: '3', type: 'behaviors', name: 'Commuters', description: 'People who commute' },
  )
  expect(namesOf(scene, 'browseTargeting', params, 'description')).toEqual(descriptions)
})

const other: Added = { id: '2', name: 'Chess', path: ['Sports'] }

test('valid stands on the items of a validation and no others [TGT-010]', () => {
  const scene = begin()
  for (const [operation, , params] of sound) {
    const items = itemsOf(scene, operation, params)
    const has = items.map((item) => Object.hasOwn(item, 'valid'))
    expect([operation, new Set(has)]).toEqual([operation, new Set([operation === 'validateTargeting'])])
  }
})

/** Three of the operations, with parameters that find every audience of the category `Here`. */
const lists: [operation: string, params: object][] = [
  ['searchTargeting', { q: 'here' }],
  ['suggestTargeting', { targeting_list: [{ type: 'behaviors', id: '99' }] }],
  ['browseTargeting', {}],
]

const around = (type: string): Added[] =>
  [1_999, 2_000, 2_001].map((audienceSize) => ({
    type,
    name: `${audienceSize}`,
    audienceSize,
    path: ['Here'],
  }))

const start: Added = { id: '99', type: 'behaviors', name: 'Start', path: ['Here'], browsable: false }

describe.each(lists)('%s', (operation, params) => {
  const found = (scene: ReturnType<typeof begin>, more: object = {}) =>
    namesOf(scene, operation, { ...params, ...more }).filter((name) => name !== 'Start')

  test.each(smallTypes)('leaves out %s of fewer than 2000 people [TGT-013, TGT-014]', (type) => {
    expect(found(worldOf(start, ...around(type)))).toEqual(['2001', '2000'])
  })

  test.each(audienceTypes.filter((type) => !smallTypes.includes(type)))(
    'keeps small %s [TGT-013]',
    (type) => {
      expect(found(worldOf(start, ...around(type)))).toEqual(['2001', '2000', '1999'])
    },
  )

  test.each([...audienceTypes])(
    'with limit_type %s shows that type only, small audiences included [TGT-015, TGT-020, TGT-030, TGT-033]',
    (type) => {
      const strange = type === 'interests' ? 'behaviors' : 'interests'
      const scene = worldOf(start, ...around(type), { type: strange, name: 'Strange', path: ['Here'] })
      expect(found(scene, { limit_type: type })).toEqual(['2001', '2000', '1999'])
    },
  )

  test('without limit_type shows every type [TGT-021]', () => {
    const scene = worldOf(start, ...audienceTypes.map((type) => ({ type, name: type, path: ['Here'] })))
    expect(new Set(found(scene, operation === 'searchTargeting' ? { limit: 100 } : {}))).toEqual(
      new Set(audienceTypes),
    )
  })

  test.each(['colours', 'INTERESTS', ''])('refuses the limit_type %j with 100', (type) => {
    const scene = begin()
    expect(refusedBy(scene.world, () => ask(scene, operation, { ...params, limit_type: type })).code).toBe(
      100,
    )
  })
})

const translated: Added = {
  name: 'Tea',
  path: ['Here', 'Drinks'],
  translations: [
    { locale: 'de_DE', name: 'Tee', path: ['Here', 'Getränke'] },
    { locale: 'fr_FR', name: 'Thé' },
  ],
}

describe.each([...lists, ['validateTargeting', { id_list: ['7'] }] as [string, object]])(
  'the language of %s [TGT-022, TGT-031, TGT-034, TGT-043]',
  (operation, params) => {
    const world = () => worldOf(start, { ...translated, id: '7' })
    test.each([
      ['a translated language', 'de_DE', 'Tee', ['Here', 'Getränke']],
      ['a translated name with an untranslated path', 'fr_FR', 'Thé', ['Here', 'Drinks']],
      ['a language without a translation', 'it_IT', 'Tea', ['Here', 'Drinks']],
      ['en_US', 'en_US', 'Tea', ['Here', 'Drinks']],
    ])('%s', (_, locale, name, path) => {
      const items = itemsOf(world(), operation, { ...params, locale })
      expect(items.find(({ id }) => id === '7')).toMatchObject({ name, path })
    })

    test.each([
      ['is that of the ad account by default', {}, 'Tee'],
      ['is the named one, not that of the ad account', { locale: 'fr_FR' }, 'Thé'],
    ])('%s [TGT-023]', (_, more, name) => {
      const scene = world()
      const account = { name: 'Konto', locale: 'de_DE', administrators: [scene.user] }
      const adAccount = String(act(scene.world, 'createAdAccount', account).unwrap()['id'])
      const items = itemsOf(scene, operation, { adAccount, ...params, ...more })
      expect(items.find(({ id }) => id === '7')).toMatchObject({ name })
    })

    test.each(['german', 'de', 'de-DE', 'DE_de', 'de_DE ', ''])('%j is refused with 100', (locale) => {
      const scene = world()
      expect(refusedBy(scene.world, () => ask(scene, operation, { ...params, locale })).code).toBe(100)
    })
  },
)

describe('browsing', () => {
  test('shows platform categories, third-party data and some interests of the taxonomy [TGT-035]', () => {
    const items = itemsOf(begin(), 'browseTargeting', {})
    const tops = new Set(items.map(({ path }) => (path as string[])[0]))
    expect(tops).toEqual(new Set(['Interests', 'Demographics', 'Behaviors', 'Third-party data']))
    const scene = begin()
    expect(namesOf(scene, 'searchTargeting', { q: 'Model railways' })).toEqual(['Model railways'])
    expect(namesOf(scene, 'browseTargeting', {})).not.toContain('Model railways')
  })

  test('by type shows the same taxonomy, without the audiences that only a search finds [TGT-015, TGT-035]', () => {
    const scene = begin()
    const found = (operation: string, params: object) =>
      itemsOf(scene, operation, { ...params, fields: 'id,type' })
    const whole = found('browseTargeting', {})
    for (const type of ['interests', 'behaviors', 'life_events', 'family_statuses']) {
      const some = whole.filter((item) => item['type'] === type)
      expect(some.length).toBeGreaterThan(0)
      expect(found('browseTargeting', { limit_type: type })).toEqual(some)
    }
    const model = { q: 'Model railways', limit_type: 'interests' }
    expect(namesOf(scene, 'searchTargeting', model)).toEqual(['Model railways'])
    expect(namesOf(scene, 'browseTargeting', { limit_type: 'interests' })).not.toContain('Model railways')
  })

  test('returns all audiences, the largest first, then by id', () => {
    const many = Array.from({ length: 1_101 }, (_, at) => ({ id: String(at + 1), name: `N${at}` }))
    const scene = worldOf({ id: '3000', name: 'Larger', audienceSize: 1_000_001 }, ...many)
    const ids = ['3000', ...many.map(({ id }) => id)]
    expect(namesOf(scene, 'browseTargeting', {}, 'id')).toEqual(ids)
  })
})

test('added audiences are listed with the built-in ones', () => {
  const scene = begin()
  add(scene, [{ name: 'Football boots', audienceSize: 1_999_999 }]).unwrap()
  const names = namesOf(scene, 'searchTargeting', { q: 'football' })
  expect(names).toEqual(['Football', 'Football boots', 'Table football'])
})
