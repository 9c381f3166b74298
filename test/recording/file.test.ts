import fs, {
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toFetchHandler } from '../../src/server/fetch.ts'
import {
  linesOf,
  playRecordingFile,
  type RecordedWorld,
  recordedWorld,
} from '../../src/server/recording/recording-file.ts'
import { createWorld } from '../../src/world/create-world.ts'
import type { World } from '../../src/world/world.ts'
import { scale } from '../chance.ts'
import { startCommand } from '../front/cli/start-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-recording-'))
const original = join(folder, 'original.jsonl')
let copies = 0

/** A copy of the recording, for a test that changes it. */
function copy(change: (text: string) => string = (text) => text): string {
  const path = join(folder, `copy-${++copies}.jsonl`)
  writeFileSync(path, change(readFileSync(original, 'utf8')))
  return path
}

function makeWorld(): World {
  const world = createWorld({ history: 'off' })
  world.starter()
  return world
}

const warnings: string[] = []
const opened = (path: string): RecordedWorld => recordedWorld(path, makeWorld, (text) => warnings.push(text))

function publish({ world }: RecordedWorld, message: string): string {
  const { page = '', pageToken = '' } = { ...world.names }
  return world.as(pageToken).publishPost({ page, message }).unwrap().id
}

const lines = (path: string): string[] => readFileSync(path, 'utf8').trimEnd().split('\n')

/** The offset of the first byte of the last line. */
const lastLineAt = (path: string): number => readFileSync(path).lastIndexOf('\n', statSync(path).size - 2) + 1

/** The hash of the world before the last line, and after it. */
const hashes = { before: '', after: '', time: '' }

beforeAll(() => {
  const recorded = opened(original)
  publish(recorded, 'first')
  recorded.world.clock.advance('1h')
  publish(recorded, 'second – ä€😀')
  hashes.before = recorded.world.hash('full')
  publish(recorded, 'third')
  hashes.after = recorded.world.hash('full')
  hashes.time = recorded.world.clock.iso
  recorded.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const played = (path: string) => playRecordingFile(path).played

describe('a recording file', () => {
  test('has a line for each input after the first, and gives the same world again', () => {
    expect(lines(original)).toHaveLength(1 + 4)
    expect(played(original)?.inputs).toBe(4)
    expect(played(original)?.world.hash('full')).toBe(hashes.after)
  })

  test('is continued by the next process', () => {
    const path = copy()
    const again = opened(path)
    expect(again.resumed).toBe(4)
    const id = publish(again, 'fourth')
    const hash = again.world.hash('full')
    again.close()
    expect(lines(path)).toHaveLength(6)
    expect(played(path)?.world.hash('full')).toBe(hash)
    expect(
      played(path)
        ?.world.as(again.world.names?.pageToken ?? '')
        .readPost({ post: id }).ok,
    ).toBe(true)
  })

  test('contains resets and snapshots', () => {
    const path = copy()
    const recorded = opened(path)
    const { world } = recorded
    const loaded = world.snapshot()
    publish(recorded, 'gone')
    world.reset()
    publish(recorded, 'gone too')
    world.reset(loaded)
    publish(recorded, 'kept')
    world.reset()
    publish(recorded, 'last')
    const hash = world.hash('full')
    recorded.close()
    const again = opened(path)
    expect(again.world.hash('full')).toBe(hash)
    again.world.reset()
    expect(again.world.hash('full')).toBe(hashes.after)
    again.close()
  })

  test('has no inputs of forks', () => {
    const path = copy()
    const recorded = opened(path)
    recorded.world.fork().clock.advance('1d')
    recorded.close()
    expect(lines(path)).toHaveLength(5)
  })

  // Longer runs tear the line at every byte.
  test('loses at most its last line if that is torn, at any byte of it', () => {
    const path = copy()
    const [start, end] = [lastLineAt(path), statSync(path).size]
    expect(end - start).toBeGreaterThan(100)
    for (let size = end - 1; size > start; size -= scale > 1 ? 1 : 5) {
      truncateSync(path, size)
      const { played: before, tornBytes, bytes } = playRecordingFile(path)
      expect([before?.inputs, tornBytes, bytes]).toEqual([3, size - start, start])
    }
    expect(played(path)?.world.hash('full')).toBe(hashes.before)
  })

  test('drops a torn line with a warning, and goes on after the line before it', () => {
    const path = copy()
    truncateSync(path, statSync(path).size - 5)
    warnings.length = 0
    const again = opened(path)
    expect(warnings).toEqual([expect.stringContaining(`${path}: the last line was incomplete`)])
    publish(again, 'instead of the third')
    const hash = again.world.hash('full')
    again.close()
    expect(played(path)?.world.hash('full')).toBe(hash)
  })

  test('drops a torn line where no file that was opened to append is shortened, as on Windows', () => {
    const path = copy((text) => `${text}{"in`)
    const { ftruncateSync, openSync: open } = fs
    const appending = new Set<number>()
    fs.openSync = (name, flags, mode) => {
      const file = open(name, flags, mode)
      if (flags === 'a') appending.add(file)
      else appending.delete(file)
      return file
    }
    fs.ftruncateSync = (file, length) => {
      if (appending.has(file)) throw new Error('EPERM: operation not permitted, ftruncate')
      ftruncateSync(file, length)
    }
    syncBuiltinESMExports()
    try {
      opened(path).close()
    } finally {
      Object.assign(fs, { ftruncateSync, openSync: open })
      syncBuiltinESMExports()
    }
    expect(readFileSync(path, 'utf8')).toBe(readFileSync(original, 'utf8'))
    warnings.pop()
  })

  test('begins anew if even the first line is torn', () => {
    const path = join(folder, 'torn.jsonl')
    writeFileSync(path, readFileSync(original, 'utf8').slice(0, 500))
    const recorded = opened(path)
    expect(recorded.resumed).toBeUndefined()
    recorded.close()
    expect(played(path)?.inputs).toBe(0)
  })
})

describe('a damaged file is refused, with the place', () => {
  test.each([
    ['a changed letter', (all: string[]) => all.with(2, (all[2] ?? '').replace('advance', 'edvance')), 3],
    ['a lost line, after which an outcome differs', (all: string[]) => all.toSpliced(1, 1), 3],
    ['a line that is no JSON', (all: string[]) => all.with(3, 'what?'), 4],
    [
      'a changed world at the beginning',
      (all: string[]) => all.with(0, (all[0] ?? '').replace('Starter', 'Sturter')),
      1,
    ],
  ])('%s', (_, change, line) => {
    const path = copy((text) => `${change(text.trimEnd().split('\n')).join('\n')}\n`)
    expect(() => playRecordingFile(path)).toThrow(`${path}, line ${line} cannot be played`)
    expect(() => opened(path)).toThrow(`line ${line} cannot be played`)
    // The refused process has unlocked the file.
    expect(() => opened(path)).toThrow(`line ${line} cannot be played`)
  })

  test('bytes that are not UTF-8', () => {
    const path = copy()
    const bytes = readFileSync(path)
    bytes[lastLineAt(path) + 20] = 0xff
    writeFileSync(path, bytes)
    expect(() => playRecordingFile(path)).toThrow(/line 5 .* it is not UTF-8/)
  })

  test.each([
    [
      'another format',
      '{"recording":3,"engine":"9.1.0","base":{}}\n',
      /format must be at most 2, got 3: .*9\.1\.0/,
    ],
    ['another file', 'name,price\nshoe,3\n', /not the first line of a recording/],
    ['another file without a line feed', 'my notes', /not the first line of a recording/],
  ])('%s', (_, text, message) => {
    const path = copy(() => text)
    expect(() => opened(path)).toThrow(message)
    expect(readFileSync(path, 'utf8')).toBe(text)
  })

  test('a line that is too long is read no further', () => {
    const path = copy(() => `${'x'.repeat(200_000)}\n${'y'.repeat(10)}\n`)
    expect(() => [...linesOf(openSync(path, 'r'), 1_000)]).toThrow('it has more than 1000 bytes')
  })
})

test('lines are read over the borders of chunks', () => {
  const texts = ['a'.repeat(65_535), '', 'ä'.repeat(40_000), 'z'.repeat(65_536), 'end']
  const read = [
    ...linesOf(
      openSync(
        copy(() => texts.join('\n')),
        'r',
      ),
      1_000_000,
    ),
  ]
  expect(read.map(({ bytes }) => bytes.toString())).toEqual(texts)
  expect(read.map(({ isComplete }) => isComplete)).toEqual([true, true, true, true, false])
})

test('a lock of a process that has ended, or whose id this process has now, is taken over', () => {
  const path = copy()
  for (const stale of ['4194304', String(process.pid), 'nonsense']) {
    writeFileSync(`${path}.lock`, stale)
    const recorded = opened(path)
    expect(readFileSync(`${path}.lock`, 'utf8')).toBe(String(process.pid))
    expect(() => opened(path)).toThrow(`${path} is in use by the process ${process.pid}`)
    recorded.close()
  }
})

describe('fauxgraph replay', () => {
  // docs/control.md: the hash of GET /_sim/world is `hash`, and that of GET /_sim/snapshot `full hash`.
  test('prints the number of inputs, the time, and both hashes that the control plane has', async () => {
    const run = startCommand(['replay', original])
    expect(await run.code).toBe(0)
    const ask = toFetchHandler(played(original)?.world ?? createWorld())
    const read = async (name: string) => (await ask(new Request(`http://localhost/_sim/${name}`))).json()
    const [{ hash }, { hash: full }] = [await read('world'), await read('snapshot')]
    expect([hash === full, full]).toEqual([false, hashes.after])
    expect(run.written).toEqual({
      out: `inputs     4\ntime       ${hashes.time}\nhash       ${hash}\nfull hash  ${full}\n`,
      err: '',
    })
  })

  test('ends with 1 at the step that differs', async () => {
    const input = { type: 'advance', to: Date.parse('2026-01-16T00:00:00Z') }
    const line = JSON.stringify({ input, outcome: '0123456789abcdef' })
    const path = copy((text) => `${text.split('\n')[0]}\n${line}\n`)
    const run = startCommand(['replay', path])
    expect(await run.code).toBe(1)
    expect(run.written.err).toMatch(/line 2 .*input 1 had the outcome "0123456789abcdef" in fauxgraph \d/)
  })

  // docs/stability.md: a file that one names and that cannot be read ends with 2.
  test.each([
    ['of another kind', 'title: a scenario\n', 'line 1 cannot be played'],
    ['without a line', '', 'has no complete line'],
  ])('refuses a file %s as a wrong argument', async (_, text, message) => {
    const run = startCommand(['replay', copy(() => text)])
    expect(await run.code).toBe(2)
    expect(run.written.err).toContain(message)
  })

  test.each([
    ['null', 'it is no object'],
    ['{"input":', 'it is malformed'],
    ['{"input":null,"outcome":"x"}', 'it has neither a reset nor an input of a type that there is'],
    ['{"input":{"type":"frobnicate"},"outcome":"x"}', 'it has neither a reset nor an input of a type'],
    ['{"input":{"type":"toString"},"outcome":"x"}', 'it has neither a reset nor an input of a type'],
    ['{"reset":{}}', ''],
  ])('refuses the line %s as a wrong argument, and so does serve', async (line, message) => {
    const path = copy((text) => `${text.split('\n')[0]}\n${line}\n`)
    for (const args of [['replay'], ['serve', '--port', '0', '--record']]) {
      const run = startCommand([...args, path])
      expect(await run.code).toBe(2)
      expect(run.written.err).toContain(`${path}, line 2 cannot be played: ${message}`)
    }
  })

  test('warns of a torn line, and refuses a file that does not exist', async () => {
    const path = copy()
    truncateSync(path, statSync(path).size - 1)
    const torn = startCommand(['replay', path])
    expect(await torn.code).toBe(0)
    expect(torn.written.out).toContain(`full hash  ${hashes.before}\n`)
    expect(torn.written.err).toContain('the last line is incomplete')
    const missing = startCommand(['replay', join(folder, 'missing.jsonl')])
    expect(await missing.code).toBe(2)
    expect(missing.written.err).toContain('cannot be opened')
  })
})
