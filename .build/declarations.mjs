// Rolls the declarations in dist/types up into one file for each entry, for ES modules and for CommonJS, and
// removes the rest.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rollup } from 'rollup'
import { dts } from 'rollup-plugin-dts'

const { both, modules } = JSON.parse(readFileSync('.build/entries.json', 'utf8'))
const esmOnly = ['vitest', 'vitest-reporter']
const described = { ...both, ...Object.fromEntries(esmOnly.map((name) => [name, modules[name]])) }
const declarationOf = (source) => source.replace('src/', 'dist/types/').replace(/\.ts$/, '.d.ts')

// Declarations that name the types of an optional package stay with their entry, as do the entries themselves.
const apart =
  /types\/(front\/runners\/(vitest|jest|node-test)|server\/node|explore\/search\/properties)\/|index\.d\.ts$/

// zod with deferred factories has the types of zod. A namespace of its own cannot be declared in one file.
writeFileSync('dist/types/engine/schema/zod.d.ts', "export { z } from 'zod';\n")

const bundle = await rollup({
  input: Object.fromEntries(Object.entries(described).map(([name, source]) => [name, declarationOf(source)])),
  external: [/^node:/, 'zod', 'immer', 'fast-check', /^vitest(\/|$)/, '@jest/globals', 'expect'],
  plugins: [dts()],
})
const { output } = await bundle.write({
  dir: 'dist',
  format: 'es',
  entryFileNames: '[name].d.ts',
  chunkFileNames: 'shared.d.ts',
  // All that entries share goes to one file: two would have the same name.
  manualChunks: (id) => (apart.test(id) ? undefined : 'shared'),
  minifyInternalExports: false,
})
await bundle.close()

/** Types that are any where nothing declares them: of fast-check, of Node, and of `fetch`. */
const mayBeMissing = /^(import .* from '(fast-check|node:[\w/]+)';|\s*readonly fetch: typeof fetch;)$/gm

/**
 * What no library of the compiler may declare, because the project has neither the types of Node nor those of the
 * DOM, or because its target is older. An interface without members adds nothing to one that is declared.
 */
const fallbacks = `
declare global {
	interface Request {}
	interface Response {}
	interface AbortSignal {}
	interface RequestInit {}
	interface URL {}
}
`
const withFallbacks = (text) => `/// <reference lib="esnext.disposable" />\n${text}${fallbacks}`

/** Imports for their effect, which the roll-up leaves: declarations have none, and a project may lack the module. */
const withoutEffects = (text) => text.replaceAll(/^import '[^']+';\n/gm, '')

// The compiler looks for the declarations of CommonJS files in .d.cts files. What the entries share is one file
// for both: a module may take types from CommonJS, and CommonJS none from a module.
const ofCommonJs = (text) => text.replaceAll(/(from '\.\/[\w-]+)\.js'/g, "$1.cjs'")
for (const { fileName } of output) {
  const read = readFileSync(`dist/${fileName}`, 'utf8')
  const text = withoutEffects(fileName === 'shared.d.ts' ? withFallbacks(read) : read)
    .replace(mayBeMissing, '// @ts-ignore: it may be missing\n$&')
    // Tabs in place of four spaces make the file a tenth smaller.
    .replace(/^(?: {4})+/gm, (spaces) => '\t'.repeat(spaces.length / 4))
  if (!esmOnly.includes(fileName.replace('.d.ts', '')))
    writeFileSync(`dist/${fileName.replace(/\.ts$/, '.cts')}`, ofCommonJs(text))
  writeFileSync(`dist/${fileName}`, text.replaceAll("from './shared.js'", "from './shared.cjs'"))
}
rmSync('dist/shared.d.ts')
rmSync('dist/types', { recursive: true })
