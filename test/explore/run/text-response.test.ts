import { afterEach, expect, test, vi } from 'vitest'
import { textResponse } from '../../../src/explore/run/calls/text-response.ts'

const type = 'application/json; charset=UTF-8'
const init = { status: 201, headers: { 'content-type': type, etag: '"a"' } }

/** Describes what something returns or throws. */
async function told(work: () => unknown): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : error
  }
}

const textOf = async (stream: ReadableStream | null) => {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream ?? []) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const bytesOf = async (buffer: ArrayBuffer) => Buffer.from(buffer).toString('hex')

const inTurn =
  (first: 'text' | 'json', second: 'text' | 'json' | 'arrayBuffer') =>
  async (response: Response): Promise<unknown> => {
    await response[first]()
    return response[second]()
  }

const uses: Record<string, (response: Response) => unknown> = {
  text: (response) => response.text(),
  json: (response) => response.json(),
  'array buffer': async (response) => bytesOf(await response.arrayBuffer()),
  bytes: async (response) => bytesOf((await response.bytes()).buffer),
  blob: async (response) => {
    const blob = await response.blob()
    return [blob.type, await blob.text()]
  },
  'form data': async (response) => [...(await response.formData())],
  stream: (response) => textOf(response.body),
  clone: async (response) => {
    const copy = response.clone()
    return [await copy.text(), await response.text(), copy.status, [...copy.headers]]
  },
  'a clone with changed headers': (response) => {
    response.headers.set('x-mine', '1')
    return [...response.clone().headers]
  },
  'the media type of a blob after the headers changed': async (response) => {
    void response.body
    response.headers.set('content-type', 'text/html')
    return (await response.blob()).type
  },
  'a clone after the headers changed': (response) => {
    void response.body
    response.headers.set('x-mine', '1')
    response.headers.delete('etag')
    return [...response.clone().headers]
  },
  'JSON although the text was replaced': (response) => {
    response.text = async () => '"mine"'
    return response.json()
  },
  'a response of the same class': (response) => {
    const made = Reflect.construct(response.constructor, [response.body, response]) as Response
    return made.text()
  },
  'its class': (response) => response.constructor === Response,
  'the members that a loop sees': (response) => {
    const names: string[] = []
    for (const name in response) names.push(name)
    return names.sort()
  },
  'both readers at once': (response) =>
    Promise.allSettled([response.text(), response.json()]).then((results) =>
      results.map(({ status }) => status),
    ),
  'a clone of a read response': async (response) => {
    await response.text()
    return response.clone()
  },
  'text twice': inTurn('text', 'text'),
  'JSON after text': inTurn('text', 'json'),
  'text after JSON': inTurn('json', 'text'),
  'text after a stream': async (response) => {
    await textOf(response.body)
    return response.text()
  },
  'bytes after text': inTurn('text', 'arrayBuffer'),
  'a stream after text': async (response) => {
    await response.text()
    return [response.body?.locked, await told(() => new Response(response.body))]
  },
  'whether the body is used': async (response) => {
    const before = response.bodyUsed
    await response.text()
    return [before, response.bodyUsed]
  },
  'whether a streamed body is used': async (response) => {
    const before = [response.body === null, response.bodyUsed]
    await response.arrayBuffer()
    return [...before, response.bodyUsed]
  },
  'a response made of it': async (response) => {
    const made = new Response(response.body, response)
    return [await made.text(), made.status, [...made.headers]]
  },
  members: ({ ok, status, statusText, type, url, redirected, headers }) => [
    ...[ok, status, statusText, type, url, redirected],
    ...headers,
  ],
  name: (response) => [response.constructor.name, Object.prototype.toString.call(response)],
  kind: (response) => response instanceof Response,
}

const texts: Record<string, string> = {
  'of JSON': '{"data":[{"name":"Zoë"}]}',
  'of a page': '<h1>Bad Gateway</h1>',
  'without characters': '',
  'after a byte order mark': '\uFEFF{"a":1}',
  'with half of a surrogate pair': '"\uD800"',
}

for (const [kind, content] of Object.entries(texts)) {
  test.each(Object.keys(uses))(`a text ${kind} answers as a response of Node does: %s`, async (name) => {
    const use = uses[name] ?? (() => undefined)
    expect(await told(() => use(textResponse(content, init)))).toEqual(
      await told(() => use(new Response(content, init))),
    )
  })
}

test('a form answers as a response of Node does', async () => {
  const form = { status: 200, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  expect([...(await textResponse('a=1&b=2', form).formData())]).toEqual([
    ['a', '1'],
    ['b', '2'],
  ])
})

test.each([
  ['a proxy', (response: Response) => new Proxy(response, {})],
  ['an object that inherits from it', (response: Response) => Object.create(response) as Response],
])('a response can be read through %s', async (_, wrapped) => {
  expect(await wrapped(textResponse('{"a":1}', init)).json()).toEqual({ a: 1 })
})

afterEach(() => void vi.restoreAllMocks())

test('a method that somebody replaced is called', async () => {
  const spy = vi.spyOn(Response.prototype, 'json').mockResolvedValue('replaced')
  expect(await textResponse('{"a":1}', init).json()).toBe('replaced')
  expect(spy).toHaveBeenCalledOnce()
})

test('a text without a media type is plain text', () => {
  expect([...textResponse('a', { status: 200, headers: {} }).headers]).toEqual([
    ...new Response('a', {}).headers,
  ])
})
