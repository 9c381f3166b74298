import { fileURLToPath } from 'node:url'
import { globSync } from 'tinyglobby'
import { defineConfig } from 'vite'
import { viewer } from '../../../.build/viewer.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))
const parts = [...globSync('*/{fauxgraph.config,bugs}.ts', { cwd: folder }), 'measure/child.ts']

// Builds the configurations with all that they import, so that Node 20 runs them in processes of their own.
export default defineConfig({
  plugins: [viewer()],
  logLevel: 'error',
  ssr: { noExternal: true, external: ['fast-check', 'vite'] },
  build: {
    ssr: true,
    emptyOutDir: false,
    target: 'node20',
    rolldownOptions: {
      input: Object.fromEntries(parts.map((path) => [path.replace('.ts', ''), `${folder}${path}`])),
      output: { entryFileNames: '[name].mjs' },
      preserveEntrySignatures: 'strict',
    },
  },
})
