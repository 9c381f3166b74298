import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, posix, win32 } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { memoryFolder, removeLeftOver, withSlashes } from '../../../../src/explore/io/durable/folders.ts'

test('the folders of killed explorations are removed, and no others', () => {
  const { pid: dead } = spawnSync(process.execPath, ['-e', ''])
  /** The name of a folder in shared memory, and whether it stays. */
  const cases: readonly (readonly [string, boolean])[] = [
    [`fauxgraph-${dead}-abcDEF`, false],
    [`fauxgraph-${process.pid}-abcDEF`, true],
    // The first process of the system lives, and may be that of another user.
    ['fauxgraph-1-abcDEF', true],
    [`fauxgraph-program-${dead}`, true],
    [`other-${dead}-abcDEF`, true],
  ]
  const paths = cases.map(([name]) => join(memoryFolder(), name))
  onTestFinished(() => {
    for (const path of paths) rmSync(path, { recursive: true, force: true })
  })
  for (const path of paths) {
    mkdirSync(path, { recursive: true })
    writeFileSync(join(path, 'work.db'), '')
  }
  removeLeftOver(memoryFolder())
  expect(paths.map((path) => existsSync(path))).toEqual(cases.map(([, stays]) => stays))
})

test.each([win32, posix])('files have the same names on systems with the separator $sep', ({ join, sep }) => {
  // A list `ignore` and the names of mirrors in saved stories are written with slashes.
  expect(withSlashes(join('logs', 'today', 'a.txt'), sep)).toBe('logs/today/a.txt')
})
