import { describe, expect, test } from 'vitest'
import { absoluteLinks, againLink, webLink } from '../../../src/service/values/links.ts'
import { jsonSize, share } from '../../../src/service/values/shared-records.ts'

const recordOf = (id: string) => ({
  id,
  link: webLink(`/${id}`),
  images: [{ source: webLink('/a"b'), sizes: [1, 2] }],
  from: { name: 'é"', none: null },
})
const answerOf = (records: readonly object[]) => ({
  data: records,
  'a"b': undefined,
  paging: { next: againLink({ after: 'x' }) },
})
const origins = (web: string) => ({
  web,
  again: ({ after = '' }: Record<string, string>) => `?after=${after}`,
  read: (path: string) => path,
})

const records = ['1', '2'].map((id) => share(recordOf(id)))
const plain = ['1', '2'].map(recordOf)

describe('an answer with shared records', () => {
  test.each(['https://one.test', 'https://two.test', 'https://one.test'])(
    'has the links below %s, as without sharing',
    (web) => {
      expect(absoluteLinks(answerOf(records), origins(web))).toEqual(
        absoluteLinks(answerOf(plain), origins(web)),
      )
    },
  )

  test.each([false, true])('has the same size, within another text: %j', (isEmbedded) => {
    for (const [at, record] of records.entries())
      for (const _ of [1, 2]) expect(jsonSize(record, isEmbedded)).toBe(jsonSize(plain[at], isEmbedded))
  })
})

test('each copy of a shared record may be changed at every depth, and changes no other', () => {
  const copy = () => absoluteLinks(records[0], origins('https://one.test')) as ReturnType<typeof recordOf>
  const first = copy()
  first.id = 'changed'
  first.images[0]?.sizes.push(3)
  first.from.name = 'changed'
  expect(copy()).toEqual(absoluteLinks(plain[0], origins('https://one.test')))
})

test('a shared record is frozen at every depth, and has no link to the current call', () => {
  expect(Object.isFrozen(records[0]?.images[0]?.sizes)).toBe(true)
  const wrong = share({ next: againLink({ after: 'x' }) })
  expect(() => absoluteLinks(wrong, origins(''))).toThrow('link to the current call')
})
