import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { lean } from '../../.build/lean.ts'
import { viewer } from '../../.build/viewer.ts'

// Builds child.mjs as the package is built, with all that it imports in one file, so that any version of Node
// can run it.
export default defineConfig({
  plugins: [viewer(), ...lean],
  logLevel: 'silent',
  ssr: { noExternal: true },
  build: {
    ssr: fileURLToPath(new URL('child.ts', import.meta.url)),
    emptyOutDir: false,
    rollupOptions: { output: { entryFileNames: 'child.mjs' } },
  },
})
