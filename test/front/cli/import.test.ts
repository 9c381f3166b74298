import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { formats } from '../../live/compare/formats.ts'
import { story } from '../../live/compare/story.ts'
import { startCommand } from './start-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-import-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** Runs a command of fauxgraph to its end. */
async function run(...args: string[]) {
  const { written, code } = startCommand(args)
  return { code: await code, ...written }
}

const { exchanges, names } = story()

/** A recording with one call, in which a user reads herself. */
const oneCall = (answer: object = { id: '1001001001', name: 'Ada Lovelace' }, path = 'me?fields=id,name') =>
  JSON.stringify([
    {
      request: { method: 'GET', url: `https://graph.test/v26.0/${path}&access_token=one` },
      response: { status: 200, body: answer },
    },
  ])

/** Polly writes the entries of HAR, and members of its own. */
const polly = {
  name: 'Polly',
  write: () => {
    const [har] = formats
    if (!har) throw new Error('The formats begin with HAR')
    const { log } = JSON.parse(new TextDecoder().decode(har.write(exchanges)))
    const entries = log.entries.map((entry: object) => ({ _id: 'a', _order: 0, ...entry }))
    return JSON.stringify({
      log: { _recordingName: 'story', creator: { name: 'Polly.JS' }, ...log, entries },
    })
  },
}

test.each([...formats, polly].map((format, place) => ({ ...format, place })))(
  '$name becomes a scenario that runs green',
  async ({ write, place }) => {
    const out = join(folder, `out-${place}.yaml`)
    const imported = await run('import', file(`in-${place}`, write(exchanges)), '--out', out)
    expect([imported.code, imported.out]).toEqual([0, ''])
    expect(imported.err).toContain(`${exchanges.length} calls\n`)
    const text = readFileSync(out, 'utf8')
    expect(text.match(/^ {2}- request:|^ {4}request:/gm)).toHaveLength(exchanges.length)
    for (const value of [names.pageToken, names.userToken, names.form])
      expect([value, text.includes(value)]).toEqual([value, false])
    expect((await run('run', out)).code).toBe(0)
  },
)

describe('the output', () => {
  test('is the scenario, and a summary beside it', async () => {
    const { code, out, err } = await run('import', file('one.json', oneCall()))
    expect([code, err]).toEqual([0, '1 call\n'])
    expect(out).toContain('title: The calls of one.json\n')
    expect(out).toContain('name: Ada Lovelace')
    expect(out).not.toContain('1001001001')
  })

  test('says how many calls differ', async () => {
    const { code, out, err } = await run('import', file('other.json', oneCall({ id: '1001001001', flag: 1 })))
    expect(code).toBe(0)
    expect(err).toContain('1 of them got another answer from the service, which their steps do not expect: ')
    expect(out).toContain('The recorded answer differs in ')
  })

  test('of several recordings is one scenario', async () => {
    const paths = [file('a.json', oneCall()), file('b.json', oneCall())]
    const { code, out, err } = await run('import', ...paths)
    expect([code, err]).toEqual([0, '2 calls\n'])
    expect(out).toContain('title: The calls of a.json and b.json\n')
  })

  test('has the policy that is asked for', async () => {
    const { out } = await run('import', file('policy.json', oneCall()), '--policy', 'platform')
    expect(out).toContain('world: { policy: platform }\n')
  })

  test('replaces a file only if it is told to', async () => {
    const [recording, out] = [file('r.json', oneCall()), file('edited.yaml', 'mine')]
    const refused = await run('import', recording, '--out', out)
    expect([refused.code, refused.err, readFileSync(out, 'utf8')]).toEqual([
      2,
      `error: ${out} exists: add --force to replace it, or write to another file\n`,
      'mine',
    ])
    expect((await run('import', recording, '--out', out, '--force')).code).toBe(0)
    expect(readFileSync(out, 'utf8')).toContain('title: The calls of r.json')
  })
})

describe('what cannot be imported ends with 2 and one line, and nothing is written', () => {
  const good = file('good.json', oneCall())
  const out = join(folder, 'never')
  const deep = `${'['.repeat(300)}${']'.repeat(300)}`
  test.each<[string, string[], string]>([
    ['a text', [file('text', 'hello')], 'has no requests and responses in a known form'],
    ['an empty file', [file('empty', '')], 'empty'],
    ['a file that is cut short', [file('cut', '[{"request":')], 'was it cut short?'],
    ['a binary file', [file('bytes', new Uint8Array([0, 1]))], 'it is binary'],
    ['a deep file', [file('deep', deep)], 'deep'],
    ['a file that does not exist', [join(folder, 'none')], 'cannot be read'],
    ['a good file beside a damaged one', [good, file('cut2', '[{"request":')], 'was it cut short?'],
    ['an unknown policy', [good, '--policy', 'other'], 'Allowed choices are contract, platform'],
    ['an unknown key of the policy', [good, '--set', 'other=1'], 'other'],
    ['no file', [], "missing required argument 'recordings'"],
  ])('%s', async (_, args, message) => {
    const { code, out: printed, err } = await run('import', ...args, '--out', out)
    expect([code, printed]).toEqual([2, ''])
    expect(err).toMatch(/^error: [^\n]+\n$/)
    expect(err).toContain(message)
    expect(existsSync(out)).toBe(false)
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('a folder that does not exist', async () => {
    const { code, err } = await run('import', good, '--out', join(out, 'x'))
    expect([code, err]).toEqual([
      2,
      `error: ${join(out, 'x')} cannot be written: its folder does not exist\n`,
    ])
  })
})
