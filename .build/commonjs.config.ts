// Builds the entries as CommonJS, for test runners that cannot require ES modules, such as Jest.
import { defineConfig, type Plugin } from 'vite'
import entries from './entries.json' with { type: 'json' }
import { kept } from './kept.ts'
import { lean, leanOutput } from './lean.ts'
import { viewer } from './viewer.ts'

/** Loads Jest at once: CommonJS has no `await` outside functions. */
const jestGlobals = `
import { checkRunner, notLoaded } from '../expected-runner.ts'
checkRunner('jest')
function load() {
  try {
    return require('@jest/globals')
  } catch (error) {
    throw notLoaded('jest', '@jest/globals', error)
  }
}
export const jestGlobals = load()
`

/** What replaces the files that await a library, by the ends of their paths. */
const replaced: Readonly<Record<string, string>> = {
  'front/runners/jest/globals.ts': jestGlobals,
}

const requireAtOnce: Plugin = {
  name: 'require-at-once',
  load(id) {
    const path = Object.keys(replaced).find((end) => id.endsWith(`/src/${end}`))
    return path === undefined ? undefined : { code: replaced[path] ?? '', moduleType: 'js' }
  },
}

export default defineConfig({
  plugins: [requireAtOnce, viewer(), ...lean],
  build: {
    target: 'node20',
    minify: false,
    emptyOutDir: false,
    license: { fileName: 'licenses-commonjs.json' },
    lib: { entry: { ...entries.both, ...entries.commonjs }, formats: ['cjs'] },
    rolldownOptions: {
      external: [/^node:/, ...kept],
      output: leanOutput,
    },
  },
})
