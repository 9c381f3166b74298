import { afterEach, expect, test, vi } from 'vitest'
import { progressLine } from '../../src/explore/report/progress.ts'

afterEach(() => vi.restoreAllMocks())

/** Shows progress at these seconds, and returns what the stream gets. */
function written(stream: { isTTY?: boolean; columns?: number }, seconds: readonly number[]): string[] {
  const texts: string[] = []
  const clock = vi.spyOn(performance, 'now').mockReturnValue(5_000)
  const line = progressLine({ ...stream, write: (text) => texts.push(text) })
  for (const second of seconds) {
    clock.mockReturnValue(5_000 + second * 1_000)
    line.show(() => `run ${second}`)
  }
  line.clear()
  return texts
}

test.each<[what: string, stream: Parameters<typeof written>[0], seconds: number[], texts: string[]]>([
  [
    'a log has a line every 30 seconds',
    {},
    [0, 29, 30, 31, 59, 60, 200],
    ['run 30\n', 'run 60\n', 'run 200\n'],
  ],
  ['a log of a short exploration has none', { isTTY: false }, [0, 1, 29], []],
  [
    'a terminal has one line that is drawn ten times a second, and removed',
    { isTTY: true },
    [0, 0.05, 0.1],
    ['\r\x1b[Krun 0', '\r\x1b[Krun 0.1', '\r\x1b[K'],
  ],
  ['a line is narrower than its terminal', { isTTY: true, columns: 4 }, [0], ['\r\x1b[Krun', '\r\x1b[K']],
])('%s', (_, stream, seconds, texts) => {
  expect(written(stream, seconds)).toEqual(texts)
})
