import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { lineOfFrame } from '../../../src/explore/run/calls/caller.ts'

const here = join(process.cwd(), 'jobs', 'sync.ts')

test.each<[what: string, frame: string, line: string | undefined]>([
  ['a path below this folder', `    at sync (${here}:12:7)`, 'jobs/sync.ts:12'],
  ['a URL below this folder', `    at async ${pathToFileURL(here)}:12:7`, 'jobs/sync.ts:12'],
  ['a path elsewhere', '    at Object.sync (/srv/a b/sync.ts:1:2)', '/srv/a b/sync.ts:1'],
  [
    'a path with brackets',
    '    at sync (C:\\Program Files (x86)\\a.ts:1:2)',
    'C:/Program Files (x86)/a.ts:1',
  ],
  ['a path without a function', '    at async /srv/a b/sync.ts:1:2', '/srv/a b/sync.ts:1'],
  ['a promise of several', '    at async Promise.all (index 0)', undefined],
  // A story that Linux saved names the same lines on Windows.
  ['a path of Windows', '    at sync (C:\\jobs\\sync.ts:12:7)', 'C:/jobs/sync.ts:12'],
  ['a package', '    at parse (/srv/node_modules/yaml/index.js:3:4)', undefined],
  ['Node itself', '    at node:internal/timers:573:17', undefined],
])('the line that a frame of a stack tells: %s', (_, frame, line) => {
  expect(lineOfFrame(frame)).toBe(line)
})
