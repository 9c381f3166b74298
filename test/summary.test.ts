import { expect, test } from 'vitest'
import { lineOf, summarize } from './summary.ts'

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
