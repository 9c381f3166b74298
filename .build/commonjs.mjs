// Builds the entries as CommonJS, for test runners that cannot require ES modules, such as Jest.
import { readFileSync } from 'node:fs'
import { build } from 'vite'

const { dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const { both } = JSON.parse(readFileSync('.build/entries.json', 'utf8'))

/** Dependencies without a CommonJS build of their own: they are bundled. */
const bundled = ['@noble/hashes']
const kept = [...Object.keys(dependencies), ...Object.keys(peerDependencies)]
  .filter((name) => !bundled.includes(name))
  .map((name) => new RegExp(`^${name}(/|$)`))

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
const requireFastCheck = {
  name: 'require-fast-check',
  load: (id) =>
    id.endsWith('/check/fast-check-module.ts') ? { code: required, moduleType: 'js' } : undefined,
}

await build({
  configFile: false,
  logLevel: 'warn',
  plugins: [requireFastCheck],
  build: {
    target: 'node20',
    minify: false,
    emptyOutDir: false,
    license: { fileName: 'licenses.md' },
    lib: { entry: both, formats: ['cjs'] },
    rolldownOptions: { external: [/^node:/, ...kept] },
  },
})
