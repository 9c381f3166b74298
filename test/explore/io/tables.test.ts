import { expect, test } from 'vitest'
import type { Json } from '../../../src/engine/values/guard.ts'
import { tablesIn } from '../../../src/explore/io/files/files.ts'
import { tableEntries, withoutInstants } from '../../../src/explore/io/stores/tables.ts'
import { encodeCursor } from '../../../src/service/views/paging.ts'

const now = Date.parse('2026-01-15T09:00:00Z')
const seconds = now / 1000

const id = '100000000000001'
const uuid = '0b9f1d0e-6a39-4c43-9a44-0d6a3c9ad1a1'

/** A cursor of the service: it holds the time of the row at which a page ends. */
const cursor = encodeCursor(['leads.byForm/665306000000019', [now, 665306000000071]])

/** Values of a mirror, and what two runs are compared by: times that a clock gave are alike. */
const values: readonly (readonly [what: string, value: Json, compared: Json])[] = [
  ['an instant in a text', '2026-01-15T09:00:31.5Z', 'time'],
  ['one as Python writes it in logs', 'at 2026-01-15 09:00:31,512 done', 'at time done'],
  ['one within a list in an object', { seen: ['2026-01-15T09:00Z', 'x'] }, { seen: ['time', 'x'] }],
  ['one as the name of a member', { '2026-01-15T09:00:31Z': 1 }, { time: 1 }],
  ['Unix seconds and milliseconds', { at: seconds, sent_at: now + 60_000 }, { at: 'time', sent_at: 'time' }],
  ['Unix seconds as a text, as in CSV', { created_at: String(seconds) }, { created_at: 'time' }],
  [
    'a cursor, alone and in an address',
    { after: cursor, next: `https://graph.facebook.com/me?after=${cursor}&limit=1` },
    { after: 'time', next: 'https://graph.facebook.com/me?after=time&limit=1' },
  ],
  ['a text that begins like a cursor', `WyJ${'x'.repeat(20)}`, `WyJ${'x'.repeat(20)}`],
  ['an expiry in two months', { expires_at: seconds + 60 * 86_400 }, { expires_at: 'time' }],
  [
    'an instant that no clock gave',
    { birthday: '1990-01-02T10:00:00Z' },
    { birthday: '1990-01-02T10:00:00Z' },
  ],
  ['an appointment in five years', { appointment: '2031-05-06 10:00' }, { appointment: '2031-05-06 10:00' }],
  ['a text of digits that names no time', { phone: String(seconds) }, { phone: String(seconds) }],
  ['an id and a number', { id, count: 17 }, { id, count: 17 }],
]
test.each(values)('%s is compared as it is the same in each run', (_, value, compared) => {
  expect(withoutInstants(value, now)).toEqual(compared)
})

/** The values of a JSON file, and the entries of its tables. */
const contents: readonly (readonly [what: string, value: Json, entries: Readonly<Record<string, Json[]>>])[] =
  [
    ['a list', [{ name: 'Ann' }, 'x'], { kept: [{ name: 'Ann' }, { value: 'x' }] }],
    ['an object of values', { name: 'Ann', attempts: 2 }, { kept: [{ name: 'Ann' }] }],
    [
      'an object of objects by ids',
      { [id]: { name: 'Ann', attempts: 2 }, [`${id}9`]: 'x' },
      {
        kept: [
          { key: id, name: 'Ann' },
          { key: `${id}9`, value: 'x' },
        ],
      },
    ],
    [
      'an object with a list, an object, and values beside them',
      { leads: [id], names: { a: 'Ann' }, since: seconds, attempts: 2, errors: ['x'] },
      {
        kept: [{ since: 'time' }],
        'kept leads': [{ value: id }],
        'kept names': [{ key: 'a', value: 'Ann' }],
      },
    ],
    [
      'an object by random names',
      { names: { [uuid]: { n: 1 } } },
      { 'kept names': [{ key: 'random', n: 1 }] },
    ],
    ['an empty object', {}, { kept: [{}] }],
  ]
test.each(contents)('%s in a JSON file is compared by its items, without attempts', (_, value, entries) => {
  expect(tableEntries(Object.fromEntries(tablesIn('kept', JSON.stringify(value))), now)).toEqual(entries)
})
