import {
  brotliCompressSync,
  brotliDecompressSync,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateSync,
} from 'node:zlib'

/** A value that a recording hides: made up, and of the form that its kind has. */
const values = {
  token: 'q7Wx9rT2kLm4Zb8Y',
  graph: 'EAABq7Wx9rT2kLm4Zb8Yq7Wx9rT2kLm4',
  hex: '0f3a9c7d5b1e2846a0b1c2d3e4f50617',
  word: 'hunterhunter',
  email: 'ada@mail.example',
  wideEmail: 'ada＠mail.example',
  phone: '+49 30 12345678',
  zeros: '0049 30 12345678',
  ip: '93.184.216.34',
} as const

/** A way to hide a value: the document, and the text that a reader of it finds in the end. */
export interface Hidden {
  readonly title: string
  readonly secret: string
  readonly document: unknown
  /** Reads the text that has the value. */
  readonly read: (document: unknown) => string
}

type Row = readonly [
  title: string,
  kind: keyof typeof values,
  write: (value: string) => unknown,
  read?: (text: string) => string,
]

const base64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64')
const url64 = (text: string): string => Buffer.from(text).toString('base64url')
const member = (value: string): string => JSON.stringify({ access_token: value, other: 'stays' })
const fromBase64 = (text: string): string => Buffer.from(text, 'base64').toString()
const bytes = (text: string): Buffer => Buffer.from(text, 'base64')
const jwtHead = url64('{"alg":"none","typ":"JWT"}')
const payload = (value: string): string => url64(JSON.stringify({ oauth_token: value }))
const secondPart = (text: string): string => fromBase64(text.split('.')[1] ?? '')
const afterComma = (text: string): string => fromBase64(text.slice(text.indexOf(',') + 1))

/** Texts that stand in the member `note`, which says nothing of them. */
const notes: readonly Row[] = [
  ['a JSON text', 'token', member],
  ['a JSON text in a JSON text', 'token', (value) => JSON.stringify({ inner: member(value) })],
  ['JSON after a guard against scripts', 'token', (value) => `for (;;);${member(value)}`],
  ['JSON in lines', 'token', (value) => `${member('stays')}\n${member(value)}\n`],
  ['a script with JSON', 'token', (value) => `callback(${member(value)});`],
  ['a form', 'token', (value) => `a=1&access_token=${value}`],
  ['a form with a percent-encoded name', 'token', (value) => `a=1&access%5Ftoken=${value}`],
  ['a percent-encoded form', 'token', (value) => encodeURIComponent(`a=1&access_token=${value}`)],
  ['the query of an address', 'token', (value) => `https://a.test/?access_token=${value}`],
  ['the fragment of an address', 'token', (value) => `https://a.test/#access_token=${value}`],
  ['the user of an address', 'token', (value) => `https://ada:${value}@a.test/`],
  [
    'an address in an address',
    'token',
    (value) => `https://a.test/?next=${encodeURIComponent(`https://b.test/?access_token=${value}`)}`,
  ],
  ['an address in prose', 'token', (value) => `see https://a.test/?access_token=${value} for more`],
  ['a relative address', 'token', (value) => `me/feed?access_token=${value}`],
  ['the path of an address', 'token', (value) => `https://a.test/token/${value}/read`],
  ['a path', 'token', (value) => `/v1/reset-password/${value}`],
  ['a path in prose', 'token', (value) => `GET /token/${value} HTTP/1.1`],
  [
    'multipart',
    'token',
    (value) => `--b\r\nContent-Disposition: form-data; name="access_token"\r\n\r\n${value}\r\n--b--\r\n`,
  ],
  ['base64 of JSON', 'token', (value) => base64(member(value)), fromBase64],
  ['base64url of a form', 'token', (value) => url64(`a=1&access_token=${value}`), fromBase64],
  ['base64 in lines', 'token', (value) => base64(member(value)).replace(/(.{20})/g, '$1\n'), fromBase64],
  [
    'hexadecimal digits of JSON',
    'token',
    (value) => Buffer.from(member(value)).toString('hex'),
    (text) => Buffer.from(text, 'hex').toString(),
  ],
  [
    'gzip in base64',
    'token',
    (value) => base64(gzipSync(member(value))),
    (text) => gunzipSync(bytes(text)).toString(),
  ],
  [
    'zlib in base64',
    'token',
    (value) => base64(deflateSync(member(value))),
    (text) => inflateSync(bytes(text)).toString(),
  ],
  [
    'brotli in base64',
    'token',
    (value) => base64(brotliCompressSync(member(value))),
    (text) => brotliDecompressSync(bytes(text)).toString(),
  ],
  [
    'a data address in base64',
    'token',
    (value) => `data:application/json;base64,${base64(member(value))}`,
    afterComma,
  ],
  [
    'a data address in prose',
    'token',
    (value) => `url("data:application/json;base64,${base64(member(value))}")`,
    (text) => fromBase64((text.split(',')[1] ?? '').split('"')[0] ?? ''),
  ],
  [
    'a data address of percent encoding',
    'token',
    (value) => `data:application/json,${encodeURIComponent(member(value))}`,
    decodeURIComponent,
  ],
  ['an element of XML', 'token', (value) => `<r><access_token>${value}</access_token></r>`],
  ['an attribute of XML', 'token', (value) => `<r access_token="${value}"/>`],
  [
    'an element of XML with a section of characters',
    'token',
    (value) => `<r><client_secret><![CDATA[${value}]]></client_secret></r>`,
  ],
  ['a field of HTML', 'token', (value) => `<form><input name="csrf_token" value="${value}"></form>`],
  ['a script in HTML', 'token', (value) => `<script>var s = {"access_token":"${value}"}</script>`],
  ['JSON that is escaped for HTML', 'token', (value) => `{&quot;access_token&quot;:&quot;${value}&quot;}`],
  [
    'JSON in an attribute of HTML',
    'token',
    (value) => `<div data-state="{&quot;access_token&quot;:&quot;${value}&quot;}"></div>`,
  ],
  ['an argument of GraphQL', 'token', (value) => `mutation { login(accessToken: "${value}") { id } }`],
  ['a word as an argument of GraphQL', 'word', (value) => `mutation { login(password: "${value}") { id } }`],
  ['YAML', 'token', (value) => `app:\n  clientSecret: ${value}\n  name: stays\n`],
  ['a word in YAML', 'word', (value) => `app:\n  password: ${value}\n  name: stays\n`],
  ['a file of settings', 'token', (value) => `PORT=1\nAPP_CLIENT_SECRET=${value}\n`],
  ['a header in prose', 'token', (value) => `sent Authorization: Bearer ${value} to it`],
  ['credentials in prose', 'token', (value) => `with the header Bearer ${value}`],
  ['a cookie of curl', 'token', (value) => `curl -H 'Cookie: a=1; xs=${value}' https://a.test/`],
  ['a user of curl', 'token', (value) => `curl -u ada:${value} https://a.test/`],
  ['a whole request', 'token', (value) => `GET / HTTP/1.1\r\nHost: a.test\r\nX-Api-Key: ${value}\r\n\r\n`],
  [
    'a cookie that is set in a text',
    'token',
    (value) => `HTTP/1.1 200 OK\r\nSet-Cookie: xs=${value}; Path=/\r\n`,
  ],
  ['an error message', 'token', (value) => `Bad access_token: "${value}".`],
  ['a token of the service in prose', 'graph', (value) => `It is ${value}.`],
  ['an app token', 'hex', (value) => `12345678|${value}`],
  ['a web token', 'token', (value) => `${jwtHead}.${payload(value)}.c2lnbmF0dXJl`, secondPart],
  ['a web token of two parts', 'token', (value) => `${jwtHead}.${payload(value)}`, secondPart],
  [
    'a web token without a signature',
    'token',
    (value) => `got ${jwtHead}.${payload(value)}. then`,
    secondPart,
  ],
  [
    'a signed request',
    'token',
    (value) => `${url64('a signature of 32 bytes, or more')}.${payload(value)}`,
    secondPart,
  ],
  ['an email address', 'email', (value) => `write to ${value} please`],
  ['an email address with a wide sign', 'wideEmail', (value) => `write to ${value} please`],
  ['a phone number', 'phone', (value) => `call ${value} now`],
  ['a phone number with two zeros', 'zeros', (value) => `call ${value} now`],
  ['an address of IPv4', 'ip', (value) => `from ${value} again`],
]

const header = (name: string, value: string) => ({
  request: { headers: [{ name, value }] },
})

/** Documents that have the value in a place of their own. */
const documents: readonly Row[] = [
  ['a member', 'token', (value) => ({ access_token: value })],
  ['a header', 'token', (value) => header('Authorization', `Bearer ${value}`)],
  ['the header of a key', 'token', (value) => header('X-Auth-Key', value)],
  [
    'the header of a user and a password',
    'word',
    (value) => header('Authorization', `Basic ${base64(`ada:${value}`)}`),
    (text) => fromBase64((text.split('Basic ')[1] ?? '').split('"')[0] ?? ''),
  ],
  ['a cookie', 'token', (value) => header('Cookie', `a=1; xs=${value}`)],
  ['the name of a header', 'token', (value) => header(`X-Token-${value}`, '1')],
  ['the name of a header, in an object', 'token', (value) => ({ headers: { [`x-${value}`]: '1' } })],
  [
    'a token of the service in the name of a header',
    'graph',
    (value) => ({ headers: { [value.toLowerCase()]: '1' } }),
  ],
  ['a customer', 'word', (value) => ({ user_data: { note: value } })],
  ['a pair', 'token', (value) => [{ name: 'client_secret', value }]],
]

const readText = (document: unknown): string => String(Reflect.get(Object(document), 'note'))

/** Every kind of place in which a recording can hide a value. */
export const hidden: readonly Hidden[] = [
  ...notes.map(([title, kind, write, read]) => ({
    title,
    secret: values[kind],
    document: { note: write(values[kind]) },
    read: (document: unknown) => (read ?? String)(readText(document)),
  })),
  ...documents.map(([title, kind, write, read]) => ({
    title,
    secret: values[kind],
    document: write(values[kind]),
    read: (document: unknown) => (read ?? String)(JSON.stringify(document)),
  })),
]
