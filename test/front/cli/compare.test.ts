import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { RecordedExchange } from '../../../src/live/compare/exchange.ts'
import { formats } from '../../live/compare/formats.ts'
import { story } from '../../live/compare/story.ts'
import { startCommand } from './start-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-compare-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** Runs `fauxgraph compare` to its end. */
async function compare(...args: string[]) {
  const { written, code } = startCommand(['compare', ...args])
  return { code: await code, ...written }
}

const json = (value: unknown) => JSON.stringify(value)

/** A recording of a page that is read, and of a call that the service refuses. */
const { exchanges } = story()

/** The exchanges, in which one answer has another body. */
const changed = (place: number, body: string): readonly RecordedExchange[] =>
  exchanges.map((exchange, at) =>
    at === place ? { ...exchange, response: { ...exchange.response, body } } : exchange,
  )

const written = (list: readonly RecordedExchange[]) =>
  json(list.map(({ request, response, at }) => ({ at: new Date(at ?? 0).toISOString(), request, response })))

const equal = file('equal.json', written(exchanges))
const POST = 8
const other = file(
  'other.json',
  written(
    changed(
      POST,
      json({
        ...JSON.parse(exchanges[POST]?.response.body ?? ''),
        can_reply_privately: 'false',
        no_such_member: 1,
      }),
    ),
  ),
)

describe('the exit code and the output', () => {
  test('0, and a summary, without a difference', async () => {
    expect(await compare(equal)).toEqual({
      code: 0,
      out: `${exchanges.length} calls, 0 differences, 0 of them new\n`,
      err: '',
    })
  })

  test('1, and each difference with its place, if one is new', async () => {
    const { code, out, err } = await compare(other)
    expect([code, err]).toEqual([1, ''])
    expect(out).toContain('GET /#_#: can_reply_privately has another type: contract (')
    expect(out).toContain('GET /#_#: no_such_member is only recorded: differs\n')
    expect(out).toContain(`  ${other}: ${POST}\n`)
    expect(out).toContain('  recorded  "false"\n')
    expect(out).toMatch(/\n20 calls, 2 differences, 2 of them new\n$/)
  })

  test('several files are one recording, in their order', async () => {
    const [first, second] = [exchanges.slice(0, 9), exchanges.slice(9)]
    const { code, out } = await compare(file('1.json', written(first)), file('2.json', written(second)))
    expect([code, out]).toEqual([0, '20 calls, 0 differences, 0 of them new\n'])
  })

  test.each<[string, string[], string]>([
    ['no recording', [], "missing required argument 'recordings'"],
    ['an unknown option', [equal, '--polcy', 'platform'], "unknown option '--polcy'"],
    ['an unknown policy', [equal, '--policy', 'strict'], "argument 'strict' is invalid"],
    ['an unknown key of the policy', [equal, '--set', 'postTime=iso'], 'did you mean postTimes?'],
  ])('2 for %s', async (_, args, message) => {
    const { code, out, err } = await compare(...args)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(message)
  })
})

describe('--policy and --set', () => {
  const { exchanges: live } = story({ postTimes: 'iso' })
  const path = file('iso.json', written(live))

  test('names the setting that agrees', async () => {
    const { code, out } = await compare(path)
    expect(code).toBe(1)
    expect(out).toContain('policy (postTimes=iso would agree)')
  })

  test.each([
    ['contract', ['--set', 'postTimes=iso'], 0],
    ['contract', [], 1],
  ])('%s %j ends with %i', async (policy, options, code) => {
    expect((await compare(path, '--policy', policy, ...options)).code).toBe(code)
  })

  test('platform is the policy of the live service', async () => {
    const { platformPolicy } = await import('../../../src/service/policy.ts')
    const recorded = file('platform.json', written(story(platformPolicy).exchanges))
    expect((await compare(recorded, '--policy', 'platform')).code).toBe(0)
    expect((await compare(recorded)).code).toBe(1)
  })
})

describe('--report and --allow', () => {
  const report = join(folder, 'report.json')

  test('writes one entry for each kind of difference', async () => {
    await compare(other, '--report', report)
    const { differences, ...rest } = JSON.parse(readFileSync(report, 'utf8'))
    expect(rest).toEqual({ fauxgraph: 'comparison', calls: 20, lacking: [] })
    expect(differences).toHaveLength(2)
    expect(differences[1]).toEqual({
      key: 'differs: GET /#_# no_such_member missing',
      verdict: 'differs',
      call: 'GET /#_#',
      operation: 'readPost',
      path: 'no_such_member',
      kind: 'missing',
      rows: [],
      setting: null,
      count: 1,
      first: { place: `${other}: ${POST}`, recorded: '1', simulated: 'nothing', note: null },
      allowed: false,
    })
  })

  test('a difference that the list has is not new', async () => {
    await compare(other, '--report', report)
    const { code, out } = await compare(other, '--allow', report)
    expect(code).toBe(0)
    expect(out).toContain('no_such_member is only recorded: differs, allowed')
    expect(out).toMatch(/20 calls, 2 differences, 0 of them new\n$/)
  })

  test('a difference that the list lacks is new', async () => {
    await compare(other, '--report', report)
    const { differences, ...rest } = JSON.parse(readFileSync(report, 'utf8'))
    const partial = file('partial.json', json({ ...rest, differences: differences.slice(1) }))
    const { code, out } = await compare(other, '--allow', partial)
    expect(code).toBe(1)
    expect(out).toMatch(/2 differences, 1 of them new\n$/)
  })

  test.each<[string, string, string]>([
    ['is not JSON', 'hello', 'is not JSON: expected a report of fauxgraph compare'],
    ['is no report', '[]', 'The allow-list must be a report of fauxgraph compare'],
  ])('an allow-list that %s ends with 2, and no report is written', async (_, content, message) => {
    const kept = file('kept.json', 'as it was')
    const list = file('list.json', content)
    const { code, err } = await compare(other, '--allow', list, '--report', kept)
    expect(code).toBe(2)
    expect(err).toMatch(/^error: [^\n]+\n$/)
    expect(err).toContain(message)
    expect(readFileSync(kept, 'utf8')).toBe('as it was')
  })

  test.each([
    ['a folder that does not exist', join(folder, 'none', 'report.json'), 'its folder does not exist'],
    ['a folder', folder, 'it is a folder'],
  ])('a report in %s ends with 2, and prints no result', async (_, path, reason) => {
    expect(await compare(other, '--report', path)).toEqual({
      code: 2,
      out: '',
      err: `error: ${path} cannot be written: ${reason}\n`,
    })
  })
})

test.each(formats.map((format, place) => ({ ...format, place })))('$name is compared', async (format) => {
  const path = file(`format-${format.place}`, format.write(exchanges))
  const { code, out, err } = await compare(path)
  expect(err).toBe('')
  expect(out).toMatch(/20 calls, \d+ differences, \d+ of them new\n$/)
  // Without the times of its calls, a recording does not say what follows from time.
  if (format.hasTimes) expect([code, out]).toEqual([0, '20 calls, 0 differences, 0 of them new\n'])
})

const bomb = `a: &a [x]\n${[...'bcdefghi'].map((name, at) => `${name}: &${name} [${`*${'abcdefghi'[at]},`.repeat(9)}]`).join('\n')}\n`
const call = { method: 'GET', url: 'https://graph.test/v26.0/1' }
const answer = { status: 200, body: {} }
const utf16 = new Uint8Array(Buffer.from(`\ufeff${written(exchanges)}`, 'utf16le'))

describe('a hostile file ends with 2 and one line that names it', () => {
  test.each<[string, string | Uint8Array, string]>([
    ['empty', '', 'has no requests and responses in a known form: expected a HAR file'],
    ['a text', 'hello', 'has no requests and responses in a known form'],
    ['another JSON', '{"a":1}', 'has no requests and responses in a known form'],
    ['binary', new Uint8Array([0x7b, 0, 1, 2]), 'it is binary: expected text in UTF-8'],
    ['gzip', new Uint8Array([0x1f, 0x8b, 8, 0]), 'it is compressed with gzip: unpack it first'],
    ['UTF-16', utf16, 'it is UTF-16: save it as UTF-8'],
    ['Latin-1', Buffer.from(written(exchanges).replace('Hello', 'H\xe9'), 'latin1'), 'it is not UTF-8'],
    ['cut short', written(exchanges).slice(0, -9), 'it begins as JSON, but is malformed: was it cut short?'],
    ['deep', '['.repeat(1_000_000), 'it nests more than 200 deep at position 200'],
    ['deep YAML', `a: ${'['.repeat(20_000)}`, 'cannot be read as'],
    ['an alias bomb', bomb, 'cannot be read as a recording'],
    ['an alias without an anchor', 'interactions: *none\n', 'cannot be read as a recording'],
    ['a circle of aliases', 'interactions: &a\n  - *a\n', 'cannot be read as a recording'],
    [
      'an entry without a method',
      json([
        { request: call, response: answer },
        { request: { ...call, method: '' }, response: answer },
      ]),
      ': 1 has no method',
    ],
    [
      'a HAR entry without a URL',
      json({ log: { entries: [{ request: { method: 'GET' }, response: answer }] } }),
      ': log.entries.0 has no URL',
    ],
    [
      'an interaction without a status',
      json({ interactions: [{ request: { ...call, uri: call.url }, response: {} }] }),
      ': interactions.0 has no status',
    ],
    [
      'a request with a malformed URL',
      json([{ request: { ...call, url: 'https://graph.test/%zz' }, response: answer }]),
      ': 0 has a request that cannot be read',
    ],
  ])('%s', async (name, content, message) => {
    const path = file(`hostile ${name}`, content)
    const report = join(folder, 'never.json')
    const { code, out, err } = await compare(path, equal, '--report', report)
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(/^error: [^\n]+\n$/)
    expect(err).toContain(path)
    expect(err).toContain(message)
    expect(err.length).toBeLessThan(500)
    expect(readdirSync(folder).filter((entry) => entry.startsWith('never'))).toEqual([])
  })

  test('of more than 200 MiB, before it is read', async () => {
    const path = file('large.har', '')
    truncateSync(path, 200 * 1024 * 1024 + 1)
    const { code, err } = await compare(path)
    expect([code, err]).toEqual([
      2,
      `error: ${path} has 209,715,201 bytes: a recording has at most 209,715,200\n`,
    ])
    truncateSync(path, 0)
  })

  test('of more than 16 MiB of YAML, before it is parsed', async () => {
    const path = file('large.yml', `a: ${'x'.repeat(16 * 1024 * 1024)}`)
    const { code, err } = await compare(path)
    expect([code, err]).toEqual([
      2,
      `error: ${path} cannot be read as a recording: 16,777,219 characters of YAML: a recording has at most 16,777,216\n`,
    ])
  })

  test.each([
    ['does not exist', () => join(folder, 'none.har')],
    ['is a folder', () => mkdtempSync(join(folder, 'inner-'))],
  ])('that %s', async (_, pathOf) => {
    const path = pathOf()
    const { code, err } = await compare(path)
    expect([code, err]).toEqual([2, `error: ${path} cannot be read: expected the path of a recording\n`])
  })
})

test('redirects in a circle are not followed', async () => {
  const url = 'https://graph.test/v26.0/1/picture'
  const circle = [0, 1, 2].map(() => ({
    request: { method: 'GET', url },
    response: { status: 302, headers: { location: url }, body: '' },
  }))
  const { out, err } = await compare(file('circle.json', json(circle)))
  expect(err).toBe('')
  expect(out).toMatch(/\n3 calls, /)
})

test('an anchor of YAML is read as the value that it names', async () => {
  const path = file(
    'anchors.yml',
    `interactions:
  - request: &asked { method: GET, uri: 'https://graph.test/v26.0/1', headers: {}, body: '' }
    response: &refused
      status: { code: 400 }
      headers: {}
      body: { string: '{"error":{"message":"m","type":"OAuthException","code":190,"fbtrace_id":"A"}}' }
  - { request: *asked, response: *refused }
`,
  )
  expect((await compare(path)).out).toMatch(/(^|\n)2 calls, /)
})
