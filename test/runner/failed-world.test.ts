import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import {
  checkTestOptions,
  failedWorldPage,
  type WorldTestOptions,
} from '../../src/front/runners/failed-world.ts'
import { failedTestText } from '../../src/front/runners/story.ts'
import { starterWorld, testWorldOf } from '../../src/front/runners/test-world.ts'

const root = mkdtempSync(join(tmpdir(), 'fauxgraph-failed-'))
const folder = join(root, 'pages')

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})
afterAll(() => rmSync(root, { recursive: true }))

const failed = (name: string, options: WorldTestOptions) =>
  failedWorldPage(testWorldOf(starterWorld(), 'a test'), name, { folder, ...options })

describe('the page of a failed test', () => {
  test('shows its world under its name, and the text of the failure names it last', async () => {
    const own = testWorldOf(starterWorld(), 'a test')
    const { page = '', pageToken = '' } = own.world.names ?? {}
    own.world.as(pageToken).publishPost({ page, message: 'told once' }).unwrap()
    const line = await failedWorldPage(own, 'suite > a "post" <b>', { trace: 'on-failure', folder })
    const [name = ''] = readdirSync(folder)
    expect(name).toMatch(/^suite-a-post-b--[0-9a-f]{8}\.html$/)
    expect(line).toBe(`See its world in a browser: ${folder}/${name}`)
    const html = readFileSync(join(folder, name), 'utf8')
    expect(html).toContain('<title>suite &gt; a &quot;post&quot; &lt;b&gt;</title>')
    expect(html).toContain('told once')
    expect(failedTestText(own, 'npx x', line).split('\n').slice(-2)).toEqual(['Run it again: npx x', line])
    expect(failedTestText(own, 'npx x').split('\n').at(-1)).toBe('Run it again: npx x')
  })

  test('names that begin alike, or have no letter, have files of their own', async () => {
    for (const name of [`${'x'.repeat(500)}1`, `${'x'.repeat(500)}2`, '../..', '\ud800', ''])
      expect(await failed(name, { trace: 'on-failure' })).toMatch(/^See its world in a browser: /)
    const names = readdirSync(folder)
    expect(names).toHaveLength(5)
    expect(names.every((name) => name.length <= 100)).toBe(true)
    expect(readdirSync(root)).toEqual(['pages'])
  })

  test.each<[string | undefined, WorldTestOptions['trace'], boolean]>([
    ['true', undefined, true],
    ['1', undefined, true],
    ['', undefined, false],
    ['0', undefined, false],
    ['false', undefined, false],
    [undefined, undefined, false],
    [undefined, 'on-failure', true],
    ['true', 'off', false],
  ])('with CI=%s and trace %s is written: %s', async (variable, trace, isWritten) => {
    vi.stubEnv('CI', variable)
    const line = await failed('a test', trace === undefined ? {} : { trace })
    expect([line !== '', existsSync(folder)]).toEqual([isWritten, isWritten])
  })

  test('that cannot be written leaves the failure as it is, and says why', async () => {
    writeFileSync(folder, 'a file')
    expect(await failed('a test', { trace: 'on-failure' })).toMatch(/^The page .+\.html was not written: E/)
  })
})

test.each<[unknown, string]>([
  [{ trace: 'always' }, 'The option trace must be on-failure or off, got "always"'],
  [{ folder: '' }, 'The option folder must be the path of a folder, got ""'],
  [{ folder: 3 }, 'The option folder must be the path of a folder, got 3'],
  [{ traces: 'off' }, 'The baseline of tests has no option "traces": did you mean trace?'],
  ['off', 'The baseline of tests takes an object of options, got "off"'],
])('the options %j of tests are refused', (options, message) => {
  expect(() => checkTestOptions(options as WorldTestOptions)).toThrow(new TypeError(message))
})
