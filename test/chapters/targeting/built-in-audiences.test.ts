import { describe, expect, test } from 'vitest'
import {
  audienceTypes,
  builtInAudiences,
  smallAudienceTypes,
} from '../../../src/chapters/targeting/built-in-audiences.ts'
import { foldText, plainLetters } from '../../../src/chapters/targeting/letters.ts'

describe('the built-in taxonomy', () => {
  test('has about sixty audiences, and ids are unique within a type', () => {
    expect(builtInAudiences.length).toBeGreaterThanOrEqual(55)
    expect(builtInAudiences.length).toBeLessThanOrEqual(75)
    expect(new Set(builtInAudiences.map(({ type, id }) => `${type}/${id}`)).size).toBe(
      builtInAudiences.length,
    )
    for (const { id } of builtInAudiences) expect(id).toMatch(/^\d{13}$/)
  })

  // The five examples of the contract, the four types of small audiences, behaviors and third-party data.
  test.each([
    'interests',
    'education_schools',
    'life_events',
    'family_statuses',
    'relationship_statuses',
    'work_employers',
    'work_positions',
    'education_majors',
    'behaviors',
    'income',
  ])('has %s [TGT-004]', (type) => {
    expect(builtInAudiences.map((audience) => audience.type)).toContain(type)
  })

  test.each([...smallAudienceTypes])('has %s of fewer and of more than 2000 people [TGT-014]', (type) => {
    const sizes = builtInAudiences.filter((audience) => audience.type === type).map((one) => one.audienceSize)
    expect(Math.min(...sizes)).toBeLessThan(2_000)
    expect(Math.max(...sizes)).toBeGreaterThan(2_000)
  })

  test('has descriptions, paths and some translations', () => {
    for (const { description, path, name } of builtInAudiences) {
      expect(description).toContain(name)
      expect(path.length).toBeGreaterThan(1)
    }
    const locales = new Set(
      builtInAudiences.flatMap(({ translations }) => translations.map((one) => one.locale)),
    )
    expect(locales).toEqual(new Set(['de_DE', 'fr_FR']))
  })
})

test('there are 26 types', () => {
  expect(new Set(audienceTypes).size).toBe(26)
})

test('lower-case Latin letters lose the accents of their canonical decomposition', () => {
  // The runtime has the decompositions of Unicode; the core must not use them.
  for (let code = 0xc0; code <= 0x1eff; code++) {
    const letter = String.fromCodePoint(code)
    const bare = letter.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '')
    if (letter.toLowerCase() === letter && bare !== letter && /^[a-z]$/.test(bare))
      expect([letter, plainLetters.get(letter)]).toEqual([letter, bare])
  }
})

test.each([
  ['ÀÉÎÕÜ', 'aeiou'],
  ['Łódź', 'lodz'],
  ['Œuvre', 'oeuvre'],
  ['İstanbul', 'istanbul'],
  ['Tiếng Việt', 'tieng viet'],
  ['Ørsted', 'orsted'],
  ['ποίηση', 'ποίηση'],
  ['日本', '日本'],
])('%s is folded to %s', (text, plain) => {
  expect(foldText(text)).toBe(plain)
})
