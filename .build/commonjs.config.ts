// Builds the entries as CommonJS, for test runners that cannot require ES modules, such as Jest.
import { defineConfig, type Plugin } from 'vite'
import entries from './entries.json' with { type: 'json' }
import { kept } from './kept.ts'
import { lean, leanOutput } from './lean.ts'
import { viewer } from './viewer.ts'

/** Loads fast-check at once: CommonJS has no `await` outside functions. */
const required = `
let loaded
try {
  loaded = require('fast-check')
} catch (error) {
  if (error.code !== 'MODULE_NOT_FOUND') throw error
}
export const loadedFastCheck = loaded
`

/** Replaces the file that awaits fast-check. */
const requireFastCheck: Plugin = {
  name: 'require-fast-check',
  load: (id) =>
    id.endsWith('/explore/properties/fast-check-module.ts')
      ? { code: required, moduleType: 'js' }
      : undefined,
}

export default defineConfig({
  plugins: [requireFastCheck, viewer(), ...lean],
  build: {
    target: 'node20',
    minify: false,
    emptyOutDir: false,
    license: { fileName: 'licenses.md' },
    lib: { entry: entries.both, formats: ['cjs'] },
    rolldownOptions: {
      external: [/^node:/, ...kept],
      output: leanOutput,
    },
  },
})
