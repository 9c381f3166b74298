import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bugTable, rightTable } from './tables.mjs'

/** The names of the programs of a folder, such as `bugs/sync-endless-walk`. */
export const programsOf = (root, kind, only) =>
  readdirSync(join(root, 'test/gallery', kind))
    .map((file) => `${kind}/${file.replace('.ts', '')}`)
    .filter((name) => name.includes(only))

const depthOf = (root, name) =>
  /^ {2}depth: (\d)/m.exec(readFileSync(join(root, 'test/gallery', `${name}.ts`), 'utf8'))?.[1] ?? ''

/** Each wrong program, with the laws of the user and with the mirror alone. */
function bugs({ folder, root, seeds, runs = 500, only }) {
  const names = programsOf(root, 'bugs', only)
  const depths = new Map(names.map((name) => [name, depthOf(root, name)]))
  const tasks = seeds.flatMap((seed) =>
    names.flatMap((name) =>
      [true, false].map((laws) => ({
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
