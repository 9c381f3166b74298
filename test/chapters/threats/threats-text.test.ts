import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refusedBy } from '../../service/scene.ts'
import { asked, found, NOW, search, worldOf } from './threat-world.ts'

const hash = 'd41d8cd98f00b204e9800998ecf8427e'
const one = {
  indicator: hash,
  type: 'HASH_MD5',
  threatTypes: ['MALWARE_SAMPLE', 'TOR'],
  description: 'Drops a Keylogger on ΟΔΟΣ',
  severity: 'APOCALYPSE',
  shareLevel: 'GREEN',
  status: 'NON_MALICIOUS',
}
const scene = worldOf({ indicator: 'another', shareLevel: 'RED' }, one)
const finds = (text: unknown, strict_text?: unknown): boolean => {
  const params = { text, ...(strict_text !== undefined && { strict_text }) }
  return found(scene, params).includes(hash)
}

describe('a text', () => {
  test.each([
    ['a file hash', hash, true],
    ['the beginning of a hash', 'd41d8', false],
    ['the middle of a hash', '98f00b', false],
    ['capital letters', hash.toUpperCase(), true],
    ['the type', 'HASH_MD5', true],
    ['a part of the type', 'hash', false],
    ['a threat type', 'tor', true],
    ['the other threat type', 'Malware_Sample', true],
    ['a part of a threat type', 'ware_s', false],
    ['the description', 'drops a keylogger on οδος', true],
    ['a word of the description', 'KEYLOGGER', false],
    ['letters in the middle of a word', 'οδοσ', false],
    ['the severity', 'apocalypse', true],
    ['a part of the severity', 'lyps', false],
    ['the share level', 'green', true],
    ['a part of the share level', 'gree', false],
    ['the status', 'non_malicious', true],
    ['a part of the status', 'non_mal', false],
  ])('matches a field: %s, %j; as a whole value: %s [THR-020, THR-022]', (_, text, isWhole) => {
    expect(finds(text)).toBe(true)
    expect(finds(text, 'true')).toBe(isWhole)
  })

  test.each([
    'nothing',
    'keylogger  on',
    'd41d8cd98f00b204e9800998ecf8427f',
    'drops.*',
    '[a-z]',
    '(',
    '%',
    'dröps',
  ])('that is in no field finds nothing: %j [THR-020]', (text) => {
    expect([finds(text), finds(text, 'true')]).toEqual([false, false])
  })

  test('matches an id only as a whole', () => {
    const id = String(search(scene, { text: hash }).data[0]?.['id'])
    expect([finds(id), finds(id, 'true')]).toEqual([true, true])
    expect([finds(id.slice(0, 14)), finds(id.slice(1))]).toEqual([false, false])
  })

  test('may be a number, and an empty text is no text', () => {
    const numbered = worldOf({ indicator: '42' }, { indicator: '7', description: 'Seven' })
    expect(found(numbered, { text: 42 })).toEqual(['42'])
    expect(found(numbered, { text: '' })).toEqual(['7', '42'])
    expect(found(numbered, { text: '', strict_text: true })).toEqual(['7', '42'])
  })

  test.each([
    ['true', true],
    [true, true],
    ['false', false],
    [false, false],
    ['TRUE', false],
    ['1', false],
    [1, false],
    ['yes', false],
    ['', false],
    [null, false],
  ])('with strict_text %j matches whole values only: %s [THR-021..022]', (strict, isStrict) => {
    expect(finds('d41d8', strict)).toBe(!isStrict)
  })

  test.each<[string, object, string]>([
    ['alone', {}, 'dcba'],
    ['since', { since: NOW - 2 }, 'dc'],
    ['until', { until: NOW }, 'cba'],
    ['both', { since: NOW - 3, until: NOW }, 'cb'],
    ['a type', { type: 'URI' }, 'da'],
    ['a type and since', { type: 'URI', since: NOW - 3 }, 'd'],
  ])('can be combined with times and types: %s [THR-033]', (_, params, expected) => {
    const named = (name: string, type: string) => ({ indicator: name, type, description: 'Here' })
    const mixed = worldOf(
      { indicator: 'x' },
      named('a', 'URI'),
      named('b', 'DOMAIN'),
      named('c', 'DOMAIN'),
      named('d', 'URI'),
      { indicator: 'y' },
    )
    const shifted = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, typeof value === 'number' ? value - 1 : value]),
    )
    for (const text of ['ere', 'Here']) {
      expect(found(mixed, { ...shifted, text }).join('')).toBe(expected)
      expect(found(mixed, { ...shifted, text, sort_by: 'CREATE_TIME' }).join('')).toBe(expected)
    }
  })
})

/** One indicator for each way to match the text, the best match first (SIL-176). */
const fits = [
  { indicator: 'EVIL' },
  { indicator: '1', description: 'evil' },
  { indicator: '2', type: 'EVIL' },
  { indicator: 'evil.test' },
  { indicator: '3', description: 'Evil site' },
  { indicator: '4', threatTypes: ['EVIL_DOING'] },
  { indicator: 'www.evil.test' },
  { indicator: '5', description: 'An evil site' },
  { indicator: '6', type: 'VERY_EVIL' },
]
const best = fits.map(({ indicator }) => indicator)

describe('the order', () => {
  test.each<[string, object, readonly string[]]>([
    ['of a text is by relevance', { text: 'evil' }, best],
    ['by RELEVANCE', { text: 'evil', sort_by: 'RELEVANCE' }, best],
    ['the least relevant first', { text: 'evil', sort_order: 'ASCENDING' }, [...best].reverse()],
    ['by CREATE_TIME', { text: 'evil', sort_by: 'CREATE_TIME' }, ['x', ...best].slice(1).reverse()],
    ['strictly', { text: 'evil', strict_text: 'true' }, best.slice(0, 3)],
  ])('%s [THR-023..025]', (_, params, expected) => {
    for (const order of [fits, [...fits].reverse()]) {
      const mixed = worldOf({ indicator: 'other' }, ...order)
      const isReversed = order !== fits && 'sort_by' in params && params.sort_by === 'CREATE_TIME'
      expect(found(mixed, params)).toEqual(isReversed ? [...expected].reverse() : expected)
    }
  })

  test.each<[string, object, string]>([
    ['without a text is by time, the newest first', {}, 'cba'],
    ['by RELEVANCE without a text is by time', { sort_by: 'RELEVANCE' }, 'cba'],
    ['DESCENDING', { sort_by: 'CREATE_TIME', sort_order: 'DESCENDING' }, 'cba'],
    ['ASCENDING', { sort_by: 'CREATE_TIME', sort_order: 'ASCENDING' }, 'abc'],
    ['ASCENDING by RELEVANCE', { sort_by: 'RELEVANCE', sort_order: 'ASCENDING' }, 'abc'],
  ])('%s [THR-023..025]', (_, params, expected) => {
    expect(found(worldOf(...[...'abc'].map((indicator) => ({ indicator }))), params).join('')).toBe(expected)
  })

  test.each([
    ['of one instant', {}, 'cbda'],
    ['of one instant, the oldest first', { sort_order: 'ASCENDING' }, 'adbc'],
    ['of one relevance', { text: 'same' }, 'dcba'],
    ['of one relevance, ascending', { text: 'same', sort_order: 'ASCENDING' }, 'abcd'],
  ])('%s is by id', (_, params, expected) => {
    const same = (indicator: string, addedOn: number) => ({ indicator, addedOn, description: 'same' })
    const tied = worldOf(same('a', NOW - 9), same('b', NOW), same('c', NOW), same('d', NOW - 5))
    expect(found(tied, params).join('')).toBe(expected)
  })

  test.each([
    ['sort_by', 'TIME'],
    ['sort_by', 'relevance'],
    ['sort_by', ''],
    ['sort_order', 'DESC'],
    ['sort_order', 'ascending'],
    ['sort_order', 1],
  ])('%s %j is refused with 100 [THR-025, THR-031]', (name, value) => {
    expect(refusedBy(scene.world, () => asked(scene, { [name]: value })).code).toBe(100)
  })
})

const orders = [
  {},
  { sort_order: 'ASCENDING' },
  { text: 'evil' },
  { text: 'evil', sort_order: 'ASCENDING' },
  { text: 'evil', sort_by: 'CREATE_TIME' },
  { text: 'evil', sort_by: 'CREATE_TIME', sort_order: 'ASCENDING' },
  { text: 'evil', strict_text: 'true' },
  { type: 'EVIL', sort_order: 'ASCENDING' },
  { since: NOW - 20, until: NOW - 3 },
  { since: NOW - 20, until: NOW - 3, sort_order: 'ASCENDING' },
]

describe('pages', () => {
  const mixed = worldOf(...fits, ...fits, { indicator: 'x' }, ...fits)
  const idsOf = (list: { data: readonly Readonly<Record<string, unknown>>[] }) =>
    list.data.map(({ id }) => id)

  test('lead through every order forward and back, with any length [THR-018, THR-023..024]', () => {
    const property = fc.property(
      fc.constantFrom(...orders),
      fc.integer({ min: 1, max: 30 }),
      (params, limit) => {
        const all = idsOf(search(mixed, { ...params, limit: 1_000 }))
        const there: unknown[] = []
        let page = search(mixed, { ...params, limit })
        expect(page.paging).not.toHaveProperty('previous')
        while (there.length <= all.length) {
          there.push(...idsOf(page))
          if (!page.paging.next) break
          page = search(mixed, { ...params, limit, after: page.paging.cursors?.after })
          expect(page.paging).toHaveProperty('previous')
        }
        expect(there).toEqual(all)
        let back = idsOf(page)
        while (page.paging.previous && back.length <= all.length) {
          page = search(mixed, { ...params, limit, before: page.paging.cursors?.before })
          expect(page.paging).toHaveProperty('next')
          back = [...idsOf(page), ...back]
        }
        expect(back).toEqual(all)
      },
    )
    fc.assert(property)
  })

  test('follow their links, which keep the search', () => {
    const first = search(mixed, { text: 'evil', limit: 9, sort_order: 'ASCENDING' })
    const all = idsOf(search(mixed, { text: 'evil', limit: 1_000, sort_order: 'ASCENDING' }))
    const { body } = mixed.world.request({ method: 'GET', url: String(first.paging.next) })
    expect(idsOf(JSON.parse(String(body)))).toEqual(all.slice(9, 18))
  })

  test('do not shift when better and newer indicators are added', () => {
    const { world, token } = mixed
    const grown = { ...mixed, world: world.fork(), token }
    for (const params of orders.slice(2, 5)) {
      const first = search(grown, { ...params, limit: 5 })
      const rest = idsOf(search(grown, { ...params, limit: 100, after: first.paging.cursors?.after }))
      grown.world.clock.advance('1h')
      grown.world.actions.addThreatIndicator({ indicator: 'evil', type: 'EVIL' }).unwrap()
      const again = search(grown, { ...params, limit: 100, after: first.paging.cursors?.after })
      if (!('sort_order' in params)) expect(idsOf(again)).toEqual(rest)
    }
  })

  test.each([
    ['by relevance', { text: 'evil' }],
    ['of a type', { type: 'EVIL' }],
    ['of a threat type', { threat_type: 'EVIL_DOING' }],
  ])('refuse a cursor of another list: %s', (_, params) => {
    const [plain, other] = [search(mixed, { limit: 1 }), search(mixed, { ...params, limit: 1 })]
    const strange = [
      { ...params, after: plain.paging.cursors?.after },
      { after: other.paging.cursors?.after },
      { ...params, before: 'x' },
      { ...params, after: other.paging.cursors?.after, before: other.paging.cursors?.before },
    ]
    for (const wrong of strange) expect(refusedBy(mixed.world, () => asked(mixed, wrong)).code).toBe(100)
  })

  test.each(['ASCENDING', 'DESCENDING'])(
    'end at the end of the time span, %s, for any cursor',
    (sort_order) => {
      const outside = search(mixed, { sort_order, limit: 1 }).paging.cursors?.after
      const within = { since: NOW - 9, until: NOW - 6, sort_order }
      expect(search(mixed, { ...within, after: outside }).data).toEqual(search(mixed, within).data)
      expect(search(mixed, within).data.length).toBe(2)
    },
  )
})
