import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import project from '../package.json' with { type: 'json' }
import { replayStory } from '../src/explore/index.ts'
import { parseStory } from '../src/explore/search/story/saved.ts'
import { replay, restoreWorld } from '../src/index.ts'
import { tracePage, traceSchema } from '../src/inspector/index.ts'
import { parseScenario, runScenario } from '../src/scenario/index.ts'
import { playRecordingFile } from '../src/server/recording/recording-file.ts'
import { startCommand } from './front/cli/start-command.ts'
import { folderOf, greeting, live, textOf, worldOf, write } from './stability/kept.ts'

const asked = process.env['FAUXGRAPH_STABILITY']
if (asked !== undefined) await write(asked)

const versions = readdirSync(join(import.meta.dirname, 'stability'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

test('the first version of this major version is kept', () => {
  expect(versions).toContain(`${project.version.split('.')[0]}.0.0`)
})

// docs/stability.md promises these. A file of a version that was released is never renewed.
describe.each(versions)('what %s wrote', (version) => {
  const json = (name: string) => JSON.parse(textOf(version, name))
  const expected: Readonly<Record<'full' | 'state' | 'title' | 'kind' | 'text', string>> =
    json('expected.json')

  test('a snapshot restores to its hash, and goes on', () => {
    const world = restoreWorld(json('snapshot.json'))
    expect(world.hash('full')).toBe(expected.full)
    const { page, pageToken } = world.starter({ publications: false })
    world.as(pageToken).publishPost({ page, message: 'later' }).unwrap()
    expect(restoreWorld(world.snapshot()).hash('full')).toBe(world.hash('full'))
  })

  test('a recording replays to its hash', () => {
    const { world, difference } = replay(json('recording.json'))
    expect(difference).toBeUndefined()
    expect(world.hash('full')).toBe(expected.full)
  })

  test('a recording of serve --record plays to its hash', () => {
    const { played, tornBytes } = playRecordingFile(join(folderOf(version), 'served.jsonl'))
    expect(tornBytes).toBe(0)
    expect(played?.inputs).toBeGreaterThan(7)
    expect(played?.world.hash('full')).toBe(expected.full)
  })

  test('the same seed and calls give the same ids, answers and hashes', () => {
    const world = worldOf()
    live(world)
    expect([world.hash('full'), world.hash()]).toEqual([expected.full, expected.state])
  })

  test('a scenario file holds', () => {
    const { ok, difference } = runScenario(parseScenario(textOf(version, 'scenario.yaml')))
    expect(difference).toBeUndefined()
    expect(ok).toBe(true)
  })

  test('a story file replays to the same failure, step by step', async () => {
    const { story, finds } = parseStory(textOf(version, 'story.yaml'), 'story.yaml')
    const { ok, kind, title, text } = await replayStory(greeting, story)
    expect({ ok, kind, title, text }).toEqual({
      ok: false,
      kind: finds,
      title: expected.title,
      text: expected.text,
    })
  })

  test('a snapshot with rows of nearly every table restores to its hash', () => {
    const snapshot = json('rows.json')
    expect(restoreWorld(snapshot).snapshot().hash).toBe(snapshot.hash)
  })

  test('a recording of requests, a batch, deliveries and another policy replays', () => {
    expect(replay(json('requests.json')).difference).toBeUndefined()
  })

  test('a story with every step and harm is read', () => {
    const { story } = parseStory(textOf(version, 'every-story.yaml'), 'every-story.yaml')
    expect([story.steps.length, story.marks.length]).toEqual([5, 28])
  })

  test('a scenario with every kind of step holds', () => {
    const { difference } = runScenario(parseScenario(textOf(version, 'every-step.yaml')))
    expect(difference).toBeUndefined()
  })

  test('a trace is read, and shown as a page', () => {
    const trace = traceSchema.parse(json('trace.json'))
    expect(trace.hash).toBe(expected.state)
    expect(tracePage(trace)).toContain('</html>')
  })
})

describe('the exit codes of the commands', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-codes-'))
  const kept = (name: string) => join(folderOf('1.0.0'), name)
  const inFolder = (name: string) => join(folder, name)
  const busy = createServer()
  const port = () => String(Object(busy.address()).port)
  beforeAll(async () => {
    await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve))
    const scenario = textOf('1.0.0', 'scenario.yaml')
    writeFileSync(inFolder('fails.yaml'), scenario.replace('error: 200', 'error: 190'))
    writeFileSync(inFolder('wrong.yaml'), scenario.replace('fauxgraph: 1', 'fauxgraph: none'))
    const recording = textOf('1.0.0', 'served.jsonl')
    writeFileSync(
      inFolder('differs.jsonl'),
      recording.replace(/"outcome":"\w+"/, '"outcome":"0000000000000000"'),
    )
  })
  afterAll(() => {
    busy.close()
    rmSync(folder, { recursive: true })
  })

  test.each<[what: string, args: () => readonly string[], code: number]>([
    ['a scenario that holds', () => ['run', kept('scenario.yaml')], 0],
    ['a recording with the same outcomes', () => ['replay', kept('served.jsonl')], 0],
    ['a document that is printed', () => ['openapi'], 0],
    ['help that is asked for', () => ['serve', '--help'], 0],
    ['a scenario that fails', () => ['run', inFolder('fails.yaml')], 1],
    ['a recording with another outcome', () => ['replay', inFolder('differs.jsonl')], 1],
    ['a port in use', () => ['serve', '--port', port()], 1],
    ['a command that does not exist', () => ['nonsense'], 2],
    ['an option that does not exist', () => ['serve', '--nonsense'], 2],
    ['a wrong value of an option', () => ['serve', '--port', 'nonsense'], 2],
    ['a wrong option of the policy', () => ['serve', '--set', 'nonsense=1', '--port', '0'], 2],
    ['a file that does not exist', () => ['run', inFolder('missing.yaml')], 2],
    ['a file in another format', () => ['run', inFolder('wrong.yaml')], 2],
    ...(['page', 'report'] as const).map((flag): [string, () => readonly string[], number] => [
      `a file of --${flag} that cannot be written`,
      () => ['run', kept('scenario.yaml'), `--${flag}`, inFolder('none/file')],
      2,
    ]),
    ['a file of --out that cannot be written', () => ['openapi', '--out', inFolder('none/file')], 2],
    [
      'a file of --out below a file',
      () => ['scrub', kept('served.jsonl'), '--out', inFolder('fails.yaml/file')],
      2,
    ],
    [
      'a scenario of --out below a file',
      () => ['import', kept('served.jsonl'), '--out', inFolder('fails.yaml/file')],
      2,
    ],
    ['a recording below a file', () => ['compare', inFolder('fails.yaml/file')], 2],
    ['a recording that is a folder', () => ['replay', folder], 2],
    ['a recording to write that is a folder', () => ['serve', '--port', '0', '--record', folder], 2],
    [
      'a recording to write below a file',
      () => ['serve', '--port', '0', '--record', inFolder('fails.yaml/file')],
      2,
    ],
    [
      'a recording that cannot be written',
      () => ['serve', '--port', '0', '--record', inFolder('none/file')],
      2,
    ],
  ])('%s', async (_, args, code) => {
    const run = startCommand(args())
    run.stop()
    expect([await run.code, run.written.err]).toEqual([code, expect.anything()])
  })
})
