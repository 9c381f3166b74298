import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { reusedWorker } from './reused-worker.mjs'

const { FAUXGRAPH_MUTANTS_TESTS = '[]', FAUXGRAPH_MUTANTS_WORKER: worker } = process.env
const tests = JSON.parse(FAUXGRAPH_MUTANTS_TESTS)
const isReused = worker === 'reused'
const fastCheck = resolve(dirname(fileURLToPath(import.meta.url)), 'fast-check.mjs')

const fewerCases = {
  name: 'fewer cases',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === 'fast-check' && importer !== fastCheck ? fastCheck : undefined,
}

/** Runs test files in the order of the list: the nearest first, since the first failure ends the run. */
class ListedOrder {
  async shard(files) {
    return files
  }

  async sort(files) {
    const place = ({ moduleId }) => tests.findIndex((path) => moduleId.endsWith(`/${path}`))
    return files.toSorted((a, b) => place(a) - place(b))
  }
}

export default defineConfig({
  plugins: [fewerCases, ...(isReused ? [reusedWorker] : [])],
  test: {
    include: tests,
    sequence: { sequencer: ListedOrder },
    setupFiles: [...(isReused ? ['test/mutants/no-mutant.mjs'] : []), 'test/chance.ts'],
    isolate: false,
    testTimeout: 60_000,
  },
})
