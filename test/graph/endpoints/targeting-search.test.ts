import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { begin, refusedBy } from '../scene.ts'
import { type Added, ask, namesOf, worldOf } from './audience-world.ts'

const search = (audiences: readonly Added[], params: object, field = 'name') =>
  namesOf(worldOf(...audiences), 'searchTargeting', params, field)

describe('q [TGT-017]', () => {
  test.each<[string, Added, string, boolean]>([
    ['the whole name', { name: 'Jazz music' }, 'Jazz music', true],
    ['the beginning of the name', { name: 'Jazz music' }, 'Jaz', true],
    ['a part across words', { name: 'Jazz music' }, 'zz mu', true],
    ['another order of words', { name: 'Jazz music' }, 'music jazz', false],
    ['other letters', { name: 'Jazz music' }, 'jazzy', false],
    ['small letters of large ones', { name: 'JAZZ' }, 'jazz', true],
    ['large letters of small ones', { name: 'jazz' }, 'JAZZ', true],
    ['letters without their marks', { name: 'Crème brûlée' }, 'creme brulee', true],
    ['letters with marks of their own', { name: 'Creme' }, 'Crémé', true],
    ['marks that stand by themselves', { name: 'Caf\u00e9' }, 'cafe\u0301', true],
    ['ligatures', { name: 'Straßenmusik' }, 'STRASSE', true],
    ['a category', { name: 'Jazz', path: ['Arts', 'Music'] }, 'music', true],
    ['a parent category without case and marks', { name: 'Jazz', path: ['Ártes', 'Music'] }, 'ARTE', true],
    ['two categories at once', { name: 'Jazz', path: ['Arts', 'Music'] }, 'artsmusic', false],
    ['the description', { name: 'Jazz', description: 'People who dance' }, 'dance', false],
    ['the type', { name: 'Jazz' }, 'interests', false],
    ['one letter', { name: 'Jazz' }, 'z', true],
    ['a name in another script', { name: 'Музыка' }, 'музык', true],
  ])('%s', (_, audience, q, isFound) => {
    expect(search([audience], { q })).toEqual(isFound ? [audience.name] : [])
  })

  test('finds what an item is called in the language of the list', () => {
    const audience = { name: 'Tea', translations: [{ locale: 'de_DE', name: 'Tee', path: ['Getränke'] }] }
    expect(search([audience], { q: 'tee', locale: 'de_DE' })).toEqual(['Tee'])
    expect(search([audience], { q: 'getranke', locale: 'de_DE' })).toEqual(['Tee'])
    expect(search([audience], { q: 'tea', locale: 'de_DE' })).toEqual([])
    expect(search([audience], { q: 'tee' })).toEqual([])
  })

  test.each<[string, object]>([
    ['is left out [TGT-018]', {}],
    ['is empty [TGT-018]', { q: '' }],
    ['is nothing but marks', { q: '\u0301' }],
    ['is a list', { q: ['a'] }],
    ['is true', { q: true }],
  ])('refuses the call with 100 when it %s', (_, params) => {
    const scene = begin()
    expect(refusedBy(scene.world, () => ask(scene, 'searchTargeting', params)).code).toBe(100)
  })
})

describe('the order of matches', () => {
  // Each row has a reason to stand before the next alone: what it lacks, the next has more of.
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

  test('is exact, beginning, part; then by size; then by id', () => {
    expect(search(rows, { q: 'song' }, 'id')).toEqual(rows.map(({ id }) => id))
    expect(search([...rows].reverse(), { q: 'song' }, 'id')).toEqual(rows.map(({ id }) => id))
  })

  test('of one id and size is that of the types', () => {
    const alike = ['work_employers', 'interests'].map((type) => ({ type, id: '8', name: 'Alike' }))
    expect(search(alike, { q: 'alike' }, 'type')).toEqual(['interests', 'work_employers'])
  })

  test('does not depend on how the audiences came in', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), fc.nat(9), (shuffled, limit) => {
        const ids = search(shuffled, { q: 'song', limit: limit + 1 }, 'id')
        expect(ids).toEqual(rows.slice(0, limit + 1).map(({ id }) => id))
      }),
      { numRuns: 25 },
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
  ])('%s', (_, params, count) => {
    expect(namesOf(scene, 'searchTargeting', { q: 'number', ...params })).toHaveLength(count)
  })

  test.each([0, -1, 1.5, 'ten', ''])('is refused with 100 when it is %j', (limit) => {
    const refused = () => ask(scene, 'searchTargeting', { q: 'number', limit })
    expect(refusedBy(scene.world, refused).code).toBe(100)
  })
})
