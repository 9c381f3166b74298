import { describe, expect, test } from 'vitest'
import { batchedItem } from '../../../src/machine/wire/batch.ts'
import type { Call } from '../../../src/service/routes/call.ts'

const file = (part: string) => ({ part, name: `${part}.png`, bytes: Uint8Array.of(1) })

const around: Call = {
  method: 'POST',
  path: [],
  version: 'v24.0',
  tokens: ['OUTER'],
  params: {},
  files: [file('one'), file('two'), file('three')],
  address: 'base',
}

type Sent = Partial<Parameters<typeof batchedItem>[0]>

const made = (item: Sent, batch: Call = around) =>
  batchedItem({ method: 'GET', relative_url: '7', ...item }, batch, {})

describe('a call of a batch', () => {
  test.each<[string, Sent, object]>([
    [
      'has the version, the token and the address of its batch',
      {},
      { method: 'GET', path: ['7'], version: 'v24.0', tokens: ['OUTER'], address: 'base' },
    ],
    ['has its own version', { relative_url: 'v20.0/7' }, { version: 'v20.0', path: ['7'] }],
    ['has the token of its url', { relative_url: '7?access_token=OWN' }, { tokens: ['OWN'] }],
    ['has the token of its member', { access_token: 'OWN' }, { tokens: ['OWN'] }],
    ['has one token sent twice', { relative_url: '7?access_token=T', access_token: 'T' }, { tokens: ['T'] }],
    [
      'has both of two tokens',
      { relative_url: '7?access_token=ONE', access_token: 'TWO' },
      { tokens: ['ONE', 'TWO'] },
    ],
    ['reads the body of a GET as parameters', { body: 'a=1&b=2' }, { params: { a: '1', b: '2' } }],
    [
      'reads the body of a GET behind its query',
      { relative_url: '7?a=1', body: 'b=2' },
      { params: { a: '1', b: '2' } },
    ],
    ['has the body of a POST', { method: 'post', body: 'a=1' }, { method: 'POST', params: { a: '1' } }],
    [
      'has the query and the body of a POST',
      { method: 'POST', relative_url: '7?a=1', body: 'b=2' },
      { params: { a: '1', b: '2' } },
    ],
    [
      'has the members of a body that is an object, without those that are null',
      { method: 'POST', body: { a: 'x&y', b: 5, c: ['z'], d: null } },
      { params: { a: 'x&y', b: '5', c: '["z"]' } },
    ],
    ['has nothing of a body that is a list', { method: 'POST', body: ['a'] }, { params: {} }],
    ['has nothing of a body that is null', { method: 'POST', body: null }, { params: {} }],
    ['has nothing of a body that is a number', { method: 'POST', body: 5 }, { params: {} }],
    ['has no file that it does not name', {}, { files: [] }],
    ['has the file that it names', { attached_files: 'two' }, { files: [file('two')] }],
    [
      'has the files that it names, in the order of the batch, with spaces around the commas',
      { attached_files: 'three , one' },
      { files: [file('one'), file('three')] },
    ],
    [
      'has the files of a list',
      { attached_files: ['three', 'one'] },
      { files: [file('one'), file('three')] },
    ],
    [
      'has the files that the names of members name, as the Java business SDK sends them',
      { attached_files: { two: 'source' } },
      { files: [file('two')] },
    ],
    ['has the files of the other spelling', { attachedFiles: 'two' }, { files: [file('two')] }],
  ])('%s', (_, item, expected) => {
    const sent = Object.entries(made(item).call).filter(([name]) => name in expected)
    expect(Object.fromEntries(sent)).toEqual(expected)
  })

  test('has no member that neither it nor its batch names', () => {
    const { version: _version, address: _address, ...bare } = around
    const { call } = made({}, bare)
    expect(Object.keys(call)).not.toContain('version')
    expect(Object.keys(call)).not.toContain('address')
  })

  test.each<[string, Sent['headers'], string | undefined]>([
    ['a list of lines', ['If-None-Match: "x:y"', 'Accept: *'], '"x:y"'],
    ['a list of names and values', [{ name: 'IF-NONE-MATCH', value: '"x"' }], '"x"'],
    ['an object', { 'If-None-Match': '"x"' }, '"x"'],
    [
      'a list of what are no headers',
      [null, 5, ['If-None-Match'], { name: 5, value: '"x"' }, ':'],
      undefined,
    ],
    ['an object whose value is no text', { 'if-none-match': 5 }, undefined],
    ['null', null, undefined],
    ['text', 'If-None-Match: "x"', undefined],
    ['nothing', undefined, undefined],
  ])('has the entity tag of headers in %s', (_, headers, tag) => {
    const { call, ifNoneMatch } = made({ ...(headers !== undefined && { headers }) })
    expect(call).toMatchObject({ path: ['7'] })
    expect(ifNoneMatch).toBe(tag)
  })

  const lines = (count: number) => Array.from({ length: count }, (_, line) => `h${line}: x`)
  const members = (count: number) => Object.fromEntries(lines(count).map((line) => [line, 'x']))

  test.each<[string, Sent, string]>([
    ['201 headers in a list', { headers: lines(201) }, 'The call has 201 headers, the limit is 200'],
    ['201 headers in an object', { headers: members(201) }, 'The call has 201 headers, the limit is 200'],
    ['a batch', { method: 'POST', relative_url: '/' }, 'Batches cannot be nested'],
    ['a broken escape', { relative_url: 'a%zz' }, 'The path "/a%zz" has a broken percent escape'],
  ])('is refused with %s', (_, item, message) => {
    expect(made(item).call).toEqual({ code: 100, message })
  })

  test.each(['GET', 'POST'])('of %s has 1,000 parameters in its body, and no more', (method) => {
    const body = (count: number) => Array.from({ length: count }, (_, at) => `p${at}=x`).join('&')
    const { call } = made({ method, body: body(1_000) })
    expect('params' in call && Object.keys(call.params)).toHaveLength(1_000)
    expect(made({ method, body: body(1_001) }).call).toMatchObject({
      message: 'The request has 1001 parameters, the limit is 1000',
    })
  })

  test.each<[string, Sent['headers']]>([
    ['a list', lines(200)],
    ['an object', members(200)],
  ])('has 200 headers in %s', (_, headers) => {
    expect(made({ headers: headers ?? null }).call).toMatchObject({ path: ['7'] })
  })
})
