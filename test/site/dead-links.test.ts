import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const good: [page: string, body: string][] = [
  ['page.html', '<a href="guide/index.html">guide</a>'],
  ['folder.html', '<a class="x" href="guide">guide</a>'],
  ['own-anchor.html', '<p id="top"></p><a href="#top">top</a>'],
  ['other-anchor.html', '<a href="guide/index.html#first-steps">first</a>'],
  ['picture.html', '<img alt="" src="picture.png">'],
  ['playground.html', '<script>{"name":"me","chapter":"people"}</script><a href="#request=me">me</a>'],
  ['outside.html', '<a href="https://example.com/none">out</a><a href="mailto:a@b.test">mail</a>'],
]

const bad: [page: string, body: string, problem: string][] = [
  ['no-page.html', '<a href="gone.html">x</a>', 'gone.html leads to no file'],
  ['no-own-anchor.html', '<a href="#gone">x</a>', '#gone leads to no element of the page'],
  [
    'no-other-anchor.html',
    '<a href="guide/index.html#second">x</a>',
    'guide/index.html#second leads to no element of the page',
  ],
  [
    'no-request.html',
    '<a href="playground.html#request=you">x</a>',
    'playground.html#request=you leads to no element of the page',
  ],
  ['no-picture.html', '<img alt="" src="gone.png">', 'gone.png leads to no file'],
  ['no-index.html', '<a href="empty">x</a>', 'empty leads to a folder without a page'],
  ['beside.html', '<a href="../x.md">x</a>', '../x.md leads out of the folder of the site'],
]

let folder: string
let walk: { readonly status: number | null; readonly lines: readonly string[] }

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fauxgraph-site-'))
  mkdirSync(join(folder, 'guide'))
  mkdirSync(join(folder, 'empty'))
  writeFileSync(join(folder, 'picture.png'), '')
  writeFileSync(
    join(folder, 'guide/index.html'),
    '<h2 id="first-steps">First</h2><a href="../page.html">up</a>',
  )
  for (const [page, body] of [...good, ...bad]) writeFileSync(join(folder, page), body)
  const script = join(import.meta.dirname, 'build.mjs')
  const { status, stdout } = spawnSync('node', [script, '--walk', folder], { encoding: 'utf8' })
  walk = { status, lines: stdout.trim().split('\n') }
})
afterAll(() => rmSync(folder, { recursive: true }))

test.each(good)('%s has no dead link', (page) => {
  expect(walk.lines.filter((line) => line.startsWith(`FAIL ${page}:`))).toEqual([])
})

test.each(bad)('%s has a dead link', (page, _, problem) => {
  expect(walk.lines).toContain(`FAIL ${page}: ${problem}`)
})

test('the walk counts pages and links, and ends with status 1', () => {
  expect(walk.lines.at(-1)).toBe('15 pages, 14 links inside the site, 7 dead')
  expect(walk.status).toBe(1)
})
