import { fromBase64 } from '../../engine/values/base64.ts'
import type { Json } from '../../engine/values/guard.ts'
import { textOf } from '../../engine/values/json-text.ts'
import { isMembers, jsonList, jsonMembers, type RecordedExchange } from './exchange.ts'
import { decoded, headersOf, jsonOrText, nockBody, recordedStatus, recordedTime } from './recorded-values.ts'

/** A reader of one format: the exchanges of a document, or undefined if the document has another format. */
export type Reader = (document: Json) => readonly Found[] | undefined

/** An exchange with the path of its place in the document. */
type Found = Omit<RecordedExchange, 'place'> & { readonly place: string }

const formOf = (params: readonly Json[]): string =>
  params
    .map(jsonMembers)
    .map(({ name, value }) => `${encodeURIComponent(textOf(name))}=${encodeURIComponent(jsonOrText(value))}`)
    .join('&')

/** Returns the base64 of a body. Polly writes a compressed one as a list of pieces. */
function pollyBody(text: string): string {
  if (!text.startsWith('["')) return text
  try {
    return jsonList(JSON.parse(text)).map(textOf).join('')
  } catch {
    return text
  }
}

/** HAR, as browsers and Polly write it. */
const har: Reader = (document) => {
  const { entries } = jsonMembers(jsonMembers(document)['log'])
  if (!Array.isArray(entries)) return undefined
  return entries.map(jsonMembers).map(({ request, response, startedDateTime }, index) => {
    const { method, url, headers, postData } = jsonMembers(request)
    const { text, params } = jsonMembers(postData)
    const answer = jsonMembers(response)
    const content = jsonMembers(answer['content'])
    const body = textOf(content['text'])
    checkWhole(`log.entries.${index}`, content['_file'], 'text')
    return {
      place: `log.entries.${index}`,
      at: recordedTime(startedDateTime),
      request: {
        method: textOf(method),
        url: textOf(url),
        headers: headersOf(headers),
        body: typeof text === 'string' ? text : formOf(jsonList(params)),
      },
      response: {
        status: recordedStatus(answer['status']),
        headers: headersOf(answer['headers']),
        body: content['encoding'] === 'base64' ? decoded(pollyBody(body)) : body,
      },
    }
  })
}

/** Returns the body of VCR: a text, `{ string }`, or `{ base64_string }`. */
function vcrBody(body: Json | undefined): string {
  if (!isMembers(body)) return jsonOrText(body)
  const { string, base64_string: base64 } = body
  return typeof base64 === 'string' ? decoded(base64) : jsonOrText(string)
}

/** VCR: the cassettes of Ruby (`http_interactions`) and of Python (`interactions`). */
const vcr: Reader = (document) => {
  const { http_interactions: ruby, interactions: python } = jsonMembers(document)
  const list = Array.isArray(ruby) ? ruby : python
  if (!Array.isArray(list)) return undefined
  const name = list === ruby ? 'http_interactions' : 'interactions'
  return list.map(jsonMembers).map(({ request, response, recorded_at: at }, index) => {
    const asked = jsonMembers(request)
    const answer = jsonMembers(response)
    return {
      place: `${name}.${index}`,
      at: recordedTime(at),
      request: {
        method: textOf(asked['method']),
        url: textOf(asked['uri'] ?? asked['url']),
        headers: headersOf(asked['headers']),
        body: vcrBody(asked['body']),
      },
      response: {
        status: recordedStatus(answer['status'] ?? answer['code']),
        headers: headersOf(answer['headers']),
        body: vcrBody(answer['body']),
      },
    }
  })
}

/** Definitions of nock, as `nock.recorder` writes them. */
const nock: Reader = (document) => {
  const list = jsonList(document)
  if (list.length === 0 || !list.every((entry) => isMembers(entry) && typeof entry['scope'] === 'string'))
    return undefined
  return list.map(jsonMembers).map((entry, index) => ({
    place: String(index),
    at: undefined,
    request: {
      method: textOf(entry['method'] ?? 'GET'),
      url: textOf(entry['scope']) + textOf(entry['path']),
      headers: headersOf(entry['reqheaders']),
      body: jsonOrText(entry['body']),
    },
    response: {
      status: recordedStatus(entry['status'] ?? 200),
      headers: headersOf(entry['rawHeaders'] ?? entry['headers']),
      body: nockBody(entry['response']),
    },
  }))
}

/** Returns the URL that a mapping of WireMock matches: its path with the parameters that must be equal. */
function mappedUrl(request: ReturnType<typeof jsonMembers>): string {
  const path = textOf(request['url'] ?? request['urlPath'])
  const params = Object.entries(jsonMembers(request['queryParameters']))
    .map(([name, matcher]) => [name, textOf(jsonMembers(matcher)['equalTo'])] as const)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  return params.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${params.join('&')}`
}

/** Throws a TypeError if the body of an answer is in another file. */
function checkWhole(place: string, file: Json | undefined, member: string): void {
  if (typeof file === 'string')
    throw new TypeError(
      `${place} has its body in the file ${file.slice(0, 100)}: write it here, as ${member}`,
    )
}

/** Mappings of WireMock, as its recorder writes them. */
const wiremock: Reader = (document) => {
  const { mappings, request, response } = jsonMembers(document)
  const isOne =
    isMembers(request) &&
    isMembers(response) &&
    ['urlPath', 'urlPathPattern', 'urlPattern', 'bodyPatterns'].some((name) => name in request)
  const list = Array.isArray(mappings) ? mappings : isOne ? [document] : undefined
  return list?.map(jsonMembers).map((mapping, index) => {
    const asked = jsonMembers(mapping['request'])
    const answer = jsonMembers(mapping['response'])
    const [pattern] = jsonList(asked['bodyPatterns']).map(jsonMembers)
    const headers = Object.entries(jsonMembers(asked['headers']))
    const where = Array.isArray(mappings) ? `mappings.${index}` : 'request'
    checkWhole(where, answer['bodyFileName'], 'body')
    return {
      place: where,
      at: undefined,
      request: {
        method: textOf(asked['method'] ?? 'GET'),
        url: mappedUrl(asked),
        headers: headersOf(
          Object.fromEntries(headers.map(([name, value]) => [name, jsonMembers(value)['equalTo'] ?? null])),
        ),
        body: jsonOrText(pattern?.['equalTo'] ?? pattern?.['equalToJson']),
      },
      response: {
        status: recordedStatus(answer['status'] ?? 200),
        headers: headersOf(answer['headers']),
        body:
          typeof answer['base64Body'] === 'string'
            ? decoded(answer['base64Body'])
            : jsonOrText(answer['body'] ?? answer['jsonBody']),
      },
    }
  })
}

/** Returns the bytes that base64 encodes; undefined for any other value. */
const bytesIn = (base64: Json | undefined): Uint8Array | undefined =>
  typeof base64 === 'string' ? fromBase64(base64) : undefined

/** A plain list of `{ request, response }`, or one of them. */
const plain: Reader = (document) => {
  const { exchanges, request } = jsonMembers(document)
  const list = Array.isArray(document)
    ? document
    : Array.isArray(exchanges)
      ? exchanges
      : isMembers(request)
        ? [document]
        : undefined
  if (
    !list?.every((entry) => isMembers(entry) && isMembers(entry['request']) && isMembers(entry['response']))
  )
    return undefined
  return list.map(jsonMembers).map((entry, index) => {
    const asked = jsonMembers(entry['request'])
    const answer = jsonMembers(entry['response'])
    return {
      place: String(index),
      at: recordedTime(entry['at'] ?? asked['at']),
      request: {
        method: textOf(asked['method'] ?? 'GET'),
        url: textOf(asked['url']),
        headers: headersOf(asked['headers']),
        body: bytesIn(asked['bodyBase64']) ?? jsonOrText(asked['body']),
      },
      response: {
        status: recordedStatus(answer['status'] ?? answer['status_code'] ?? answer['statusCode'] ?? 200),
        headers: headersOf(answer['headers']),
        body: decoded(textOf(answer['bodyBase64'])) || jsonOrText(answer['body'] ?? answer['jsonBody']),
      },
    }
  })
}

/** The readers by format, in the order in which they are tried. */
export const readers: Readonly<Record<string, Reader>> = { har, vcr, nock, wiremock, json: plain }
