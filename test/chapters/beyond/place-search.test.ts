import { describe, expect, test } from 'vitest'
import { cities } from '../../../src/chapters/targeting/cities.ts'
import { countryNames } from '../../../src/chapters/targeting/country-names.ts'
import { countries } from '../../../src/service/values/countries.ts'
import { itemsOf, namesOf, worldOf } from './search-world.ts'

describe('adgeolocation', () => {
  const country = (key: string, name: string) => ({
    ...{ key, name, type: 'country', supports_city: false, supports_region: false },
  })

  test('answers the example of the documentation', () => {
    const items = itemsOf({ type: 'adgeolocation', location_types: '["country"]', q: 'un' })
    expect(items).toEqual([
      country('AE', 'United Arab Emirates'),
      country('GB', 'United Kingdom'),
      country('UM', 'United States Minor Outlying Islands'),
      country('US', 'United States'),
    ])
  })

  test.each<[string, object, unknown[]]>([
    ['a whole name', { q: 'Japan' }, ['Japan']],
    ['another letter case', { q: 'JAPAN' }, ['Japan']],
    ['no accents', { q: 'cote d' }, ['Côte d’Ivoire']],
    [
      'the beginning of a later word, after names that begin so',
      { q: 'guin' },
      [...['Guinea', 'Guinea-Bissau'], ...['Equatorial Guinea', 'Papua New Guinea']],
    ],
    ['the middle of a word', { q: 'apan' }, []],
    ['the code', { q: 'JP' }, []],
    ['the code, with match_country_code', { q: 'jp', match_country_code: true }, ['Japan']],
    ['a name, with match_country_code', { q: 'Japan', match_country_code: true }, []],
    ['countries among other types', { q: 'Japan', location_types: ['city', 'country'] }, ['Japan']],
    ['limit', { q: 'un', limit: 1 }, ['United Arab Emirates']],
  ])('%s', (_, params, names) => {
    expect(namesOf({ type: 'adgeolocation', ...params })).toEqual(names)
  })

  test('cities have their region and country, and come after countries', () => {
    const city = (key: string, name: string, more: object) => ({
      ...{ key, name, type: 'city', supports_city: true, supports_region: true, ...more },
    })
    const search = { type: 'adgeolocation', q: 'ber', location_types: ['country', 'city'] }
    expect(itemsOf(search)).toEqual([
      country('BM', 'Bermuda'),
      city(expect.stringMatching(/^\d+$/) as never, 'Berlin', {
        ...{ country_code: 'DE', country_name: 'Germany', region: 'Berlin', region_id: expect.any(Number) },
      }),
    ])
    expect(namesOf({ ...search, location_types: ['city'] })).toEqual(['Berlin'])
  })

  test('every city has a key of its own, and a country that targeting takes', () => {
    expect(new Set(cities.map(({ key }) => key)).size).toBe(cities.length)
    expect(cities.filter((one) => !countryNames.has(one.country) || one.region === '')).toEqual([])
  })

  test('an empty text lists all countries that targeting takes, by their codes', () => {
    const items = itemsOf({ type: 'adgeolocation', q: '', limit: 1_000 })
    expect(items.map(({ key }) => key)).toEqual(countries)
    expect(itemsOf({ type: 'adgeolocation', q: '' })).toHaveLength(8)
    expect(new Set(countryNames.values()).size).toBe(countries.length)
  })
})

describe('adTargetingCategory', () => {
  test('lists all audiences of a class, whatever q says, with their type', () => {
    const items = itemsOf({ type: 'adTargetingCategory', class: 'behaviors', q: 'x' })
    expect(items.map(({ name }) => name)).toEqual([
      'Commuters',
      'Frequent travelers',
      'Small business owners',
      'Console gamers',
      'Early technology adopters',
    ])
    expect(items[0]).toEqual({
      id: '6003600000012',
      name: 'Commuters',
      type: 'behaviors',
      audience_size_lower_bound: 419_000_000,
      // 419,000,000 × 1.176 = 492,744,000
      audience_size_upper_bound: 492_744_000,
      path: ['Behaviors', 'Travel'],
      description: 'People by their behavior: Commuters',
    })
  })

  test.each<[string, object, string[]]>([
    ['demographics: neither interests nor behaviors', { class: 'demographics' }, ['New job', 'Poor']],
    ['a class of demographics', { class: 'income' }, ['Poor']],
    ['a class without audiences', { class: 'industries' }, []],
    ['limit', { class: 'demographics', limit: 1 }, ['New job']],
  ])('%s', (_, params, names) => {
    const at = worldOf(
      { type: 'life_events', name: 'New job', audienceSize: 9 },
      { type: 'income', name: 'Poor', audienceSize: 8 },
      { type: 'behaviors', name: 'Commuters' },
      { type: 'interests', name: 'Tea' },
    )
    expect(namesOf({ type: 'adTargetingCategory', ...params }, at)).toEqual(names)
  })

  test('lists all, and not only the first 8', () => {
    const at = worldOf(...Array.from({ length: 11 }, (_, n) => ({ type: 'income', name: `Income ${n}` })))
    expect(namesOf({ type: 'adTargetingCategory', class: 'income' }, at)).toHaveLength(11)
  })
})
