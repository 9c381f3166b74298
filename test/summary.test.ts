import { expect, test } from 'vitest'
import { lineOf, slowest, summarize } from './summary.ts'

const file = (states: string[], strayFaults = 0) => ({ states, strayFaults })

test.each([
  ['nothing', [], 0, '0 passed, 0 failed, 0 skipped'],
  ['each state', [file(['passed', 'failed', 'skipped', 'passed'])], 0, '2 passed, 1 failed, 1 skipped'],
  ['two files', [file(['passed']), file(['passed', 'skipped'])], 0, '2 passed, 0 failed, 1 skipped'],
  ['a file that does not load', [file([], 1), file(['passed'])], 0, '1 passed, 1 failed, 0 skipped'],
  ['a hook that throws', [file(['skipped', 'skipped'], 1)], 0, '0 passed, 1 failed, 2 skipped'],
  ['a rejection nobody handles', [file(['passed'])], 1, '1 passed, 1 failed, 0 skipped'],
  ['a test cut off', [file(['pending', 'passed'])], 0, '1 passed, 1 failed, 0 skipped'],
])('the line of %s', (_, files, unhandled, line) => {
  expect(lineOf(summarize(files, unhandled))).toBe(line)
})

test('the slowest files of a run are named, the slowest first', () => {
  const files = [
    { path: 'a.test.ts', milliseconds: 40 },
    { path: 'b.test.ts', milliseconds: 12_340 },
    { path: 'c.test.ts', milliseconds: 1_000 },
  ]
  expect(slowest(files, 2)).toEqual(['  12.3 s  b.test.ts', '   1.0 s  c.test.ts'])
})
