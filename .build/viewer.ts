// Bundles the viewer of the inspector, which runs in a browser, into one text of JavaScript and one of CSS.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import type {} from 'vitest/node'

const name = 'virtual:fauxgraph-viewer'
const folder = fileURLToPath(new URL('../src/inspector/viewer/', import.meta.url))
const { resolve } = createRequire(import.meta.url)

/**
 * How the chart library takes the language of its numbers: a browser can name one that is no language tag.
 */
const browserLanguage = "new Intl.NumberFormat(domEnv ? nav.language : 'en-US')"

/**
 * Lets the chart library write numbers as the rest of the page does, whatever the language of the browser.
 */
const pageLanguage: Plugin = {
  name: 'fauxgraph-page-language',
  transform(code, id) {
    if (!id.includes('/uplot/dist/')) return undefined
    if (!code.includes(browserLanguage)) throw new Error(`${id} has no longer ${browserLanguage}`)
    return code.replace(browserLanguage, "new Intl.NumberFormat('en-US')")
  },
}

/** The libraries in the bundle. */
const bundled = ['uplot', 'preact', '@preact/signals', '@preact/signals-core']

/** The license of a library, as a comment that minifiers keep. */
function licenseOf(library: string): string {
  const folder = join(fileURLToPath(new URL('../node_modules/', import.meta.url)), library)
  return `/*! ${library}\n${readFileSync(join(folder, 'LICENSE'), 'utf8').replaceAll('*/', '')}*/\n`
}

/** The style of the viewer, and of pages that show it. */
export const viewerStyle = (): string =>
  [
    resolve('uplot/dist/uPlot.min.css'),
    ...['base.css', 'style.css', 'simulation/style.css'].map((name) => folder + name),
  ]
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')

/** Bundles a page into one script, with the licenses of its libraries. */
export async function browserScript(entry: string, plugins: readonly Plugin[] = []): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [pageLanguage, ...plugins],
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry, formats: ['iife'], name: 'viewer' },
      minify: true,
      rolldownOptions: { output: { codeSplitting: false } },
    },
    // Outside of `vite build` the default is development, whose code names the files of this machine.
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  })
  const [chunk] = [result].flat().flatMap((bundle) => ('output' in bundle ? bundle.output : []))
  if (chunk?.type !== 'chunk') throw new Error(`${entry} has no code`)
  return `${bundled.map(licenseOf).join('')}${chunk.code}`
}

async function viewerModule(): Promise<string> {
  const script = await browserScript(`${folder}main.tsx`)
  return [
    `export const script = ${JSON.stringify(script)}`,
    `export const style = ${JSON.stringify(viewerStyle())}`,
  ].join('\n')
}

/** The plugin of Vite that gives the module `virtual:fauxgraph-viewer` its content. */
export const viewer = (): Plugin => ({
  name: 'fauxgraph-viewer',
  configureVitest({ experimental_defineCacheKeyGenerator }) {
    // A cache would keep the bundle although a file of the viewer changed.
    experimental_defineCacheKeyGenerator(({ id }) => (id === `\0${name}` ? false : undefined))
  },
  resolveId: (id) => (id === name ? `\0${name}` : undefined),
  load: (id) => (id === `\0${name}` ? viewerModule() : undefined),
})
