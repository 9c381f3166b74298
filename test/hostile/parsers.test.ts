import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createWorld, type GraphRequest, type GraphResponse } from '../../src/index.ts'
import { isErrorCode } from '../../src/service/contract/errors.ts'
import { holds } from '../chance.ts'
import { comparison } from './cost.ts'

const world = createWorld({ history: 'off' })
const { page, pageToken, userToken, adAccount, form: leadForm } = world.starter()

const LONGEST = 2_000
const RUNS = 100

/** 10,000 cases take minutes. */
const PATIENCE = 3_600_000

/** The flaw of an answer: it lacks the contract's shape, or its message is too long. */
function flawOf({ status, body }: GraphResponse): string | undefined {
  const answer: unknown = JSON.parse(String(body))
  if (status === 200) return undefined
  const { error } = answer as { error?: { code: number; message: string } }
  if (!error || !isErrorCode(error.code)) return `the answer ${String(body)}`
  return error.message.length > LONGEST ? `a message of ${error.message.length} characters` : undefined
}

/** Generates texts of repeated pieces, which make a parser backtrack, recurse or collect. */
function runs(...pieces: readonly string[]): fc.Arbitrary<string> {
  const piece = fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 }))
  const run = fc.tuple(piece, fc.oneof(fc.nat(3), fc.nat(4_000))).map(([text, times]) => text.repeat(times))
  return fc.array(run, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''))
}

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const multipart = { 'content-type': 'multipart/form-data; boundary=b' }

const write = (headers: Record<string, string>, body: string): GraphRequest => ({
  method: 'POST',
  url: `/${page}/feed?access_token=${pageToken}`,
  headers,
  body,
})
const read = (path: string, name: string, value: string, token = pageToken): GraphRequest => ({
  method: 'GET',
  path,
  params: { [name]: value, access_token: token },
})
const batch = (body: string): GraphRequest => ({
  method: 'POST',
  url: `/?access_token=${userToken}`,
  headers: form,
  body: `batch=${body}`,
})

const jsonTexts = runs(
  '[',
  '{',
  '"a":',
  '"',
  '\\',
  '\\"',
  '1,',
  '0,',
  'null',
  ']',
  '}',
  '-',
  '1e',
  ' ',
  '\\u00',
)
const formTexts = runs(
  '&',
  '=',
  'a=1&',
  'a[]=',
  'a[b]',
  '[',
  ']',
  '%',
  '%41',
  '%e2',
  '+',
  'a[999999]=1&',
  'a[0][b]=',
)
const parts = runs(
  '\r\n',
  '\r',
  '\r\n--b',
  '\r\n--b\r\n',
  '\r\n--b--',
  'Content-Disposition: form-data; name="a"',
  '; filename=a',
  '"',
  '\\"',
  ';',
  '\r\n ',
  '-',
)
const urls = runs(
  '/',
  '..',
  '.',
  '%2e',
  '%',
  '\\',
  '//',
  '?',
  '#',
  'http://',
  '@',
  ':',
  '[',
  'a=1&',
  'me',
  'v7.0',
)
const lines = runs('bearer ', ' ', '\n', ';', '"', '\\"', '=', ',', 'W/', 'a')
const cursors = runs('W', 'A', 'WyJ4Iixb', 'bnVsbCxu', 'MSwx', 'XV0', '-', '_', '=')
const names = runs('a', ',', '{', '}', 'id', 'from{', 'name}', '(', '.', ' ', '[', '"', ']')
const idLists = runs(',', '1', '1,', ' ', '[', '"', '123456789012345,', 'me,', '_')
const filters = runs(
  '[',
  '{"field":"time_created",',
  '"operator":"GREATER_THAN",',
  '"value":1},',
  ']',
  '{',
  'null,',
)
const itemTexts = runs(
  '{"method":"GET",',
  '"relative_url":"me"},',
  '[',
  '{}',
  ',',
  'null',
  '"body":"',
  'a=1&',
  '{result=',
  '%7Bresult%3D',
)

const parsers: Readonly<Record<string, [fc.Arbitrary<string>, (text: string) => GraphRequest]>> = {
  'JSON text': [jsonTexts, (text) => write(json, text)],
  'JSON text after its beginning': [jsonTexts, (text) => write(json, `{"message":"x","targeting":[${text}`)],
  'url-encoded text': [formTexts, (text) => write(form, text)],
  'a multipart body': [parts, (text) => write(multipart, `--b\r\n${text}`)],
  'a multipart body to its end': [parts, (text) => write(multipart, `--b\r\n${text}\r\n--b--`)],
  'the calls of a batch': [itemTexts, (text) => batch(encodeURIComponent(`[${text}]`))],
  'the address of a call of a batch': [
    urls,
    (text) => batch(encodeURIComponent(JSON.stringify([{ relative_url: text }]))),
  ],
  'the body of a call of a batch': [
    formTexts,
    (body) =>
      batch(encodeURIComponent(JSON.stringify([{ method: 'POST', relative_url: `${page}/feed`, body }]))),
  ],
  'a header of a call of a batch': [
    lines,
    (text) =>
      batch(
        encodeURIComponent(JSON.stringify([{ relative_url: 'me', headers: [`Authorization: ${text}`] }])),
      ),
  ],
  'a target': [urls, (url) => ({ method: 'GET', url })],
  'an Authorization header': [
    lines,
    (authorization) => ({ method: 'GET', url: '/me', headers: { authorization } }),
  ],
  'a Content-Type header': [lines, (type) => write({ 'content-type': `multipart/form-data; ${type}` }, 'x')],
  'a cursor': [cursors, (cursor) => read(`/${page}/feed`, 'after', cursor)],
  fields: [names, (fields) => read(`/${page}/feed`, 'fields', fields)],
  ids: [idLists, (ids) => read('/', 'ids', ids, userToken)],
  'a filter of leads': [filters, (filtering) => read(`/${leadForm}/leads`, 'filtering', filtering)],
  'a list of ids': [
    idLists,
    (status) => read(`/${adAccount}/campaigns`, 'effective_status', status, userToken),
  ],
}

test.each(Object.entries(parsers))(
  '%s: worst cases are parsed at the cost of plain text',
  (_, [texts, ask]) => {
    const costs = comparison()
    const property = fc.property(texts, (text) => {
      const plain = write(form, `nothing=${'x'.repeat(text.length)}`)
      const response = costs.play(
        () => world.request(ask(text)),
        () => world.request(plain),
      )
      expect(flawOf(response)).toBeUndefined()
    })
    holds(RUNS, property)
    costs.expectCheap(20)
  },
  PATIENCE,
)
