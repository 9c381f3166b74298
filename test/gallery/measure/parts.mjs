import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bugTable, rightTable } from './tables.mjs'

/** The names of the programs of a folder, such as `bugs/sync-endless-walk`. */
export const programsOf = (root, kind, only) =>
  readdirSync(join(root, 'test/gallery', kind))
    .map((file) => `${kind}/${file.replace('.ts', '')}`)
    .filter((name) => new RegExp(only).test(name))

const textOf = (root, name) => readFileSync(join(root, 'test/gallery', `${name}.ts`), 'utf8')

const depthOf = (text) => /^ {2}depth: (\d)/m.exec(text)?.[1] ?? ''

/** Whether the user adds laws to the mirror of a program. */
const hasLaws = (text) => /^ {2}invariants: /m.test(text)

/** Each wrong program, with the laws of the user and with the mirror alone. */
function bugs({ folder, root, seeds, runs = 500, only }) {
  const names = programsOf(root, 'bugs', only)
  const depths = new Map(names.map((name) => [name, depthOf(textOf(root, name))]))
  const tasks = seeds.flatMap((seed) =>
    names.flatMap((name) =>
      (hasLaws(textOf(root, name)) ? [true, false] : [true]).map((laws) => ({
        ...{ approach: 'explore', name, module: join(folder, `${name}.mjs`), seed, runs, laws },
      })),
    ),
  )
  return { tasks, limit: 600_000, table: (results) => bugTable(results, depths) }
}

function right({ folder, root, seeds, runs = 500, only }) {
  const tasks = seeds.flatMap((seed) =>
    programsOf(root, 'right', only).map((name) => ({
      ...{ approach: 'explore', name, module: join(folder, `${name}.mjs`), seed, runs, laws: true },
    })),
  )
  return { tasks, limit: 600_000, table: rightTable }
}

/** The parts of the measures: each gives its tasks, the limit of each in milliseconds, and a table of results. */
export const parts = { bugs, right }
