import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readTraffic } from '../../../src/live/compare/read-recording.ts'
import { compareRecording } from '../../../src/live/compare/report.ts'
import { formats } from '../../live/compare/formats.ts'
import { story } from '../../live/compare/story.ts'
import { startCommand } from './start-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-scrub-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** Runs `fauxgraph scrub` to its end. */
async function scrub(...args: string[]) {
  const { written, code } = startCommand(['scrub', ...args])
  return { code: await code, ...written }
}

const { exchanges, names } = story()
const secrets = [names.pageToken, names.userToken, 'Ada Starter', 'mary@example.test', 'Grace Example']

/** A recording with one call, which has a token. */
const oneCall = (token: string) =>
  JSON.stringify([
    {
      request: { method: 'GET', url: `https://graph.test/v26.0/me?access_token=${token}` },
      response: { status: 200, body: { id: '12345', name: 'Ada Lovelace' } },
    },
  ])

test.each(formats.map((format, place) => ({ ...format, place })))('$name is scrubbed', async (format) => {
  const path = file(`in-${format.place}`, format.write(exchanges))
  const out = join(folder, `out-${format.place}`)
  const { code, out: printed, err } = await scrub(path, '--out', out)
  expect([code, printed]).toEqual([0, ''])
  expect(err).toMatch(/^Replaced:\n +\d+ tokens\n/)
  const [text, read] = [readFileSync(out, 'utf8'), readTraffic(readFileSync(out), out)]
  for (const secret of secrets) expect([secret, (text + err).includes(secret)]).toEqual([secret, false])
  expect(read.format).toBe(format.format)
  expect(read.exchanges).toHaveLength(exchanges.length)
  if (format.hasTimes) expect(compareRecording(read.exchanges).differences).toEqual([])
})

describe('the output', () => {
  test('is the recording, and a summary beside it', async () => {
    expect(await scrub(file('one.json', oneCall('q7Wx_rT2')))).toEqual({
      code: 0,
      out: oneCall('x0Xx_xX1').replace('Ada Lovelace', 'Xxx Xxxxxxxa'),
      err: 'Replaced:\n      1 tokens\n      1 names of persons\n',
    })
  })

  test('says that nothing was replaced', async () => {
    const path = file('plain.json', oneCall('').replace('"id":"12345",', ''))
    expect((await scrub(path)).err).toBe('Nothing was replaced.\n')
  })

  test('lists what was not read', async () => {
    const sealed = Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), Buffer.alloc(300, 0xa7)])
    const body = { a: sealed.toString('base64'), b: sealed.toString('base64').replace('KL', 'KM') }
    const path = file('sealed.json', oneCall('q7Wx_rT2').replace('"12345"', JSON.stringify(body)))
    expect((await scrub(path)).err).toBe(
      'Replaced:\n      1 tokens\n      1 names of persons\n' +
        'Not read, and left as they are:\n      1 compressed bodies\n      1 other bytes\n',
    )
  })

  test('of a second run is the same', async () => {
    const path = file('again.json', oneCall('q7Wx_rT2'))
    expect(await scrub(path)).toEqual(await scrub(path))
  })

  test('can take the place of the input', async () => {
    const path = file('same.json', oneCall('q7Wx_rT2'))
    expect((await scrub(path, '--out', path)).code).toBe(0)
    expect(readFileSync(path, 'utf8')).toContain('x0Xx_xX1')
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('replaces the ids of users if it is asked to', async () => {
    const { out } = await scrub(file('ids.json', oneCall('q7Wx_rT2')), '--user-ids')
    expect(out).toContain('"id":"11112"')
  })

  test('of several recordings goes to a folder, and a value has one replacement', async () => {
    const target = join(folder, 'all')
    mkdirSync(target)
    const paths = [file('a.json', oneCall('q7Wx_rT2')), file('b.json', oneCall('q7Wx_rT2'))]
    expect((await scrub(...paths, '--out', target)).code).toBe(0)
    const [a, b] = ['a.json', 'b.json'].map((name) => readFileSync(join(target, name), 'utf8'))
    expect(a).toContain('x0Xx_xX1')
    expect(b).toBe(a)
  })
})

describe('what cannot be scrubbed ends with 2 and one line, and nothing is written', () => {
  const good = file('good.json', oneCall('q7Wx_rT2'))
  const out = join(folder, 'never')
  mkdirSync(join(folder, 'into'))
  test.each<[string, string[], string]>([
    ['a text', [file('text', 'hello'), '--out', out], 'has no requests and responses in a known form'],
    ['a file that is cut short', [file('cut', '[{"request":'), '--out', out], 'was it cut short?'],
    ['a binary file', [file('bytes', new Uint8Array([0, 1])), '--out', out], 'it is binary'],
    ['a file that does not exist', [join(folder, 'none'), '--out', out], 'cannot be read'],
    [
      'a folder that does not exist',
      [good, '--out', join(out, 'x')],
      'cannot be written: its folder does not exist',
    ],
    ['several files into one', [good, good, '--out', out], 'is no folder'],
    ['several files without --out', [good, good], 'several recordings need --out with a folder'],
    [
      'two files of one name',
      [good, good, '--out', join(folder, 'into')],
      'two recordings would be written to',
    ],
    ['no file', [], "missing required argument 'recordings'"],
  ])('%s', async (_, args, message) => {
    const { code, out: printed, err } = await scrub(...args)
    expect([code, printed]).toEqual([2, ''])
    expect(err).toMatch(/^error: [^\n]+\n$/)
    expect(err).toContain(message)
    expect(existsSync(out)).toBe(false)
    expect(readdirSync(join(folder, 'into'))).toEqual([])
  })
})
