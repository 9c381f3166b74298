import { stringify } from 'yaml'
import type { RecordedExchange } from '../../../src/live/compare/exchange.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

type Exchanges = readonly RecordedExchange[]

const json = (value: unknown) => bytes(JSON.stringify(value))
const yaml = (value: unknown) => bytes(stringify(value))
const pairs = (headers: object) => Object.entries(headers).map(([name, value]) => ({ name, value }))
const lists = (headers: object) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
const iso = (at = 0) => new Date(at).toISOString()
const base64 = (text: string) => Buffer.from(text).toString('base64')
/** The path of a URL, with its query. */
export const pathOf = (url: string) => url.replace('https://graph.test', '')

const har = (exchanges: Exchanges) => ({
  log: {
    version: '1.2',
    entries: exchanges.map(({ request, response, at }) => ({
      startedDateTime: iso(at),
      request: {
        method: request.method,
        url: request.url,
        headers: pairs(request.headers),
        ...(request.body && { postData: { mimeType: 'x', text: request.body } }),
      },
      response: {
        status: response.status,
        headers: pairs(response.headers),
        content: { encoding: 'base64', text: base64(response.body) },
      },
    })),
  },
})

const ruby = (exchanges: Exchanges) => ({
  http_interactions: exchanges.map(({ request, response, at }) => ({
    request: {
      method: request.method.toLowerCase(),
      uri: request.url,
      body: { encoding: 'UTF-8', string: request.body },
      headers: lists(request.headers),
    },
    response: {
      status: { code: response.status, message: '' },
      headers: lists(response.headers),
      body: { encoding: 'UTF-8', base64_string: base64(response.body) },
    },
    recorded_at: iso(at),
  })),
})

const python = (exchanges: Exchanges) => ({
  interactions: exchanges.map(({ request, response }) => ({
    request: {
      method: request.method,
      uri: request.url,
      body: request.body,
      headers: lists(request.headers),
    },
    response: {
      status: { code: response.status },
      headers: lists(response.headers),
      body: { string: response.body },
    },
  })),
  version: 1,
})

const nock = (exchanges: Exchanges) =>
  exchanges.map(({ request, response }) => ({
    scope: 'https://graph.test',
    method: request.method,
    path: pathOf(request.url),
    body: request.body,
    reqheaders: request.headers,
    status: response.status,
    response: JSON.parse(response.body),
    rawHeaders: Object.entries(response.headers).flat(),
  }))

const wiremock = (exchanges: Exchanges) => ({
  mappings: exchanges.map(({ request, response }) => ({
    request: {
      method: request.method,
      url: pathOf(request.url),
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, equalTo]) => [name, { equalTo }]),
      ),
      ...(request.body && { bodyPatterns: [{ equalTo: request.body }] }),
    },
    response: { status: response.status, headers: response.headers, jsonBody: JSON.parse(response.body) },
  })),
})

const plain = (exchanges: Exchanges) =>
  exchanges.map(({ request, response, at }) => ({ at: iso(at), request, response }))

/** Writes exchanges as a file of each format. Formats without times are marked. */
export const formats: readonly {
  readonly name: string
  readonly format: string
  readonly hasTimes: boolean
  readonly write: (exchanges: Exchanges) => Uint8Array
}[] = [
  { name: 'HAR', format: 'har', hasTimes: true, write: (list) => json(har(list)) },
  { name: 'VCR of Ruby as YAML', format: 'vcr', hasTimes: true, write: (list) => yaml(ruby(list)) },
  { name: 'VCR of Ruby as JSON', format: 'vcr', hasTimes: true, write: (list) => json(ruby(list)) },
  { name: 'VCR of Python as YAML', format: 'vcr', hasTimes: false, write: (list) => yaml(python(list)) },
  { name: 'nock', format: 'nock', hasTimes: false, write: (list) => json(nock(list)) },
  { name: 'WireMock', format: 'wiremock', hasTimes: false, write: (list) => json(wiremock(list)) },
  { name: 'plain JSON', format: 'json', hasTimes: true, write: (list) => json(plain(list)) },
  {
    name: 'plain JSON with a byte order mark',
    format: 'json',
    hasTimes: true,
    write: (list) => bytes(`\ufeff${JSON.stringify(plain(list))}`),
  },
]
