// Lets Node load the modules of src itself. Spaces replace the types, so lines and columns stay.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)

/** Folders whose TypeScript Node loads. Commands in tests import the area in `test/second-service` by its path. */
const folders = ['src', 'test/second-service'].map((path) => new URL(`../../${path}/`, import.meta.url).href)

const viewer = 'virtual:fauxgraph-viewer'

/** The bundle of the viewer: Vite makes it when a test first needs it (`setup.ts`). */
const viewerText = `export const { script, style } = await globalThis[Symbol.for('${viewer}')]()`

export const resolve = (specifier, context, next) =>
  specifier === viewer ? { url: viewer, shortCircuit: true } : next(specifier, context)

const { version } = require('@swc/wasm-typescript/package.json')
/** The folder of sources without types. A file is named by the digest of its source. It halves the time of an import. */
export const cache = fileURLToPath(new URL(`../../node_modules/.cache/stripped-${version}`, import.meta.url))

/** Replaces the types by spaces, or takes what an earlier run wrote. */
function stripped(url, text) {
  const path = join(cache, createHash('sha1').update(text).digest('hex'))
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // No earlier run stripped this text.
  }
  const code = stripTypes(url, text)
  try {
    mkdirSync(cache, { recursive: true })
    // A process that reads meanwhile must not see half of it.
    const written = `${path}.${process.pid}`
    writeFileSync(written, code)
    renameSync(written, path)
  } catch {
    // Without a cache the tests only take longer: the folder may be read-only, or the disk full.
  }
  return code
}

/** Replaces the types by spaces. Throws a SyntaxError that says where the text is wrong. */
export function stripTypes(url, text) {
  // Its start takes longer than most imports.
  const { transformSync } = require('@swc/wasm-typescript')
  try {
    return transformSync(text, { mode: 'strip-only' }).code
  } catch ({ message, startLine = 1, startColumn = 0 }) {
    throw new SyntaxError(`${fileURLToPath(url)}:${startLine}:${startColumn + 1}: ${message}`)
  }
}

export async function load(url, context, next) {
  if (url === viewer) return { format: 'module', source: viewerText, shortCircuit: true }
  if (!url.endsWith('.ts') || !folders.some((folder) => url.startsWith(folder))) return next(url, context)
  const text = readFileSync(fileURLToPath(url), 'utf8')
  return { format: 'module', source: stripped(url, text), shortCircuit: true }
}
