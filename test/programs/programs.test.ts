import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { inFolder } from '../../src/explore/define-exploration.ts'
import { explore } from '../../src/explore/explore.ts'
import type { ExploreOptions } from '../../src/explore/run/options/options.ts'
import { isLong } from '../chance.ts'
import type { Bug } from './bug.ts'
import { copyProgram } from './copy.ts'

/*
 * Explores each program a little. `npm run check -- programs` explores all of them, and all wrong versions, on
 * many seeds.
 */

let copies = 0

/** Explores a copy of a program, with a bug if one is given. */
async function exploreCopy(program: string, more: Partial<ExploreOptions>, bug?: Bug) {
  const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-programs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const root = join(folder, program)
  copyProgram(import.meta.dirname, program, root, bug)
  copies++
  const config = new URL(`${program}/fauxgraph.config.ts?copy=${copies}`, import.meta.url)
  const { options }: { options: ExploreOptions } = await inFolder(root, () => import(config.href))
  return explore({ ...options, ...more, stories: false })
}

/** The programs, and how often each right one runs. */
const explored: readonly (readonly [program: string, runs: number])[] = [
  ['post-scheduler', isLong ? 20 : 5],
  ...(isLong ? ([['lead-intake', 5]] as const) : []),
]

test.each(explored)('%s', { timeout: 240_000 }, async (program, runs) => {
  const right = await exploreCopy(program, { runs })
  right.throwIfFailed()
  const { bugs }: { bugs: readonly Bug[] } = await import(`./${program}/bugs.ts`)
  expect(bugs).toHaveLength(5)
  const [bug] = bugs
  const wrong = await exploreCopy(program, { runs: 500, kinds: 1 }, bug)
  expect(wrong.failures.map(({ text }) => text).join()).toMatch(bug?.finds ?? /./)
})

// The others are explored by `npm run check -- programs` alone, for the time that they take, and for the SDK of one.
test.each(['campaign-copier', 'lead-totals', 'post-archive', 'campaign-switch'])(
  'the texts of the bugs of %s are there',
  async (program) => {
    const { bugs }: { bugs: readonly Bug[] } = await import(`./${program}/bugs.ts`)
    expect(bugs).toHaveLength(5)
    const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-programs-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    for (const [place, bug] of bugs.entries())
      copyProgram(import.meta.dirname, program, join(folder, `${place}`), bug)
  },
)
