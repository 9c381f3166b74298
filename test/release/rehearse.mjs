/**
 * Does everything of a release but the upload, in a clone of the last commit: `npm run release:rehearse`.
 * It takes the version from the changesets, runs the checks of the package, and prints what would be published.
 * Neither the checkout nor the registry changes. It ends with status 1 at the first step that fails.
 *
 * `npm run release:rehearse -- --quick` leaves out the tests of the packed project and the site, which take minutes.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileTimes } from './consumer.mjs'
import { typesChecks } from './types-check.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const isQuick = process.argv.includes('--quick')
const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-release-'))
const clone = join(folder, 'clone')

class StepError extends Error {}

/** Returns the lines of the checks that failed, and the end of the output. */
const troubleIn = (output) =>
  [...output.split('\n').filter((line) => line.startsWith('FAIL')), '', output.slice(-6000)].join('\n')

/** Runs one command of the release, and prints a line with its seconds; what it printed to stdout. */
function step(title, command, cwd = clone) {
  const began = performance.now()
  const options = { cwd, shell: true, encoding: 'utf8', maxBuffer: 2 ** 26 }
  const { status, stdout, stderr } = spawnSync(command, options)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${title}: ${command} (${seconds} s)`)
  if (status !== 0) throw new StepError(troubleIn(`${stdout}\n${stderr}`))
  return stdout
}

const versionOf = (path) => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')).version

const kilobytes = (bytes) => `${(bytes / 1024).toFixed(0)} KB`

/** Prints the files of the package by folder, and its sizes. */
function printContents({ filename, files, size, unpackedSize }) {
  const declarations = files.filter(({ path }) => /\.d\.c?ts$/.test(path))
  const bytes = declarations.reduce((sum, file) => sum + file.size, 0)
  const folders = new Map()
  for (const file of files) {
    const name = file.path.split('/').slice(0, -1).join('/')
    folders.set(name, [...(folders.get(name) ?? []), file])
  }
  console.log(
    `\n${filename}: ${files.length} files, ${kilobytes(size)} packed, ${kilobytes(unpackedSize)} unpacked`,
  )
  for (const [name, own] of folders)
    console.log(
      `  ${name || '.'}: ${own.length} files, ${kilobytes(own.reduce((sum, file) => sum + file.size, 0))}`,
    )
  console.log(`  declarations: ${declarations.length} files, ${kilobytes(bytes)}`)
}

function printTimes(times) {
  console.log('\n| tsc of a small consumer | with fauxgraph | without |\n|---|---|---|')
  for (const { compiler, with: own, without } of times)
    console.log(`| ${compiler} | ${own.toFixed(2)} s | ${without.toFixed(2)} s |`)
}

function rehearse() {
  const changed = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }).stdout
  if (changed !== '')
    console.log('note: the rehearsal takes the last commit, without the changes of the working tree')
  step('clone', `git clone --quiet --no-hardlinks "${root}" "${clone}"`, folder)
  step('install', 'npm ci --no-audit --no-fund')
  step('version', 'npm run release:version')
  console.log(`     ${versionOf(root)} becomes ${versionOf(clone)}`)
  step('the version is the same everywhere', 'npx vitest run test/package.test.ts test/golden.test.ts')
  step('linter and types', 'npm run lint && npm run typecheck')
  const [packed] = JSON.parse(step('build and pack', `npm pack --json --pack-destination "${folder}"`))
  const tarball = join(folder, packed.filename)
  step('publint', `npx --yes publint@0.3 "${tarball}" --strict`)
  for (const command of typesChecks(tarball)) step('attw', command)
  if (!isQuick) {
    step('tests of the package', 'npm run check -- pack')
    step('the site has no dead links', 'npm run docs:site')
  }
  step('what would be published', `npm publish "${tarball}" --dry-run --tag rehearsal`)
  printContents(packed)
  printTimes(compileTimes(tarball, join(folder, 'consumer'), ['typescript@5.9', 'typescript@7']))
}

try {
  rehearse()
} catch (error) {
  if (!(error instanceof StepError)) throw error
  console.log(error.message)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
