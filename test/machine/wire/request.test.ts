import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type HttpRequest, readRequest } from '../../../src/machine/wire/request.ts'
import { anyText, anyUrl } from '../../any-text.ts'

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'Content-Type': 'application/json' }
const MULTIPART = { 'Content-Type': 'multipart/form-data; boundary=b' }

function request(
  method: string,
  url: string,
  headers: Record<string, string> = {},
  body?: string,
): HttpRequest {
  return body === undefined ? { method, url, headers } : { method, url, headers, body }
}

function asked(raw: HttpRequest) {
  const understood = readRequest(raw)
  if (!understood.ok) throw new Error(understood.message)
  return understood.asked
}

function messageOf(raw: HttpRequest, limits = {}): string {
  const understood = readRequest(raw, limits)
  return understood.ok ? 'understood' : understood.message
}

const field = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

describe('a request of a client library', () => {
  test.each<[string, HttpRequest, object]>([
    [
      '1 Node SDK: a GET with the JSON body {} [CNV-006, AUT-001]',
      request('GET', '/v24.0/100/feed?limit=2&fields=id%2Cmessage&access_token=U%7CT', JSON_TYPE, '{}'),
      { method: 'GET', path: ['100', 'feed'], params: { limit: '2', fields: 'id,message' }, tokens: ['U|T'] },
    ],
    [
      '1 Node SDK: a DELETE with the JSON body {}',
      request('DELETE', '/v24.0/200?id=200&access_token=T', JSON_TYPE, '{}'),
      { method: 'DELETE', path: ['200'], params: { id: '200' }, tokens: ['T'] },
    ],
    [
      '1 any client: a GET whose body no one could read',
      request('GET', '/v24.0/200', { 'Content-Type': 'image/png' }, '\u0000{'),
      { method: 'GET', path: ['200'], params: {}, tokens: [] },
    ],
    [
      '2, 3 Node SDK: a JSON body with native types, and the token in the query',
      request(
        'POST',
        '/v24.0/act_1/campaigns?access_token=T',
        JSON_TYPE,
        '{"name":"hé 😀","special_ad_categories":["NONE"],"daily_budget":1000,"published":false,"promoted_object":{"page_id":"100"},"id":"act_1"}',
      ),
      {
        method: 'POST',
        path: ['act_1', 'campaigns'],
        params: {
          name: 'hé 😀',
          special_ad_categories: ['NONE'],
          daily_budget: 1000,
          published: false,
          promoted_object: { page_id: '100' },
          id: 'act_1',
        },
        tokens: ['T'],
      },
    ],
    [
      '2 koala with format json: the token inside the JSON body',
      request('POST', '/100/feed', JSON_TYPE, '{"access_token":"T","message":"x"}'),
      { params: { message: 'x' }, tokens: ['T'] },
    ],
    [
      '3 Python SDK: a url-encoded body, the token in the query [CNV-007, CNV-008]',
      request('POST', '/v25.0/100/feed?access_token=T', FORM, 'message=a+b%26c'),
      { params: { message: 'a b&c' }, tokens: ['T'] },
    ],
    [
      '4 mobolic: the token in a url-encoded body [AUT-002]',
      request('POST', '/v8.0/100/feed', FORM, 'access_token=T&message=x'),
      { params: { message: 'x' }, tokens: ['T'] },
    ],
    [
      '4 koala: the token after everything else in a multipart body [AUT-002]',
      request(
        'POST',
        '/v24.0/100/photos',
        MULTIPART,
        `${field('message', 'x')}${field('access_token', 'T')}--b--\r\n`,
      ),
      { params: { message: 'x' }, tokens: ['T'] },
    ],
    [
      '4 PHP SDK: a DELETE with the token in a multipart body',
      request(
        'DELETE',
        '/v25.0/200/',
        MULTIPART,
        `${field('access_token', 'T')}${field('id', '200')}--b--\r\n`,
      ),
      { method: 'DELETE', path: ['200'], params: { id: '200' }, tokens: ['T'] },
    ],
    [
      '5 Node SDK: read-only fields of a cursor item reach the rules as they are',
      request('POST', '/v24.0/1001', JSON_TYPE, '{"name":"item 1","id":"1001","success":true}'),
      { path: ['1001'], params: { name: 'item 1', id: '1001', success: true } },
    ],
    [
      '6 Ruby and Python SDK: unknown parameters are kept, and no fault',
      request('GET', '/v25.0/100/feed?limit=10&summary=true&appsecret_proof=0a&locale=en_US'),
      { params: { limit: '10', summary: 'true', appsecret_proof: '0a', locale: 'en_US' } },
    ],
    [
      '11 fb: an old version [VER-001, VER-002]',
      request('GET', '/v2.4/me'),
      { version: 'v2.4', path: ['me'] },
    ],
    [
      '11 koala: no version [VER-003]',
      request('GET', '/100/feed'),
      { version: undefined, path: ['100', 'feed'] },
    ],
    ['11 Python SDK: a trailing slash', request('GET', '/v25.0/200/'), { version: 'v25.0', path: ['200'] }],
    [
      '11 Python SDK: two slashes before the query',
      request('GET', '/v25.0//?ids=1%2C2'),
      { version: 'v25.0', path: [], params: { ids: '1,2' } },
    ],
    [
      '11 Node SDK: the root as a version alone',
      request('POST', '/v24.0?access_token=T'),
      { version: 'v24.0', path: [] },
    ],
    ['11 koala: the root without a version', request('POST', '/'), { version: undefined, path: [] }],
    [
      '16 koala: method=delete in the form',
      request('POST', '/v24.0/200', FORM, 'method=delete&access_token=T'),
      { method: 'DELETE', params: {}, tokens: ['T'] },
    ],
    [
      '16 fbgraph: method=delete in the query, the token in query and body',
      request('POST', '/v24.0/200?method=delete&access_token=T', {}, 'access_token=T'),
      { method: 'DELETE', params: {}, tokens: ['T'] },
    ],
    [
      '17 fbgraph: a url-encoded body without a content type',
      request('POST', '/v24.0/100/feed', {}, 'message=hello%20you&a[0]=NONE'),
      { params: { message: 'hello you', a: ['NONE'] } },
    ],
    [
      '19 PHP SDK: multipart without any file, false as the empty string',
      request(
        'POST',
        '/v25.0/100/feed',
        MULTIPART,
        `${field('message', 'x')}${field('published', '')}--b--\r\n`,
      ),
      { params: { message: 'x', published: '' }, files: [] },
    ],
    ...['USER%7CTO%20KEN', 'USER|TO+KEN', 'USER%7cTO%20KEN'].map((token): [string, HttpRequest, object] => [
      `25 any client: a token written ${token}`,
      request('GET', `/me?access_token=${token}`),
      { tokens: ['USER|TO KEN'] },
    ]),
  ])('%s', (_, raw, expected) => {
    expect({ version: undefined, ...asked(raw) }).toMatchObject(expected)
  })
})

describe('the method', () => {
  test.each([
    ['get', '', '', 'GET'],
    ['head', '', '', 'HEAD'],
    ['patch', '', '', 'PATCH'],
    ['POST', '?method=DELETE', '', 'DELETE'],
    ['POST', '?method=Get', '', 'GET'],
    ['POST', '', 'method=post', 'POST'],
    ['POST', '?method=', '', 'POST'],
    ['POST', '?method=get', 'method=delete', 'DELETE'],
    ['GET', '?method=delete', '', 'GET'],
    ['DELETE', '?method=post', '', 'DELETE'],
    ['PUT', '?method=delete', 'method=delete', 'PUT'],
  ])('%s with the query %j and the body %j is %s', (method, query, body, expected) => {
    expect(asked(request(method, `/1${query}`, FORM, body))).toMatchObject({ method: expected, params: {} })
  })

  test('any method but get, post and delete is refused, and the message names it', () => {
    expect(messageOf(request('POST', '/1?method=put'))).toContain('"put"')
    expect(messageOf(request('POST', '/1', JSON_TYPE, '{"method":["delete"]}'))).toContain('delete')
  })
})

describe('tokens', () => {
  test.each<[string, HttpRequest, string[]]>([
    ['a bearer header', request('GET', '/me', { authorization: 'Bearer T' }), ['T']],
    ['a bearer header in other cases', request('GET', '/me', { AUTHORIZATION: 'bEARER  T ' }), ['T']],
    ['a header of another scheme', request('GET', '/me', { Authorization: 'Basic T' }), []],
    [
      'the same value thrice',
      request('POST', '/me?access_token=T', { ...FORM, Authorization: 'Bearer T' }, 'access_token=T'),
      ['T'],
    ],
    [
      'three values',
      request('POST', '/me?access_token=Q', { ...FORM, Authorization: 'Bearer H' }, 'access_token=B'),
      ['Q', 'B', 'H'],
    ],
    ['a repeated parameter', request('GET', '/me?access_token=A&access_token=B'), ['A', 'B']],
    [
      'a bearer header of 60,000 blanks and a line end',
      request('GET', '/me', { authorization: `Bearer ${' '.repeat(60_000)}\nT` }),
      ['T'],
    ],
    [
      'a list in a list, which no token equals',
      request('POST', '/me', JSON_TYPE, '{"access_token":["A",["B"]]}'),
      ['A', '["B"]'],
    ],
    ['an empty value', request('GET', '/me?access_token='), []],
    ['a number, which no token equals', request('POST', '/me', JSON_TYPE, '{"access_token":5}'), ['5']],
  ])('%s', (_, raw, tokens) => {
    const { params, tokens: found } = asked(raw)
    expect(found).toEqual(tokens)
    expect(params).toEqual({})
  })
})

describe('an app in the header', () => {
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })

  test.each<[string, HttpRequest, object]>([
    ['id and secret', request('GET', '/x', basic('1:s')), { client_id: '1', client_secret: 's' }],
    [
      'in other cases, without padding',
      request('GET', '/x', { Authorization: 'bASIC  MTpz' }),
      { client_id: '1', client_secret: 's' },
    ],
    ['a secret with a colon', request('GET', '/x', basic('1:s:t')), { client_id: '1', client_secret: 's:t' }],
    [
      'beside a body',
      request('POST', '/x', { ...FORM, ...basic('1:s') }, 'client_id=2&client_secret=u'),
      {
        client_id: '2',
        client_secret: 'u',
      },
    ],
    ['no colon', request('GET', '/x', basic('1')), {}],
    ['no id', request('GET', '/x', basic(':s')), {}],
    ['no base64', request('GET', '/x', { authorization: 'Basic 1:s' }), {}],
    ['no UTF-8', request('GET', '/x', { authorization: 'Basic MTr/' }), {}],
    ['another scheme', request('GET', '/x', { authorization: 'Digest MTpz' }), {}],
  ])('%s', (_, raw, params) => {
    expect(asked(raw)).toMatchObject({ tokens: [] })
    expect(asked(raw).params).toEqual(params)
  })
})

describe('the target', () => {
  test.each<[string, object]>([
    ['/', { path: [] }],
    ['', { path: [] }],
    ['*', { path: ['*'] }],
    ['#', { path: [] }],
    ['?', { path: [] }],
    ['/100#a?b=c', { path: ['100'], params: {} }],
    ['/100?a=b#c', { path: ['100'], params: { a: 'b' } }],
    ['100/feed', { path: ['100', 'feed'] }],
    ['//evil.com/x', { path: ['evil.com', 'x'] }],
    ['///evil.com', { path: ['evil.com'] }],
    ['/\\evil.com', { path: ['evil.com'] }],
    ['/a%2Fb/%C3%A9', { path: ['a/b', 'é'] }],
    ['/a+b', { path: ['a+b'] }],
    ['/__proto__/constructor', { path: ['__proto__', 'constructor'] }],
    ['/v7.0/v8.0/x', { version: 'v7.0', path: ['v8.0', 'x'] }],
    ['/v7', { version: 'v7', path: [] }],
    ['/v7x', { version: 'v7x', path: [] }],
    ['/video', { path: ['video'] }],
    ['/100?v=1', { path: ['100'], params: { v: '1' } }],
    ['ftp://a.test/x', { path: ['ftp:', 'a.test', 'x'] }],
    ['http:/a/b', { path: ['http:', 'a', 'b'] }],
    [
      'http://Graph.Test:8080/v7.0/100?a=b',
      { origin: 'http://graph.test:8080', version: 'v7.0', path: ['100'], params: { a: 'b' } },
    ],
    ['HTTPS://graph.test', { origin: 'https://graph.test', path: [] }],
    ['http://graph.test?a=b', { origin: 'http://graph.test', path: [], params: { a: 'b' } }],
    ['http://graph.test#a', { origin: 'http://graph.test', path: [] }],
    ['http://graph.test:80/x', { origin: 'http://graph.test', path: ['x'] }],
    ['https://graph.test:80/x', { origin: 'https://graph.test:80', path: ['x'] }],
    ['http://good.test@evil.test/x', { origin: 'http://evil.test', path: ['x'] }],
    ['http://[::1]:80/x', { origin: 'http://[::1]', path: ['x'] }],
    ['http://a.test\\b', { origin: 'http://a.test', path: ['b'] }],
  ])('%j', (url, expected) => {
    const { origin, version, path, params } = asked(request('GET', url))
    expect({ origin, version, path, params }).toEqual({ params: {}, ...expected })
  })

  test.each([
    ['/a/%zz', '/a/%zz'],
    ['/%', '/%'],
    ['/%ff', '/%ff'],
    ['/%ed%a0%80', '/%ed%a0%80'],
    ['/\ud800', 'surrogate'],
    ['/a?b=%ff', 'query'],
    ['http:///x', 'http:///x'],
    ['http://a b/x', 'host'],
    ['http://<script>/x', 'host'],
    ['http://a.test:8080:9/x', 'host'],
  ])('%j is refused with a message that names %j', (url, named) => {
    expect(messageOf(request('GET', url))).toContain(named)
  })

  test('a url may have up to 16 KiB', () => {
    const atLimit = `/${'a'.repeat(16 * 1024 - 1)}`
    expect(asked(request('GET', atLimit)).path[0]).toHaveLength(16 * 1024 - 1)
    expect(messageOf(request('GET', `${atLimit}a`))).toBe('The url has 16385 characters, the limit is 16384')
  })

  test('a target is parsed as the URL standard says', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '%2E%2e',
      'a',
      'v7.0',
      '%41',
      'é',
      '%20',
      ' x',
      '%2F',
      '?',
      '#',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const target = `/${pieces.join('')}`
        const { origin, version, path } = asked(request('GET', target))
        const standard = new URL(`http://graph.test${target}`).pathname
          .split('/')
          .filter((part) => part !== '')
        expect(origin).toBeUndefined()
        expect([...(version === undefined ? [] : [version]), ...path]).toEqual(
          standard.map(decodeURIComponent),
        )
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the query', () => {
  test('the body has precedence over the query, and other parameters of both are kept', () => {
    const raw = request('POST', '/1?a=query&b=query&l[0]=query&l[1]=query', FORM, 'a=body&c=body&l[]=body')
    expect(asked(raw).params).toEqual({ a: 'body', b: 'query', c: 'body', l: ['body'] })
  })

  test('a percent sign that begins no escape is literal', () => {
    expect(asked(request('GET', '/1?a=100% sure&b=5%&c=%zz%41')).params).toEqual({
      a: '100% sure',
      b: '5%',
      c: '%zzA',
    })
  })

  test('query and body may have up to 1,000 parameters together', () => {
    const pairs = (count: number, name: string) =>
      Array.from({ length: count }, (_, index) => `${name}${index}=`).join('&')
    expect(
      Object.keys(asked(request('POST', `/1?${pairs(500, 'q')}`, FORM, pairs(500, 'b'))).params),
    ).toHaveLength(1000)
    expect(messageOf(request('POST', `/1?${pairs(501, 'q')}`, FORM, pairs(500, 'b')))).toContain(
      '1001 parameters',
    )
    expect(messageOf(request('GET', `/1?${'a&'.repeat(1001)}`))).toContain('1001 parameters')
  })

  test('a request may have up to 200 headers, and up to 64 KiB of them together', () => {
    const headers = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, place) => [`h${place}`, '']))
    expect(readRequest(request('GET', '/me', headers(200))).ok).toBe(true)
    expect(messageOf(request('GET', '/me', headers(201)))).toBe(
      'The request has 201 headers, the limit is 200',
    )
    expect(readRequest(request('GET', '/me', { a: 'x'.repeat(65_535) })).ok).toBe(true)
    expect(messageOf(request('GET', '/me', { a: 'x'.repeat(65_536) }))).toBe(
      'The header of the request has 65537 characters, the limit is 65536',
    )
  })

  test('a JSON body may have up to 100,000 values', () => {
    const body = (items: number) => `{"a":[${Array(items).fill('1').join()}]}`
    expect(readRequest(request('POST', '/me', JSON_TYPE, body(99_998))).ok).toBe(true)
    expect(messageOf(request('POST', '/me', JSON_TYPE, body(99_999)))).toBe(
      'The JSON body has more than 100000 values',
    )
  })

  test('a query is parsed as the URL standard says', () => {
    fc.assert(
      fc.property(fc.dictionary(nameWithoutBrackets(), anyText()), (params) => {
        const query = new URLSearchParams(params).toString()
        expect(asked(request('GET', `/1?${query}`)).params).toEqual(params)
      }),
    )
  })
})

describe('any request', () => {
  test('never throws', () => {
    const anyRequest = fc.record({
      method: fc.oneof(fc.constantFrom('GET', 'POST', 'DELETE', 'PUT'), anyText()),
      url: fc.oneof(anyText(), anyUrl),
      headers: fc.record({
        'Content-Type': fc.constantFrom(
          '',
          'application/json',
          'multipart/form-data; boundary=b',
          'x/y+json',
          '"',
        ),
        Authorization: fc.string(),
      }),
      body: fc.oneof(fc.uint8Array(), anyText(), fc.json()),
    })
    fc.assert(
      fc.property(anyRequest, (raw) => {
        expect(typeof readRequest(raw).ok).toBe('boolean')
      }),
      { numRuns: 2000 },
    )
  })

  test('never changes the prototype of objects', () => {
    const before = Object.getOwnPropertyNames(Object.prototype)
    const names = [
      '__proto__',
      '__proto__[polluted]',
      'a[__proto__][polluted]',
      'constructor[prototype][polluted]',
    ]
    for (const name of names) readRequest(request('POST', `/1?${name}=1`, FORM, `${name}=1`))
    readRequest(request('POST', '/1', { ...JSON_TYPE, ['__proto__']: 'x' }, '{"__proto__":{"polluted":1}}'))
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
    expect('polluted' in {}).toBe(false)
  })
})

function nameWithoutBrackets() {
  const taken = ['access_token', 'method', '__proto__']
  return anyText().filter((name) => !name.includes('[') && !taken.includes(name))
}
