import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { viewer } from '../../.build/viewer.ts'

// Builds child.mjs, with all that it imports in one file, so that any version of Node can run it.
export default defineConfig({
  plugins: [viewer()],
  logLevel: 'silent',
  ssr: { noExternal: true },
  build: {
    ssr: fileURLToPath(new URL('child.ts', import.meta.url)),
    emptyOutDir: false,
    rollupOptions: { output: { entryFileNames: 'child.mjs' } },
  },
})
