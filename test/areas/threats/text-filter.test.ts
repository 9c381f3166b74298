import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ThreatIndicatorRow } from '../../../src/areas/rows.ts'
import { countSections, filteredPartsOf, type Subtree } from '../../../src/areas/threats/indicator-index.ts'
import {
  filterOfBranch,
  filterOfLeaf,
  leavesWith,
  soughtText,
} from '../../../src/areas/threats/text-filter.ts'
import { scoreOf } from '../../../src/areas/threats/text-match.ts'
import type { Tx } from '../../../src/graph/routes/context.ts'
import { holds } from '../../chance.ts'

const rowOf = (id: number, indicator: string, description = ''): ThreatIndicatorRow => ({
  id,
  kind: 'threatIndicators',
  indicator,
  description,
  type: 'URI',
  threatTypes: ['PHISHING'],
  confidence: 50,
  severity: 'INFO',
  shareLevel: 'RED',
  status: 'UNKNOWN',
  addedOn: 0,
})

const value = fc.string({ unit: fc.constantFrom('a', 'b', 'İ', 'ς', '意', '😈'), maxLength: 24 })
/** Leaves of very different lengths, so that their filters have different lengths. */
const leaf = fc.tuple(
  fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 5 }),
  fc.constantFrom(0, 900, 9_000),
)

describe('a filter', () => {
  test('of a leaf or of a branch excludes no indicator that matches, with any score', () => {
    const leaves = fc.oneof(
      fc.array(leaf, { minLength: 1, maxLength: 6 }),
      fc.array(leaf, { minLength: 32, maxLength: 32 }),
    )
    const property = fc.property(leaves, fc.nat(), fc.nat(20), fc.boolean(), (drawn, at, from, strict) => {
      const rows = drawn.map(([values, padding], place) =>
        values.map(([one, other], row) => rowOf(100 * place + row, one, `${other}${'x'.repeat(padding)}`)),
      )
      const filters = rows.map(filterOfLeaf)
      const branch = filterOfBranch(filters)
      const row = rows.flat()[at % rows.flat().length]
      const whole = [row?.indicator, row?.description, 'PHISHING', String(row?.id)][at % 4] ?? ''
      for (const text of [whole, whole.slice(from), whole.slice(0, from), whole.slice(from, from + 3)]) {
        if (text === '') continue
        const [score, sought] = [scoreOf(text, strict), soughtText(text, strict)]
        rows.forEach((some, place) => {
          for (const match of some.map(score).filter((one) => one > 0)) {
            const inLeaf = leavesWith(filters[place] ?? branch, sought)?.[match]
            const inBranch = ((leavesWith(branch, sought)?.[match] ?? 0) >>> place) & 1
            if (inLeaf !== 1 || inBranch !== 1) expect({ text, place, inLeaf, inBranch }).toBeUndefined()
          }
        })
      }
    })
    holds(60, property)
  })

  const names = Array.from({ length: 32 }, (_, place) =>
    Array.from({ length: 32 }, (_, at) => rowOf(32 * place + at, `host-${(32 * place + at) * 7_919}.test`)),
  )
  const branch = filterOfBranch(names.map(filterOfLeaf))
  const leavesOf = (text: string, strict = false) =>
    (leavesWith(branch, soughtText(text, strict)) ?? []).map(
      (leaves) => leaves.toString(2).replaceAll('0', '').length,
    )

  test.each([
    ['a text of no indicator', 'nowhere', 0],
    ['a short text of no indicator', 'zz', 8],
    ['a text of one indicator', `host-${700 * 7_919}.test`, 1],
  ])('excludes most leaves that cannot match: %s', (_, text, most) => {
    expect(Math.max(0, ...leavesOf(text))).toBeLessThanOrEqual(most)
    expect(Math.max(0, ...leavesOf(text, true))).toBeLessThanOrEqual(Math.min(most, 3))
  })

  test('of more characters than it has bits for excludes nothing', () => {
    const long = filterOfLeaf([rowOf(1, 'x'.repeat(40_000))])
    expect(long.words.length).toBeLessThan(100)
    expect(leavesWith(long, soughtText('nowhere', false))).toBeDefined()
  })
})

test('a search of too many indicators reads none of them', () => {
  const cost = { characters: 0 }
  const tx = { once: () => cost } as unknown as Tx
  const node = { owner: {}, keys: [[1]], values: undefined }
  const section = {
    node,
    from: 0,
    to: 262_145,
    rowOf: () => {
      throw new Error('an indicator was read')
    },
  }
  expect(countSections(tx, [section])).toBe(false)
})

test('the branches above leaves of a subtree of any height are filtered, each once and in their order', () => {
  const over = (parts: readonly Subtree[]): Subtree => ({
    characters: 0,
    lowestId: 1,
    highestId: 1,
    rows: [],
    parts,
  })
  const leaf = over([])
  const branches = Array.from({ length: 6 }, () => over([leaf, leaf]))
  const whole = over([over(branches.slice(0, 2)), over(branches.slice(2))])
  for (const [subtree, filtered] of [
    [leaf, [leaf]],
    [branches[0] ?? leaf, branches.slice(0, 1)],
    [whole, branches],
  ] as const) {
    for (const parts of [filteredPartsOf(subtree), filteredPartsOf(subtree)]) {
      expect(parts.length).toBe(filtered.length)
      parts.forEach((part, at) => {
        expect(part).toBe(filtered[at])
      })
    }
  }
})
