import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { scrubRecordings } from '../../../src/live/scrub/scrub.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Scrubs JSON documents as one recording, and returns them with the counts. */
function scrub(documents: readonly unknown[], options = {}) {
  const { texts, counts, unread } = scrubRecordings(
    documents.map((document) => ({ text: JSON.stringify(document), isYaml: false })),
    options,
  )
  return { documents: texts.map((text) => JSON.parse(text)), counts, unread }
}

const scrubbed = (document: unknown, options = {}) => scrub([document], options).documents[0]

describe('a field is known by its name', () => {
  test.each<[string, unknown, unknown]>([
    ['a token', { access_token: 'abcDEF123' }, { access_token: 'xxxXXX00a'.replace('00a', '001') }],
    ['a token of the live service keeps its beginning', { token: 'EAAB12cd' }, { token: 'EAAX00xa' }],
    [
      'an app token keeps the id of the app',
      { input_token: '12345678|abc_d' },
      { input_token: '12345678|xxx_a' },
    ],
    ['a key of an app', { app_secret: '0123456789abcdef' }, { app_secret: '0000000000000001' }],
    ['an email address', { email: 'Ada@mail.example' }, { email: 'Xxa@xxxxxxx.test' }],
    ['a phone number', { phone: '+49 (30) 123' }, { phone: '+55 (55) 556' }],
    ['a phone number as a number', { phone: 4930123 }, { phone: 5555556 }],
    ['a name', { first_name: 'Åsa' }, { first_name: 'Xxa' }],
    ['a street', { street: '12 Rose Lane' }, { street: '11 Xxxx Xxxa' }],
    ['a zip code as a number', { zip: 10115 }, { zip: 11112 }],
    ['a birthday', { birthday: '03/14/1985' }, { birthday: '01/01/1990' }],
    ['a code', { code: 'abcdefgh' }, { code: 'xxxxxxxa' }],
    ['a header', [{ name: 'X-Api-Key', value: 'abc' }], [{ name: 'X-Api-Key', value: 'xxa' }]],
    ['a cookie', { headers: { Cookie: ['a=secret1; b=2'] } }, { headers: { Cookie: ['a=xxxxxx1; b=3'] } }],
    [
      'a cookie that is set',
      { 'set-cookie': 'a=secret1; Path=/; Max-Age=60' },
      { 'set-cookie': 'a=xxxxxx1; Path=/; Max-Age=60' },
    ],
    ['a cookie of HAR', { cookies: [{ name: 'a', value: 'bc' }] }, { cookies: [{ name: 'a', value: 'xa' }] }],
    ['credentials', { Authorization: 'Bearer abcd' }, { Authorization: 'Bearer xxxa' }],
    [
      'a user and a password',
      { authorization: `Basic ${base64('ada:pass')}` },
      { authorization: `Basic ${base64('xxa:xxxb')}` },
    ],
    [
      'a user and a password in an address',
      { url: 'https://ada:pass@a.test/' },
      { url: 'https://xxa:xxxb@a.test/' },
    ],
    ['a matcher of WireMock', { access_token: { equalTo: 'abc' } }, { access_token: { equalTo: 'xxa' } }],
    [
      'headers of nock',
      { rawHeaders: ['Date', 'x', 'Authorization', 'OAuth abc'] },
      { rawHeaders: ['Date', 'x', 'Authorization', 'OAuth xxa'] },
    ],
    [
      'the answers of a lead',
      {
        field_data: [
          { name: 'full_name', values: ['Ada B'] },
          { name: 'colour', values: ['Blue'] },
        ],
      },
      {
        field_data: [
          { name: 'full_name', values: ['Xxx A'] },
          { name: 'colour', values: ['Xxxa'] },
        ],
      },
    ],
    ['the data of a customer', { user_data: { ct: 'Rome' } }, { user_data: { ct: 'Xxxa' } }],
    ['the name of somebody', { from: { id: '12345', name: 'Ada' } }, { from: { id: '12345', name: 'Xxa' } }],
    [
      'a name beside an email address',
      { name: 'Ada', email: 'a' },
      { name: 'Xxa', email: 'a'.replace('a', 'b') },
    ],
  ])('%s', (_, document, expected) => {
    expect(scrubbed(document)).toEqual(expected)
  })
})

describe('a shape is known in any text', () => {
  test.each<[string, string, string]>([
    ['an email address', 'Write to ada@mail.example, please', 'Write to xxa@xxxxxxx.test, please'],
    ['a token', `It is EAAB${'a'.repeat(30)}.`, `It is EAAX${'x'.repeat(29)}a.`],
    ['an app token', '12345678|abcdefghijklmnop', '12345678|xxxxxxxxxxxxxxxa'],
    ['a proof', 'a'.repeat(64), '1'.padStart(64, '0')],
    ['an address of IPv4', 'from 93.184.216.34', 'from 192.0.2.1'],
    ['an address of IPv6', 'from 2a00:1450:4001:81b::200e', 'from 2001:db8::1'],
    ['a phone number', 'Call +49 30 1234567 now', 'Call +55 55 5555556 now'],
    ['a secret after its name', 'Bad access_token: "abcdef".', 'Bad access_token: "xxxxxa".'],
    [
      'a token in an address',
      'See https://a.test/?access_token=abcdef#b',
      'See https://a.test/?access_token=xxxxxa#b',
    ],
    ['a token in a relative address', 'me/feed?access_token=abcdef', 'me/feed?access_token=xxxxxa'],
  ])('%s', (_, text, expected) => {
    expect(scrubbed({ message: text })).toEqual({ message: expected })
  })
})

describe('what is no secret stays', () => {
  test.each<[string, unknown]>([
    ['ids', { id: '156646000000001', account_id: 156646000000013 }],
    ['the name of a page', { id: '12345', name: 'Roses', category: 'Shop' }],
    ['a campaign', { id: '12345', name: 'Spring', objective: 'LINK_CLICKS' }],
    ['cursors', { paging: { cursors: { after: 'WyJwYWdlUm9sZXMuYnlVc2VyLzE1' } } }],
    ['times', { created_time: '2026-02-03T04:05:06+0000', since: 1770091703 }],
    [
      'an error',
      { error: { message: '(#100) Unknown field', type: 'OAuthException', code: 190, error_subcode: 463 } },
    ],
    ['versions of a browser', [{ name: 'User-Agent', value: 'Mozilla/5.0 Chrome/120.0.0.0' }]],
    ['the hash of a picture', { images: { a: { hash: 'ab'.repeat(32) } } }],
    ['names of fields', { fields: 'id,email,first_name', scope: ['email'] }],
    ['questions of a form', { questions: [{ key: 'email', label: 'Your email', type: 'EMAIL' }] }],
    ['this machine', { url: 'http://127.0.0.1:8080/' }],
    ['the type of a token', { token_type: 'bearer' }],
    ['a base64 text', { note: base64('nothing of interest here') }],
  ])('%s', (_, document) => {
    expect(scrubbed(document)).toEqual(document)
  })
})

test('spaces, numbers and escapes of a JSON file stay as they are written', () => {
  const text = '{ "1e2": 1e2,\n\t"a": 12345678901234567890, "b": "\\u00e9\\/", "token": "abc" , "b": [ ] }\n'
  const { texts } = scrubRecordings([{ text, isYaml: false }])
  expect(texts).toEqual([text.replace('abc', 'xxa')])
})

test('a value is replaced where nothing says what it is, before and after the place that does', () => {
  expect(
    scrubbed([
      { log: 'got q7Wx_rT2' },
      { client_secret: 'q7Wx_rT2' },
      { path: '/a/q7Wx_rT2/b' },
      { q7Wx_rT2: 1 },
    ]),
  ).toEqual([
    { log: 'got x0Xx_xX1' },
    { client_secret: 'x0Xx_xX1' },
    { path: '/a/x0Xx_xX1/b' },
    { x0Xx_xX1: 1 },
  ])
})

test('the name of a person is replaced as a word of other texts', () => {
  expect(scrubbed({ user: { first_name: 'Grace' }, message: 'Grace is not Graceful' })).toEqual({
    user: { first_name: 'Xxxxa' },
    message: 'Xxxxa is not Graceful',
  })
})

test('spellings of one address and of one phone number have one replacement', () => {
  expect(
    scrubbed({ email: ['Ada@Mail.example', 'ada@mail.example'], phone: ['+49 30 123456', '4930123456'] }),
  ).toEqual({ email: ['Xxa@Xxxxxxx.test', 'xxa@xxxxxxx.test'], phone: ['+55 55 555556', '5555555556'] })
})

test('several files are one recording', () => {
  const { documents, counts } = scrub([{ a: 'q7Wx_rT2' }, { token: 'q7Wx_rT2', email: 'a@b.example' }])
  expect(documents[0].a).toBe(documents[1].token)
  expect(counts).toEqual({ token: 1, email: 1 })
})

describe('the ids of users', () => {
  const document = [
    { id: '156646000000001', name: 'Ada' },
    { from: 'https://graph.test/156646000000001/feed', '156646000000001': { user_id: 156646000000001 } },
    { id: '156646000000004', name: 'Roses', category: 'Shop' },
  ]

  test('stay unless they are asked for', () => {
    expect(scrubbed(document)).toEqual([{ ...document[0], name: 'Xxa' }, ...document.slice(1)])
  })

  test('are replaced everywhere, and those of pages stay', () => {
    expect(scrubbed(document, { userIds: true })).toEqual([
      { id: '111111111111112', name: 'Xxa' },
      { from: 'https://graph.test/111111111111112/feed', '111111111111112': { user_id: 111111111111112 } },
      document[2],
    ])
  })
})

test('a signed request keeps its form, and its data is scrubbed', () => {
  const payload = (token: string) =>
    Buffer.from(JSON.stringify({ oauth_token: token, algorithm: 'x' })).toString('base64url')
  expect(scrubbed({ signed_request: `abcd.${payload('abcdef')}` })).toEqual({
    signed_request: `xxxa.${payload('xxxxxa')}`,
  })
})

test('base64 in lines stays in lines', () => {
  const lines = (text: string) => base64(text).replace(/(.{20})/g, '$1\n')
  const note = 'a long note before the address ada@mail.example'
  expect(scrubbed({ note: lines(note) })).toEqual({
    note: lines(
      note
        .replace('ada@mail', 'xxa@xxxx')
        .replace('example', 'xxx.test')
        .replace('xxxx.xxx.test', 'xxxxxxx.test'),
    ),
  })
})

test('bytes that are no text are counted', () => {
  const bytes = Buffer.from(Array.from({ length: 300 }, (_, at) => (at * 7 + 128) % 256)).toString('base64')
  const { documents, unread } = scrub([{ content: { text: bytes } }])
  expect([documents, unread]).toEqual([[{ content: { text: bytes } }], { bytes: 1 }])
})

test('YAML keeps its comments, anchors, tags and binary texts, without their secrets', () => {
  const binary = base64('{"email":"ada@mail.example"}')
  const text = `# recorded by ada@mail.example
a: &a abc_1234
token: *a
body: !!binary ${binary}
list: # of ada@mail.example
  - x
`
  const [written] = scrubRecordings([{ text, isYaml: true }]).texts
  expect(written).toContain('# recorded by xxa@xxxxxxx.test')
  expect(written).toContain('# of xxa@xxxxxxx.test')
  const { body, token, a } = parse(written ?? '')
  expect(Buffer.from(body).toString()).toBe('{"email":"xxa@xxxxxxx.test"}')
  expect([a, token]).toEqual(['xxx_0001', 'xxx_0001'])
  expect(written).toMatch(/a: &a .*\ntoken: \*a\n/)
})
