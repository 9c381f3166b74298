import { statSync } from 'node:fs'
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

/** Runs small test files first, since the first failure ends a run. Vitest would begin with the slow ones. */
class SmallFirst {
  async shard(files) {
    return files
  }

  async sort(files) {
    const sizeOf = ({ moduleId }) => statSync(moduleId).size
    return files.toSorted((one, other) => sizeOf(one) - sizeOf(other))
  }
}

export default defineConfig({
  plugins: [fewerCases, ...(isReused ? [reusedWorker] : [])],
  test: {
    include: tests,
    sequence: { sequencer: SmallFirst },
    setupFiles: [...(isReused ? ['test/mutants/no-mutant.mjs'] : []), 'test/chance.ts'],
    isolate: false,
    testTimeout: 600_000,
  },
})
