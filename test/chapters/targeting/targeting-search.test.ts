import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { begin, refusedBy } from '../../service/scene.ts'
import { type Added, add, ask, namesOf, worldOf } from './audience-world.ts'

const search = (audiences: readonly Added[], params: object, field = 'name') =>
  namesOf(worldOf(...audiences), 'searchTargeting', params, field)

describe('q [TGT-017]', () => {
  test.each<[string, Added, string, boolean]>([
    ['the whole name', { name: 'Jazz music' }, 'Jazz music', true],
    ['a prefix of the name', { name: 'Jazz music' }, 'Jaz', true],
    ['a part across words', { name: 'Jazz music' }, 'zz mu', true],
    ['another order of words', { name: 'Jazz music' }, 'music jazz', false],
    ['other letters', { name: 'Jazz music' }, 'jazzy', false],
    ['lower case for an upper-case name', { name: 'JAZZ' }, 'jazz', true],
    ['upper case for a lower-case name', { name: 'jazz' }, 'JAZZ', true],
    ['letters without accents for accented ones', { name: 'Crème brûlée' }, 'creme brulee', true],
    ['accented letters for letters without accents', { name: 'Creme' }, 'Crémé', true],
    ['combining accents', { name: 'Caf\u00e9' }, 'cafe\u0301', true],
    ['ligatures', { name: 'Straßenmusik' }, 'STRASSE', true],
    ['a category', { name: 'Jazz', path: ['Arts', 'Music'] }, 'music', true],
    ['a parent category, without case and accents', { name: 'Jazz', path: ['Ártes', 'Music'] }, 'ARTE', true],
    ['two categories at once', { name: 'Jazz', path: ['Arts', 'Music'] }, 'artsmusic', false],
    ['the description', { name: 'Jazz', description: 'People who dance' }, 'dance', false],
    ['the type', { name: 'Jazz' }, 'interests', false],
    ['one letter', { name: 'Jazz' }, 'z', true],
    ['a name in another script', { name: 'Музыка' }, 'музык', true],
  ])('%s', (_, audience, q, isFound) => {
    expect(search([audience], { q })).toEqual(isFound ? [audience.name] : [])
  })

  test('searches names and paths in the language of the call', () => {
    const audience = { name: 'Tea', translations: [{ locale: 'de_DE', name: 'Tee', path: ['Getränke'] }] }
    expect(search([audience], { q: 'tee', locale: 'de_DE' })).toEqual(['Tee'])
    expect(search([audience], { q: 'getranke', locale: 'de_DE' })).toEqual(['Tee'])
    expect(search([audience], { q: 'tea', locale: 'de_DE' })).toEqual([])
    expect(search([audience], { q: 'tee' })).toEqual([])
  })

  test.each<[string, object]>([
    ['is left out [TGT-018]', {}],
    ['is empty [TGT-018]', { q: '' }],
    ['has only accents', { q: '\u0301' }],
    ['is a list', { q: ['a'] }],
    ['is true', { q: true }],
  ])('refuses the call with 100 when it %s', (_, params) => {
    const scene = begin()
    expect(refusedBy(scene.world, () => ask(scene, 'searchTargeting', params)).code).toBe(100)
  })
})

describe('the order of matches', () => {
  // Exactly one criterion puts each row before the next one; by the later criteria the next would be first.
  const rows: (Added & { id: string })[] = [
    { id: '50', name: 'Sóng', audienceSize: 3 },
    { id: '51', name: 'SONG', audienceSize: 2 },
    { id: '9', name: 'Songbirds', audienceSize: 20 },
    { id: '40', name: 'Song contests', audienceSize: 10 },
    { id: '41', name: 'Song writing', audienceSize: 10 },
    { id: '300', name: 'Songs', audienceSize: 10 },
    { id: '1', name: 'Birdsong', audienceSize: 900 },
    { id: '2', name: 'Rock', path: ['Song'], audienceSize: 800 },
    { id: '3', name: 'Folksong', audienceSize: 700 },
  ]

  test('is by rank (exact, prefix, part), then by size, then by id', () => {
    expect(search(rows, { q: 'song' }, 'id')).toEqual(rows.map(({ id }) => id))
    expect(search([...rows].reverse(), { q: 'song' }, 'id')).toEqual(rows.map(({ id }) => id))
  })

  test('of audiences with one id and size follows the types', () => {
    const alike = ['work_employers', 'interests'].map((type) => ({ type, id: '8', name: 'Alike' }))
    expect(search(alike, { q: 'alike' }, 'type')).toEqual(['interests', 'work_employers'])
  })

  test('does not depend on the order in which audiences were added', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), fc.nat(9), (shuffled, limit) => {
        const ids = search(shuffled, { q: 'song', limit: limit + 1 }, 'id')
        expect(ids).toEqual(rows.slice(0, limit + 1).map(({ id }) => id))
      }),
      { numRuns: 25 },
    )
  })
})

describe('a search by the words of an audience', () => {
  // Few letters, so that texts often match, and in several places.
  const words = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 6 })
  const audiences = fc.array(
    fc.record({ name: words, path: fc.array(words, { maxLength: 2 }), audienceSize: fc.nat(4) }),
    { minLength: 1, maxLength: 30 },
  )

  /** The rule: the whole name, a prefix of it, any part of name or path; then by size, then by id. */
  function expected(known: readonly (Added & { id: string })[], q: string): string[] {
    const rankOf = ({ name, path = [] }: Added): number =>
      [name === q, name.startsWith(q), [name, ...path].some((text) => text.includes(q)), true].indexOf(true)
    return known
      .map(({ id, audienceSize = 0, ...words }) => [rankOf(words), -audienceSize, id] as const)
      .filter(([rank]) => rank < 3)
      .sort((one, other) => one[0] - other[0] || one[1] - other[1])
      .map(([, , id]) => id)
  }

  test('finds the same as a scan of all audiences, whatever the number of calls that added them', () => {
    const given = fc.tuple(
      fc.array(audiences, { minLength: 1, maxLength: 5 }),
      words,
      fc.integer({ min: 1, max: 20 }),
    )
    fc.assert(
      fc.property(given, ([calls, q, limit]) => {
        const scene = begin()
        const known = calls.flatMap((added, call) => {
          const ids = add(scene, added, call === 0).unwrap()['ids'] as string[]
          return added.map((audience, at) => ({ ...audience, id: ids[at] ?? '' }))
        })
        const ids = namesOf(scene, 'searchTargeting', { q, limit, limit_type: 'interests' }, 'id')
        expect(ids).toEqual(expected(known, q).slice(0, limit))
      }),
      { numRuns: 200 },
    )
  })
})

describe('limit [TGT-019]', () => {
  const many = Array.from({ length: 1_002 }, (_, at) => ({ name: `Number ${at}` }))
  const scene = worldOf(...many)

  test.each<[string, object, number]>([
    ['is 25 by default', {}, 25],
    ['may be 1', { limit: 1 }, 1],
    ['may be text', { limit: '26' }, 26],
    ['may be 999', { limit: 999 }, 999],
    ['may be 1000', { limit: 1_000 }, 1_000],
    ['is cut to 1000', { limit: 1_001 }, 1_000],
    ['of 2^53 and more is cut too', { limit: '9007199254740993' }, 1_000],
    ['of 2^63 - 1 is cut too', { limit: '9223372036854775807' }, 1_000],
  ])('%s', (_, params, count) => {
    expect(namesOf(scene, 'searchTargeting', { q: 'number', ...params })).toHaveLength(count)
  })

  test.each([0, -1, 1.5, 'ten', ''])('is refused with 100 when it is %j', (limit) => {
    const refused = () => ask(scene, 'searchTargeting', { q: 'number', limit })
    expect(refusedBy(scene.world, refused).code).toBe(100)
  })
})
