import { expect, onTestFinished, test, vi } from 'vitest'
import type { TestModule, Vitest } from 'vitest/node'
import { lineOf, slowest, stallReporter, summarize } from './summary.ts'

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

const moduleOf = (path: string) => ({ id: path, relativeModuleId: path }) as TestModule

test.each<[what: string, ended: readonly string[], said: RegExp]>([
  ['a file does not end', ['a.test.ts'], /^No test ended in 60 s.*These files did not end: b\.test\.ts$/],
  [
    'a worker goes on after its files',
    ['a.test.ts', 'b.test.ts'],
    /^All files ended.*a\.test\.ts, b\.test\.ts$/,
  ],
])('a run ends, by force, in which %s', (_, ended, said) => {
  vi.useFakeTimers()
  const print = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => {
    vi.useRealTimers()
    print.mockRestore()
  })
  const cancelCurrentRun = vi.fn(async () => {})
  const reporter = stallReporter(60_000)
  reporter.onInit?.({ cancelCurrentRun } as unknown as Vitest)
  reporter.onTestRunStart?.([])
  for (const path of ['a.test.ts', 'b.test.ts']) reporter.onTestModuleStart?.(moduleOf(path))
  vi.advanceTimersByTime(59_000)
  for (const path of ended) reporter.onTestModuleEnd?.(moduleOf(path))
  vi.advanceTimersByTime(59_000)
  expect(cancelCurrentRun).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(print).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(said))
  // The second call kills the workers.
  expect(cancelCurrentRun).toHaveBeenCalledTimes(2)
})

test('a run that ended is not ended again', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const reporter = stallReporter(60_000)
  reporter.onTestRunStart?.([])
  reporter.onTestRunEnd?.([], [], 'passed')
  expect(vi.getTimerCount()).toBe(0)
})
