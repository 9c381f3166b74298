import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import entries from './.build/entries.json' with { type: 'json' }
import { kept } from './.build/kept.ts'
import { lean, leanOutput } from './.build/lean.ts'
import { viewer } from './.build/viewer.ts'
import { stallReporter, summaryReporter } from './test/summary.ts'

/** The folder of the sources, as part of a regular expression. */
const sources = fileURLToPath(new URL('src/', import.meta.url))
  .replaceAll('\\', '/')
  .replaceAll(/[^\w/]/g, '\\$&')

/** Tests whose programs leave connections, threads and processes behind: their processes run no other tests. */
const programs = ['test/explore/{io,outside,program}/**/*.test.ts']
/** It compares the process before and after a program, which connections of other programs that end would change. */
const isolated = ['test/explore/program/hostile.test.ts']

/** No test of a run takes as long, unless a variable asks for more of it. */
const stall = ['LONG', 'LANGUAGES', 'SCALE'].some((name) => `FAUXGRAPH_${name}` in process.env)
  ? []
  : [stallReporter(900_000)]

export default defineConfig({
  plugins: [viewer(), ...lean],
  // One file for each entry and one for what they share: two hundred modules take longer to find than to run.
  build: {
    target: 'node20',
    minify: false,
    emptyOutDir: false,
    license: { fileName: 'licenses-modules.json' },
    lib: {
      entry: { ...entries.both, ...entries.modules },
      formats: ['es'],
    },
    rolldownOptions: {
      external: [/^node:/, ...kept],
      output: leanOutput,
    },
  },
  test: {
    projects: [
      { extends: true, test: { name: 'isolated', include: isolated, isolate: true } },
      { extends: true, test: { name: 'programs', include: programs, exclude: isolated } },
      { extends: true, test: { name: 'others', include: ['test/**/*.test.ts'], exclude: programs } },
    ],
    exclude: [
      'test/bench/**',
      'test/clients/**',
      'test/postgres/**',
      'test/redis/**',
      'test/sqlite/**',
      '**/node_modules/**',
      // These tests measure the cost of large inputs, to which the frozen mode adds its own.
      ...(process.env['FAUXGRAPH_FROZEN'] === undefined ? [] : ['test/hostile/parameters.test.ts']),
      // Loads, floods and the gallery take minutes: the checks `hostile` and `long` play them.
      ...(process.env['FAUXGRAPH_LONG'] === undefined
        ? ['test/hostile/long/**', 'test/gallery/**', 'test/explore/outside/python.test.ts']
        : []),
      ...(process.env['FAUXGRAPH_LANGUAGES'] === undefined ? ['test/languages/**'] : []),
    ],
    reporters: ['default', summaryReporter('.report.json'), ...stall],
    globalSetup: ['.build/generate.mjs', 'test/run-folder.mjs'],
    // Node loads the sources faster than Vite's module runner, and orders their exports as the package does.
    server: { deps: { external: [new RegExp(`^${sources}(?!viewer/).*\\.ts$`)] } },
    setupFiles: [
      'test/native/setup.ts',
      'test/chance.ts',
      ...(process.env['FAUXGRAPH_FROZEN'] === undefined ? [] : ['test/frozen/setup.ts']),
    ],
    // Tests of programs wait for a fifth of their time: another worker computes meanwhile.
    maxWorkers: availableParallelism() + 1,
    // The modules hold no state: to load them anew for each test file takes a third of the time.
    isolate: false,
    // Longer runs play more cases of each property.
    testTimeout: 120_000 * Math.max(1, Number(process.env['FAUXGRAPH_SCALE'] ?? 1) / 10),
    // Some hooks bundle a program first, which takes long on a busy machine.
    hookTimeout: 120_000,
  },
})
