// Writes the types that users read, and the texts of the OpenAPI document and of the docs, to src/generated. They
// are made from the schemas of the operations and the comments there, and made again if one of these changed.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The rooms that operations are made from, the code that writes the files, and the versions of its libraries. */
const inputs = [
  ...['engine', 'service', 'chapters', 'server/openapi'].map((room) => `src/${room}`),
  '.build/declarations',
  '.build/generate.mjs',
  'package-lock.json',
]

const filesIn = (root, path) =>
  /\.\w+$/.test(path)
    ? [path]
    : readdirSync(join(root, path), { recursive: true })
        .filter((file) => /\.(?:ts|json)$/.test(file))
        .sort()
        .map((file) => `${path}/${file}`)

/** Returns the paths of all that the generated files are made from. */
export const sourcesOf = (root) => inputs.flatMap((input) => filesIn(root, input))

/** Returns the digest of all that the generated files are made from. */
export function digestOf(root) {
  const hash = createHash('sha256')
  for (const path of sourcesOf(root)) hash.update(`${path}\n`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

/** Bundles the generator, which node cannot run as it is, and returns its module. */
async function generatorIn(root) {
  const outDir = join(root, 'test/.modules/generator')
  const { build } = await import('vite')
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: { ssr: '.build/declarations/generate.ts', outDir, target: 'node20', emptyOutDir: true },
  })
  return import(pathToFileURL(join(outDir, 'generate.js')).href)
}

/** Indents a text as the formatter does, for those who open it in an editor. */
const formatted = (root, path, text) =>
  execFileSync(
    process.execPath,
    [
      join(root, 'node_modules/@biomejs/biome/bin/biome'),
      ...['format', '--vcs-enabled=false', `--stdin-file-path=${path}`],
    ],
    { cwd: root, input: text, encoding: 'utf8' },
  )

/** Other processes may read the files at the same time. */
function replace(path, text) {
  const beside = `${path}.${process.pid}`
  writeFileSync(beside, text)
  renameSync(beside, path)
}

/** Writes the files unless they are up to date. */
export async function generate(root) {
  const folder = join(root, 'src/generated')
  const stamp = join(folder, 'digest')
  const digest = digestOf(root)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  const { generatedFiles } = await generatorIn(root)
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of generatedFiles(root))
    replace(join(folder, name), formatted(root, join(folder, name), text))
  replace(stamp, digest)
}

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Vitest calls this before a run. */
export const setup = () => generate(root)

if (process.argv[1] === fileURLToPath(import.meta.url)) await generate(root)
