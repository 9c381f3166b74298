// Rolls the declarations in dist/types up into one file for each entry, and removes the rest.
import { rmSync } from 'node:fs'
import { rollup } from 'rollup'
import { dts } from 'rollup-plugin-dts'

const bundle = await rollup({
  input: {
    index: 'dist/types/index.d.ts',
    node: 'dist/types/adapters/node/index.d.ts',
    check: 'dist/types/check/index.d.ts',
    simulation: 'dist/types/simulation/index.d.ts',
    vitest: 'dist/types/vitest/index.d.ts',
  },
  external: [/^node:/, 'zod', 'immer', 'fast-check', /^vitest(\/|$)/],
  plugins: [dts()],
})
await bundle.write({
  dir: 'dist',
  format: 'es',
  entryFileNames: '[name].d.ts',
  chunkFileNames: 'shared.d.ts',
  // All that entries share goes to one file: two would have the same name.
  manualChunks: (id) =>
    /types\/(check|simulation|vitest|adapters\/node)\/|types\/index\.d\.ts/.test(id) ? undefined : 'shared',
  minifyInternalExports: false,
})
await bundle.close()
rmSync('dist/types', { recursive: true })
