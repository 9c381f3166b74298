// Lets Node load the modules of src itself. Spaces replace the types, so lines and columns stay.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { transformSync } from '@swc/wasm-typescript'

/** Folders whose TypeScript Node loads. Commands in tests import the area in `test/second-service` by its path. */
const folders = ['src', 'test/second-service'].map((path) => new URL(`../../${path}/`, import.meta.url).href)

const viewer = 'virtual:fauxgraph-viewer'

/** The bundle of the viewer: Vite makes it when a test first needs it (`setup.ts`). */
const viewerText = `export const { script, style } = await globalThis[Symbol.for('${viewer}')]()`

export const resolve = (specifier, context, next) =>
  specifier === viewer ? { url: viewer, shortCircuit: true } : next(specifier, context)

/** Replaces the types by spaces. Throws a SyntaxError that says where the text is wrong. */
export function stripTypes(url, text) {
  try {
    return transformSync(text, { mode: 'strip-only' }).code
  } catch ({ message, startLine = 1, startColumn = 0 }) {
    throw new SyntaxError(`${fileURLToPath(url)}:${startLine}:${startColumn + 1}: ${message}`)
  }
}

export async function load(url, context, next) {
  if (url === viewer) return { format: 'module', source: viewerText, shortCircuit: true }
  if (!url.endsWith('.ts') || !folders.some((folder) => url.startsWith(folder))) return next(url, context)
  const text = await readFile(fileURLToPath(url), 'utf8')
  return { format: 'module', source: stripTypes(url, text), shortCircuit: true }
}
