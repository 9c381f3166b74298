import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addToLog,
  LOG_ENTRY_BYTES_MAX,
  LOG_TEXT_MAX,
  logEntry,
  sharedList,
} from '../../src/engine/state/log-entry.ts'
import { emptyRing, items, last, push, type Ring } from '../../src/engine/store/ring.ts'
import { canonical, digest, digestOfTexts, joinTexts, jsonTexts } from '../../src/engine/values/canonical.ts'
import type { Json } from '../../src/engine/values/guard.ts'
import { isLight, weightOf } from '../../src/engine/values/weight.ts'

const json = fc.jsonValue({ noUnicodeString: false }) as fc.Arbitrary<Json>

describe('an entry of a log', () => {
  test.each<[string, Json, Json]>([
    ['a text of the largest length stays', 'a'.repeat(LOG_TEXT_MAX), 'a'.repeat(LOG_TEXT_MAX)],
    [
      'a longer one is cut, with its length',
      'a'.repeat(1_048_576),
      `${'a'.repeat(LOG_TEXT_MAX)}… (1,048,576 characters)`,
    ],
    [
      'no character is cut in half',
      `a${'😀'.repeat(3_000)}`,
      `a${'😀'.repeat((LOG_TEXT_MAX - 2) / 2)}… (6,001 characters)`,
    ],
    ['a name of 256 characters stays', { ['n'.repeat(256)]: 1 }, { ['n'.repeat(256)]: 1 }],
    ['a long name is cut too', { ['n'.repeat(5_000)]: 1 }, { [`${'n'.repeat(256)}… (5,000 characters)`]: 1 }],
    ['all else stays', { a: [1, null, true, { b: '' }] }, { a: [1, null, true, { b: '' }] }],
  ])('%s', (_, value, expected) => expect(logEntry(value)).toEqual(expected))

  test('leaves out members that are undefined', () => {
    expect(JSON.stringify(logEntry({ a: undefined, b: [undefined] }))).toBe('{"b":[null]}')
  })

  test.each<[string, Json]>([
    ['many items', Array.from({ length: 100_000 }, (_, at) => at)],
    ['many members', Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`member ${at}`, at]))],
    ['many long texts', Array.from({ length: 1_000 }, () => 'x'.repeat(4_000))],
  ])('of %s weighs at most its bound, and names the original size', (_, value) => {
    const entry = logEntry(value)
    // One name, item or short text may stand at the end of a full entry.
    expect(weightOf(entry)).toBeLessThan(LOG_ENTRY_BYTES_MAX + 512)
    expect(JSON.stringify(entry)).toMatch(/… \((100,000 items|10,000 members|1,000 items)\)/)
  })
})

describe('the log to which entries are added', () => {
  test('keeps each member of an entry that is full, and the first ones whole', () => {
    const outcome = { ok: true, value: { id: '1' } }
    const params = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`m${at}`, at]))
    const log = addToLog(emptyRing<Json>(10, 2 ** 30), { at: 1, outcome, params, files: [1, 2, 3] })
    const [entry] = items(log) as Iterable<Record<string, Json>>
    expect(Object.keys(entry ?? {})).toEqual(['at', 'outcome', 'params', 'files'])
    expect(entry).toMatchObject({ at: 1, outcome, files: ['… (3 items)'] })
    expect(weightOf(entry ?? null)).toBeLessThan(LOG_ENTRY_BYTES_MAX + 512)
  })

  const heavy = fc.constantFrom<Json>(
    'x'.repeat(LOG_TEXT_MAX + 1),
    ['y'.repeat(40_000), 'z'.repeat(40_000)],
    Array.from({ length: 5_000 }, (_, at) => at),
    Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`${at}`.repeat(60), [at]])),
  )

  test('has the weight of its entries, also of those that were cut', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(json, heavy), { maxLength: 6 }), (values) => {
        const log = addToLog(emptyRing<Json>(10, 2 ** 30), { values })
        expect(last(log)).toEqual(logEntry({ values }))
        expect(log.bytes).toBe(weightOf(last(log) ?? null))
      }),
      { numRuns: 200 },
    )
  })

  const names = ['id', 'message', 'n'.repeat(100)]

  test.each([0, 10, 15, 16])('stores a shared list as any other after %i long texts', (count) => {
    const texts = Array.from({ length: count }, () => 'x'.repeat(LOG_TEXT_MAX / 2 - 8))
    const shared = addToLog(emptyRing<Json>(10, 2 ** 30), { texts, fields: sharedList(names) })
    const copied = addToLog(emptyRing<Json>(10, 2 ** 30), { texts, fields: names })
    expect(shared).toEqual(copied)
  })

  test('does not copy a shared list, unless a text of it is too long', () => {
    const [short, long] = [sharedList(names), sharedList(['x'.repeat(LOG_TEXT_MAX + 1)])]
    expect(logEntry<{ short: Json }>({ short }).short).toBe(short)
    expect(logEntry({ long })).toEqual(logEntry({ long: [...long] }))
  })
})

describe('a ring with a maximum weight', () => {
  test('drops its oldest items until the rest is light enough', () => {
    const entry = (length: number): Json => Object.freeze({ text: 'x'.repeat(length) })
    let ring: Ring<Json> = emptyRing<Json>(100, 10_000)
    for (let at = 1; at <= 50; at++) ring = push(ring, entry(at * 10))
    const kept = [...items(ring)]
    const weight = kept.reduce<number>((sum, item) => sum + weightOf(item), 0)
    expect([ring.bytes, ring.dropped + kept.length]).toEqual([weight, 50])
    expect(weight).toBeLessThanOrEqual(10_000)
    const dropped = weightOf(entry((ring.dropped + 0) * 10))
    expect(weight + dropped).toBeGreaterThan(10_000)
  })

  test('holds nothing when one item is too heavy, and counts it', () => {
    const ring = push(emptyRing<Json>(5, 100), Object.freeze({ text: 'x'.repeat(100) }))
    expect([ring.size, ring.dropped, ring.bytes]).toEqual([0, 1, 0])
  })
})

describe('the JSON text of a value in pieces', () => {
  const large = fc.tuple(fc.array(json, { maxLength: 4 }), fc.nat(1)).map(([values, times]): Json => {
    const wide = values.map((value) => [value, 'x'.repeat(150_000 * times)])
    return { z: wide, a: { deep: wide }, empty: [], none: {} } as Json
  })

  test('equals the whole JSON text', () => {
    fc.assert(
      fc.property(large, (value) => {
        expect([...jsonTexts(value)].join('')).toBe(JSON.stringify(value))
        expect([...jsonTexts(value, 'canonical')].join('')).toBe(canonical(value))
        expect([...joinTexts(jsonTexts(value))].join('')).toBe(JSON.stringify(value))
        expect(digestOfTexts(jsonTexts(value, 'canonical'))).toBe(digest(canonical(value)))
      }),
      { numRuns: 10 },
    )
  })

  test('has pieces of bounded length for a value of any size', () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => ({ at, text: 'row '.repeat(20) }))
    const pieces = [...joinTexts(jsonTexts({ rows }))]
    expect(pieces.length).toBeGreaterThan(3)
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(1_000_000)
  })

  test('is light when its weight is not above the bound', () => {
    fc.assert(
      fc.property(json, (value) => {
        const weight = weightOf(value)
        expect([isLight(value, weight), isLight(value, weight - 1)]).toEqual([true, false])
      }),
      { numRuns: 200 },
    )
  })
})
