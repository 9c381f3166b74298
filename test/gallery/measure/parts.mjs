import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeMutants } from './mutants.mjs'
import { approachTable, bugTable, mutantTable, rightTable } from './tables.mjs'

/** The names of the programs of a folder, such as `bugs/sync-endless-walk`. */
const programsOf = (root, kind, only) =>
  readdirSync(join(root, 'test/gallery', kind))
    .map((file) => `${kind}/${file.replace('.ts', '')}`)
    .filter((name) => new RegExp(only).test(name))

const textOf = (root, name) => readFileSync(join(root, 'test/gallery', `${name}.ts`), 'utf8')

const depthOf = (text) => /^ {2}depth: (\d)/m.exec(text)?.[1] ?? ''

/** Whether the user adds laws to the mirror of a program. */
const hasLaws = (text) => /^ {2}invariants: /m.test(text)

const explored = ({ folder, seeds, runs = 500 }, names, laws) =>
  seeds.flatMap((seed) =>
    names.map((name) => ({
      ...{ approach: 'explore', name, module: join(folder, `${name}.mjs`), seed, runs, laws },
    })),
  )

/** The wrong programs, with the laws of the user. */
function bugs(given) {
  const names = programsOf(given.root, 'bugs', given.only)
  const depths = new Map(names.map((name) => [name, depthOf(textOf(given.root, name))]))
  return {
    tasks: explored(given, names, true),
    limit: 600_000,
    table: (results) => bugTable(results, depths),
  }
}

/** The wrong programs for which the user has laws, with the mirror alone; the others are the same in `bugs`. */
function mirror(given) {
  const names = programsOf(given.root, 'bugs', given.only).filter((name) => hasLaws(textOf(given.root, name)))
  const depths = new Map(names.map((name) => [name, depthOf(textOf(given.root, name))]))
  return {
    tasks: explored(given, names, false),
    limit: 600_000,
    table: (results) => bugTable(results, depths),
  }
}

function right(given) {
  const names = programsOf(given.root, 'right', given.only)
  return { tasks: explored(given, names, true), limit: 3_600_000, table: rightTable }
}

/** Wrong programs of every group and depth, and three right ones, on which an approach must find nothing. */
const sideBySide = [
  ...['album-orphans', 'campaign-half-copy-repeated', 'campaign-batch-result-lost', 'feed-mirror-first-page'],
  ...['images-known-hash-fails', 'scheduler-dies-before-mark', 'scheduler-two-workers'],
  ...['statistics-unknown-limit', 'sync-first-page-only', 'sync-checkpoint-first', 'sync-same-second'],
  ...['sync-truncated-dedupe', 'sync-equal-cursors', 'token-hot-retry', 'token-two-renewals'],
  ...['webhook-acknowledged-first', 'webhook-dedupe-race', 'webhook-no-dedupe'],
].map((name) => `bugs/${name}`)
const sideBySideRight = ['lead-sync-with-checkpoint', 'post-scheduler', 'lead-inbox'].map(
  (name) => `right/${name}`,
)

/** All approaches. */
export const allApproaches = ['stubs', 'commands', 'arrays', 'uniform', 'explore']

function approaches({ folder, seeds, runs = 500, only, tried }) {
  const names = [...sideBySide, ...sideBySideRight].filter((name) => new RegExp(only).test(name))
  const tasks = seeds.flatMap((seed) =>
    names.flatMap((name) =>
      tried.map((approach) => ({
        ...{ approach, name, module: join(folder, `${name}.mjs`), seed, runs, laws: true },
      })),
    ),
  )
  return { tasks, limit: 600_000, table: (results) => approachTable(results, tried) }
}

/** A sample of the mutants of the right programs; each in a process that is ended if it does not end. */
function mutants({ folder, root, seeds: [seed], runs = 100, only, sample, tried }) {
  const chosen = writeMutants(root, folder, programsOf(root, 'right', only), seed).slice(0, sample)
  const tasks = tried.flatMap((approach) =>
    chosen.map(({ text: _, ...mutant }) => ({ ...mutant, approach, seed: 1, runs, laws: true })),
  )
  return { tasks, limit: 120_000, table: (results) => mutantTable(results, tried) }
}

/** The parts of the measures: each gives its tasks, the limit of each in milliseconds, and a table of results. */
export const parts = { bugs, mirror, right, approaches, mutants }
