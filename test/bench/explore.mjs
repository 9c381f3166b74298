import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildGallery } from '../gallery/measure/build.mjs'
import { performAll } from '../gallery/measure/pool.mjs'
import { median, quick } from './measure.mjs'

const name = 'right/lead-sync-of-all-pages'
const runs = quick ? 200 : 1_000
const rounds = quick ? 1 : 3

/** Tests the program by each approach in turns. Returns the median microseconds of one run of each. */
async function measured(folder, approaches) {
  const spent = new Map(approaches.map((approach) => [approach, []]))
  const task = { name, module: join(folder, `${name}.mjs`), seed: 1, runs, laws: true }
  const tasks = Array.from({ length: rounds }, () => approaches.map((approach) => ({ ...task, approach })))
  await performAll(join(folder, 'measure/child.mjs'), tasks.flat(), {
    workers: 1,
    limit: 300_000,
    done({ approach }, { milliseconds, found, error, runs: played }) {
      if (error || found || played !== runs)
        throw new Error(`${approach}: ${error ?? `${played} of ${runs} runs, failure ${found}`}`)
      spent.get(approach).push((milliseconds * 1_000) / runs)
    },
  })
  return approaches.map((approach) => median(spent.get(approach)))
}

/** Runs of `explore` on a right lead sync, against the same program and engine under arrays of fast-check. */
export async function rows() {
  const folder = buildGallery()
  try {
    const [ours, arrays] = await measured(folder, ['explore', 'arrays'])
    const against = 'arrays of fast-check on the same engine'
    return [
      { row: 'explore, one run', size: runs, micros: ours, ratio: ours / arrays, against },
      {
        row: `explore, ${runs.toLocaleString('en')} runs`,
        size: runs,
        milliseconds: (ours * runs) / 1_000,
        goal: '≤ 2.5 s',
      },
      { row: 'arrays of fast-check, one run', size: runs, micros: arrays },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
