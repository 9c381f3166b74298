import type { RecordedExchange } from '../../../src/live/compare/exchange.ts'
import { numbersFrom, session } from '../compare/sessions.ts'

type Random = (below: number) => number

/** A secret that is planted in a recording, with the field that has it. */
export interface Secret {
  readonly field: string
  readonly value: string
}

/** A planted secret, and how to read what stands in its place. */
export interface Plant {
  readonly secret: Secret
  readonly how: string
  /** The place of the exchange in the recording. */
  readonly at: number
  readonly find: (exchange: RecordedExchange) => string
}

const letters = 'abcdefghijklmnopqrstuvwxyz'
const mixed = `${letters}${letters.toUpperCase()}0123456789`
const some = (random: Random, alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[random(alphabet.length)]).join('')
const word = (random: Random): string =>
  some(random, letters, 1).toUpperCase() + some(random, letters, 4 + random(6))

/** A secret of each kind. */
const secrets: readonly ((random: Random) => Secret)[] = [
  (random) => ({ field: 'access_token', value: `EAA${some(random, mixed, 40)}` }),
  (random) => ({ field: 'access_token', value: `${some(random, mixed, 24)}_x` }),
  (random) => ({ field: 'fb_exchange_token', value: some(random, mixed, 32) }),
  (random) => ({ field: 'client_secret', value: some(random, 'abcdef0123456789', 32) }),
  (random) => ({ field: 'appsecret_proof', value: some(random, 'abcdef0123456789', 64) }),
  (random) => ({ field: 'code', value: `AQ${some(random, mixed, 50)}` }),
  (random) => ({
    field: 'email',
    value: `${word(random)}.${word(random)}@${word(random)}.example`.toLowerCase(),
  }),
  (random) => ({
    field: 'phone_number',
    value: `+49 ${some(random, '123456789', 3)} ${some(random, '123456789', 7)}`,
  }),
  (random) => ({ field: 'full_name', value: `${word(random)} Ö${word(random)}` }),
  (random) => ({ field: 'first_name', value: word(random) }),
  (random) => ({ field: 'street_address', value: `${1 + random(200)} ${word(random)} Street` }),
  (random) => ({ field: 'client_ip_address', value: `93.${random(250)}.${random(250)}.${1 + random(250)}` }),
  (random) => ({ field: 'password', value: `${some(random, mixed, 12)}!` }),
]

/** A way to write a text inside another one, and back. */
interface Code {
  readonly name: string
  readonly write: (text: string) => string
  readonly read: (text: string) => string
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

const codes: readonly Code[] = [
  {
    name: 'json',
    write: (text) => JSON.stringify({ note: [text] }),
    read: (text) => JSON.parse(text).note[0],
  },
  { name: 'base64', write: base64, read: (text) => Buffer.from(text, 'base64').toString() },
  {
    name: 'base64url',
    write: (text) => Buffer.from(text).toString('base64url'),
    read: (text) => Buffer.from(text, 'base64url').toString(),
  },
  {
    name: 'form',
    write: (text) => `a=1&note=${encodeURIComponent(text)}`,
    read: (text) => new URLSearchParams(text).get('note') ?? '',
  },
  {
    name: 'address',
    write: (text) => `https://shop.test/a?note=${encodeURIComponent(text)}&b=1#end`,
    read: (text) => new URL(text).searchParams.get('note') ?? '',
  },
]

const BOUNDARY = 'bnd42'

/** The texts that have a secret under its name. */
const fields: readonly ((field: string) => Code)[] = [
  (field) => ({
    name: 'member',
    write: (value) => JSON.stringify({ [field]: value, other: 1 }),
    read: (text) => JSON.parse(text)[field],
  }),
  (field) => ({
    name: 'pair',
    write: (value) => JSON.stringify([{ value, name: field }]),
    read: (text) => JSON.parse(text)[0].value,
  }),
  (field) => ({
    name: 'parameter',
    write: (value) => new URLSearchParams({ a: '1', [field]: value }).toString(),
    read: (text) => new URLSearchParams(text).get(field) ?? '',
  }),
  (field) => ({
    name: 'part',
    write: (value) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n--${BOUNDARY}--\r\n`,
    read: (text) => text.split('\r\n\r\n')[1]?.split('\r\n--')[0] ?? '',
  }),
]

/** A part of an exchange that has a text. */
interface Carrier {
  readonly name: string
  readonly put: (text: string) => {
    url?: string
    headers?: Record<string, string>
    body?: string
    answer?: object
  }
  readonly find: (exchange: RecordedExchange) => string
}

const paramOf = (query: string): string => new URLSearchParams(query).get('note') ?? ''

const carriers: readonly Carrier[] = [
  {
    name: 'URL',
    put: (text) => ({ url: `?note=${encodeURIComponent(text)}` }),
    find: ({ request }) => paramOf(request.url.split('?')[1] ?? ''),
  },
  {
    name: 'header of the request',
    put: (text) => ({ headers: { 'x-note': encodeURIComponent(text) } }),
    find: ({ request }) => decodeURIComponent(request.headers['x-note'] ?? ''),
  },
  {
    name: 'form',
    put: (text) => ({ body: new URLSearchParams({ note: text }).toString() }),
    find: ({ request }) => paramOf(String(request.body)),
  },
  {
    name: 'batch',
    put: (text) => ({
      body: new URLSearchParams({
        batch: JSON.stringify([{ method: 'POST', relative_url: `me/feed?note=${encodeURIComponent(text)}` }]),
      }).toString(),
    }),
    find: ({ request }) =>
      paramOf(
        JSON.parse(new URLSearchParams(String(request.body)).get('batch') ?? '')[0].relative_url.split(
          '?',
        )[1],
      ),
  },
  {
    name: 'answer',
    put: (text) => ({ answer: { data: [{ note: text }] } }),
    find: ({ response }) => JSON.parse(response.body).data[0].note,
  },
]

const pick = <T>(list: readonly T[], random: Random): T => list[random(list.length)] ?? (list[0] as T)

/** Returns an exchange that carries a text. */
function carrying(carrier: Carrier, text: string, at: number | undefined): RecordedExchange {
  const {
    url = '',
    headers = {},
    body = '',
    answer = { error: { message: 'No', type: 'OAuthException', code: 100 } },
  } = carrier.put(text)
  const type = body === '' ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
  return {
    place: 'planted',
    at,
    request: {
      method: body === '' ? 'GET' : 'POST',
      url: `https://graph.test/v26.0/11111111${url}`,
      headers: { ...headers, ...type },
      body,
    },
    response: {
      status: 'error' in answer ? 400 : 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(answer),
    },
  }
}

function planted(secret: Secret, random: Random, at: number, time: number | undefined) {
  const field = pick(fields, random)(secret.field)
  const chain = Array.from({ length: random(4) }, () => pick(codes, random))
  const carrier = pick(carriers, random)
  const text = chain.reduce((inner, code) => code.write(inner), field.write(secret.value))
  const find = (exchange: RecordedExchange) =>
    field.read(chain.reduceRight((outer, code) => code.read(outer), carrier.find(exchange)))
  const how = [secret.field, field.name, ...chain.map(({ name }) => name), carrier.name].join(' in ')
  return { exchange: carrying(carrier, text, time), plant: { secret, how, at, find } }
}

/** Records a session of random calls, and plants secrets in it: each several times, in several encodings. */
export function plantedSession(seed: number): {
  readonly exchanges: readonly RecordedExchange[]
  readonly plants: readonly Plant[]
} {
  const random = numbersFrom(seed + 5_000)
  const { exchanges } = session(seed)
  const time = exchanges.at(-1)?.at
  const all: RecordedExchange[] = [...exchanges]
  const plants: Plant[] = []
  for (const make of secrets) {
    const secret = make(random)
    for (let count = 0; count < 3; count++) {
      const { exchange, plant } = planted(secret, random, all.length, time)
      all.push(exchange)
      plants.push(plant)
    }
  }
  return { exchanges: all, plants }
}
