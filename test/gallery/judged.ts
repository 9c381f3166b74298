import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { explore } from '../../src/explore/explore.ts'
import { scale } from '../chance.ts'
import { effects } from './effects.ts'
import type { GalleryProgram } from './program.ts'

/** Milliseconds of real time for one program: many times what a quiet machine needs. */
const timeout = 600_000

// A script, and no module: the commands that measure the gallery run it too, without a compiler.
execFileSync(process.execPath, [join(import.meta.dirname, 'make-bugs.mjs')])

/** The programs of a folder whose file name matches. */
async function programsOf(kind: 'bugs' | 'right', files: RegExp): Promise<[string, GalleryProgram][]> {
  const folder = new URL(`${kind}/`, import.meta.url)
  const names = readdirSync(folder).filter((file) => files.test(file))
  return Promise.all(
    names.map(async (file): Promise<[string, GalleryProgram]> => {
      const { program }: { program: GalleryProgram } = await import(new URL(file, folder).href)
      return [file.replace('.ts', ''), program]
    }),
  )
}

/** Tests that `explore` finds what is wrong with each program: on seed 1, and on more in a long run. */
export async function testWrong(files: RegExp): Promise<void> {
  const seeds = Array.from({ length: Math.ceil(scale / 5) }, (_, place) => place + 1)
  test.each(await programsOf('bugs', files))(
    'explore finds the effect of %s',
    { timeout },
    async (_, program) => {
      for (const seed of seeds) {
        const options = { ...program.options, ...program.invariants, kinds: 1, stories: false as const }
        const { failures, nondeterminism } = await explore({ ...options, seed, runs: 500 })
        const said = failures.map(({ title }) => title)
        const effect = effects[String(program.finds)] ?? expect.unreachable(`no effect "${program.finds}"`)
        expect(said, `seed ${seed}`).toEqual([expect.stringMatching(effect)])
        expect(nondeterminism).toBeUndefined()
      }
    },
  )
}

/** Tests that `explore` finds nothing wrong with each program. */
export async function testRight(files: RegExp): Promise<void> {
  test.each(await programsOf('right', files))(
    '%s passes',
    { timeout },
    async (_, { options, invariants }) => {
      const runs = Math.round(60 * scale)
      const report = await explore({ ...options, ...invariants, runs, kinds: 1, stories: false })
      report.throwIfFailed()
      expect(report.runs).toBe(runs)
    },
  )
}
