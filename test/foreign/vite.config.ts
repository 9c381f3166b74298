import { fileURLToPath } from 'node:url'
import { globSync } from 'tinyglobby'
import { defineConfig } from 'vite'
import { viewer } from '../../.build/viewer.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const parts = [...globSync('configs/*.ts', { cwd: folder }), 'child.ts']
/** The module that leads programs of Node to the proxy. */
const redirect = '../../src/front/cli/parts/redirect.ts'

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
      input: {
        ...Object.fromEntries(parts.map((path) => [path.replace('.ts', ''), `${folder}${path}`])),
        redirect: `${folder}${redirect}`,
      },
      output: { entryFileNames: ({ name }) => (name === 'redirect' ? 'redirect.js' : '[name].mjs') },
      preserveEntrySignatures: 'strict',
    },
  },
})
