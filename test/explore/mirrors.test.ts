import { expect, test } from 'vitest'
import type { ExploreOptions } from '../../src/explore/run/options/options.ts'
import { play } from './play.ts'

const idle: ExploreOptions['sut'] = () => ({ commands: { ask: { run() {} } } })

/** Plays a run whose mirror `rows` returns a value, and returns its end. */
async function endOf(value: unknown, more: Partial<ExploreOptions> = {}) {
  const played = await play(idle, {}, { mirror: { rows: () => value as never }, ...more })
  return { entries: played.ending?.raw['rows'], ...played }
}

class Row {
  readonly #lead: string
  constructor(lead: string) {
    this.#lead = lead
  }
  toJSON() {
    return { lead: this.#lead }
  }
}

const holey = [1, 2, 3]
delete holey[1]

test.each<[what: string, list: readonly unknown[], entries: string[]]>([
  ['texts and numbers', ['a', 1], ['"a"', '1']],
  [
    'rows of a class with toJSON',
    [new Row('1'), { of: new Row('2') }],
    ['{"lead":"1"}', '{"of":{"lead":"2"}}'],
  ],
  ['dates', [new Date(0)], ['"1970-01-01T00:00:00.000Z"']],
  ['holes', holey, ['1', 'null', '3']],
  ['a hole of a list in a row', [{ list: holey }], ['{"list":[1,null,3]}']],
  ['entries that are undefined, or functions', [undefined, () => 1], ['null', 'null']],
  ['numbers that JSON has not', [Number.NaN], ['null']],
  [
    'bigints, as a database gives them',
    [17n, { lead: 665306000000021n }],
    ['"17"', '{"lead":"665306000000021"}'],
  ],
])('a mirror may hold %s', async (_, list, entries) => {
  expect((await endOf(list)).entries).toEqual(entries)
})

const itself: unknown[] = []
itself.push(itself)

test.each([
  ['no list', { a: 1 }, /^explore: the mirror rows must return a list$/],
  ['an entry that contains itself', itself, /^explore: the mirror rows holds what is no JSON: .*circular/],
])('a mirror with %s is refused', async (_, value, message) => {
  await expect(endOf(value)).rejects.toThrow(message)
})

/** Sorts the lists that it is given, and changes them. */
const sorts: ExploreOptions['eventually'] = {
  'it sorts': ({ mirror: { rows } }) => {
    const list = rows as { lead: string; note?: string }[]
    list.sort((one, other) => one.lead.localeCompare(other.lead))
    for (const row of list) row.note = 'seen'
    list.pop()
  },
}

test('a law that sorts and changes the entries of a mirror changes nothing of what is compared', async () => {
  const rows = [{ lead: 'c' }, { lead: 'a' }, { lead: 'b' }]
  const { ending, again, lawBroken } = await endOf(rows, { eventually: sorts })
  const texts = ['{"lead":"c"}', '{"lead":"a"}', '{"lead":"b"}']
  expect([ending?.mirrors['rows'], ending?.raw['rows']]).toEqual([texts, texts])
  expect([again?.changed, lawBroken]).toEqual([[], undefined])
  expect(rows).toEqual([{ lead: 'c' }, { lead: 'a' }, { lead: 'b' }])
})
