import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { controls } from '../../src/server/control.ts'
import { type FetchHandler, toFetchHandler } from '../../src/server/fetch.ts'
import { inspectorControls } from '../../src/server/inspector-controls.ts'
import { createWorld } from '../../src/world/create-world.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/control.md'), 'utf8')

interface Answered {
  readonly status: number
  readonly body: object & { readonly error?: { readonly message: string } }
}

/** A handler of a new starter world. In the sections of webhooks, a function takes those of its app. */
function begin(route = ''): FetchHandler {
  const world = createWorld()
  const { app } = world.starter()
  if (route.startsWith('webhooks')) world.webhooks.connect(app, () => ({ status: 200 }))
  return toFetchHandler(world)
}

async function ask(
  handle: FetchHandler,
  method: string,
  path: string,
  body?: string,
  headers: Record<string, string> = {},
): Promise<Answered> {
  const sent = { method, headers: { 'content-type': 'application/json', ...headers }, ...(body && { body }) }
  const response = await handle(new Request(new URL(path, 'http://127.0.0.1:8080'), sent))
  return { status: response.status, body: await response.json() }
}

const withoutSpace = (text: string): string => text.replaceAll(/\s+/g, '')

/** Whether a text has the parts of a pattern, which `…` separates, one after the other. */
function fits(text: string, pattern: string): boolean {
  const [first = '', ...more] = withoutSpace(pattern).split('…')
  const rest = withoutSpace(text)
  if (!rest.startsWith(first)) return false
  let from = first.length
  for (const part of more) {
    const found = rest.indexOf(part, from)
    if (found < 0) return false
    from = found + part.length
  }
  return more.length === 0 ? rest.length === from : rest.endsWith(more.at(-1) ?? '')
}

interface Method {
  readonly method: string
  /** The members of the answer as the table names them; undefined if the text names them. */
  readonly answer: readonly string[] | undefined
  readonly refused: readonly { readonly request: string; readonly status: number; readonly message: string }[]
}

interface Section {
  readonly route: string
  readonly methods: readonly Method[]
  readonly examples: readonly { readonly request: string; readonly answer: string }[]
}

function methodOf(text: string): Method {
  const [, method = ''] = /^\*\*`(\w+) /.exec(text) ?? []
  const rows = [...text.matchAll(/^\| (\S+) \| answer \|/gm)].map(([, name = '']) => name)
  const isOpen = rows.length === 0 || rows.some((name) => name.startsWith('*'))
  const refusals = /^- `(.*)` is refused with (\d+): (.*)$/gm
  return {
    method,
    answer: isOpen ? undefined : rows.map((name) => name.slice(1, -1)),
    refused: [...text.matchAll(refusals)].map(([, request = '', status, message = '']) => ({
      request,
      status: Number(status),
      message,
    })),
  }
}

function sectionOf(text: string): Section {
  const [, route = ''] = /^## \/_sim\/(\S+)/.exec(text) ?? []
  const [described = '', block = ''] = text.split(/```(?:jsonc)?\n/)
  return {
    route,
    methods: described
      .split(/^(?=\*\*`)/m)
      .slice(1)
      .map(methodOf),
    examples: block.split(/^(?=\/\/ [A-Z]+ \/)/m).map((one) => {
      const lines = one.trimEnd().split('\n')
      const sent = lines.filter((line) => line.startsWith('// '))
      const answer = lines.filter((line) => !line.startsWith('// ')).join('')
      return { request: sent.map((line) => line.slice(3)).join(' '), answer }
    }),
  }
}

const sections = page
  .split(/^(?=## \/_sim\/)/m)
  .slice(1)
  .map(sectionOf)

test('docs/control.md has every route and method of the control plane', () => {
  const served = Object.entries({ ...controls, ...inspectorControls })
  expect(sections.map(({ route, methods }) => [route, methods.map(({ method }) => method)])).toEqual(
    served.map(([route, methods]) => [route, Object.keys(methods)]),
  )
})

test.each(sections.map((section) => [section.route, section] as const))(
  'the examples, tables and refusals of /_sim/%s in docs/control.md are true',
  async (route, { methods, examples }) => {
    const handle = begin(route)
    let last: Answered | undefined
    const ran = new Set<string>()
    for (const { request, answer } of examples) {
      const [, method = '', path = '', body] = /^(\w+) (\S+)(?: (.*))?$/.exec(request) ?? []
      last = await ask(handle, method, path, body?.includes('…') ? JSON.stringify(last?.body) : body)
      expect(last.status, request).toBe(200)
      if (answer === '') continue
      const text = JSON.stringify(last.body)
      expect(fits(text, answer), `${request}\n${text.slice(0, 3000)}\n${answer}`).toBe(true)
      ran.add(method)
      const members = methods.find((one) => one.method === method)?.answer
      if (members) expect(Object.keys(last.body).sort(), request).toEqual(members.toSorted())
    }
    expect([...ran].sort()).toEqual(methods.map(({ method }) => method).sort())
    for (const { method, refused } of methods)
      for (const { request, status, message } of refused) {
        const [, path = `/_sim/${route}`, body] = /^(\/\S+)? ?(\{.*)?$/.exec(request) ?? []
        const answered = await ask(handle, method, path, body)
        expect([answered.status, answered.body.error?.message], request).toEqual([status, message])
      }
  },
)

test.each<[reason: string, method: string, path: string, body?: string, headers?: Record<string, string>]>([
  ['no such route', 'GET', '/_sim/wolrd'],
  ['another method', 'DELETE', '/_sim/clock'],
  ['a write without JSON', 'POST', '/_sim/reset', '', { 'content-type': 'text/plain' }],
  ['a malformed body', 'POST', '/_sim/clock', '{"advance"'],
  ['a body that is too large', 'POST', '/_sim/clock', ' '.repeat(2 ** 20 + 1)],
  ['an invalid name of a world', 'GET', '/_sim/world', '', { 'x-sim-world': 'a b' }],
  ['a page of another site', 'GET', '/_sim/world', '', { origin: 'https://example.test' }],
  ['another host', 'GET', 'http://graph.test/_sim/world'],
])('%s is refused as docs/control.md says', async (reason, method, path, body, headers) => {
  const { status, body: answer } = await ask(begin(), method, path, body, headers)
  expect(page).toContain(`| ${reason} | ${status} | ${answer.error?.message} |`)
})
