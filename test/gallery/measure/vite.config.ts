import { fileURLToPath } from 'node:url'
import { globSync } from 'tinyglobby'
import { defineConfig } from 'vite'
import { viewer } from '../../../.build/viewer.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))
const programs = globSync('{bugs,right}/*.ts', { cwd: folder })
const shared = ['calendar.ts', 'graph-client.ts', 'lead-client.ts', 'program.ts']
const parts = [...programs, ...shared, 'measure/child.ts']

// Builds the measures with all that they import, so that Node 20 runs them in processes of their own.
export default defineConfig({
  plugins: [viewer()],
  logLevel: 'error',
  ssr: { noExternal: true, external: ['fast-check'] },
  build: {
    ssr: true,
    emptyOutDir: false,
    target: 'node20',
    rolldownOptions: {
      input: {
        ...Object.fromEntries(parts.map((path) => [path.replace('.ts', ''), `${folder}${path}`])),
        index: `${folder}../../src/index.ts`,
      },
      output: { entryFileNames: '[name].mjs' },
      preserveEntrySignatures: 'strict',
    },
  },
})
