/**
 * Plants one fault after the other in a copy of the project, and runs the tests that ought to notice it:
 * `npm run check -- planted`, or `npm run check -- planted TEXT` for the faults whose name or file contains a text.
 *
 * It first checks the types of all faults, and runs the same tests without a fault: all must pass. It prints a
 * table, and ends with status 1 if a fault is not noticed.
 */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { faults, withFault } from './patch.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const copy = mkdtempSync(join(tmpdir(), 'fauxgraph-planted-'))

/** Copies the project as it is in its folder, without what git ignores but with what is generated. */
function copyProject() {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const path of listed.split('\0'))
    if (path !== '' && existsSync(join(root, path))) cpSync(join(root, path), join(copy, path))
  cpSync(join(root, 'src/generated'), join(copy, 'src/generated'), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
}

/**
 * Runs a command in the copy, in a group of its own. Returns what it wrote, or undefined if it did not end
 * within a number of milliseconds.
 */
const ended = (command, limit) =>
  new Promise((resolve) => {
    const options = { cwd: copy, detached: true, stdio: ['ignore', 'ignore', 'pipe'] }
    const child = spawn(process.execPath, command, options)
    let text = ''
    child.stderr.on('data', (part) => (text += part))
    const end = () => {
      process.kill(-child.pid, 'SIGKILL')
      resolve(undefined)
    }
    const timer = limit && setTimeout(end, limit)
    child.on('close', () => {
      clearTimeout(timer)
      resolve(text)
    })
  })

/**
 * Runs test folders in the copy, up to the first failure. Returns the number of tests that ran, and the names
 * of those that failed.
 */
async function tested(folders, limit) {
  const report = join(copy, 'planted.json')
  rmSync(report, { force: true })
  const command = ['node_modules/vitest/vitest.mjs', 'run', ...folders.map((folder) => `${folder}/`)]
  const stderr = await ended([...command, '--bail=1', '--reporter=json', `--outputFile=${report}`], limit)
  if (stderr === undefined)
    return { tests: 0, failed: [`the tests did not end within ${Math.round(limit / 1_000)} seconds`] }
  let results
  try {
    results = JSON.parse(readFileSync(report, 'utf8')).testResults
  } catch {
    throw new Error(`The tests of ${folders.join(', ')} ended without a report: ${stderr}`)
  }
  const file = ({ name }) => name.slice(copy.length + 1)
  const failed = results.flatMap((result) => {
    const tests = result.assertionResults.filter(({ status }) => status === 'failed')
    const names = tests.map(({ fullName }) => `${file(result)}: ${fullName}`)
    // A file that fails as a whole, such as in a hook, has no failed test.
    return names.length === 0 && result.status === 'failed' ? [`${file(result)}: ${result.message}`] : names
  })
  return { tests: results.flatMap(({ assertionResults }) => assertionResults).length, failed }
}

function plant(fault) {
  const path = join(copy, fault.file)
  writeFileSync(path, withFault(readFileSync(path, 'utf8'), fault))
}

function takeOut({ file }) {
  cpSync(join(root, file), join(copy, file))
}

/** Checks the types of all faults at once: a fault that does not compile is no test of the tests. */
function checkTypes() {
  for (const fault of faults) plant(fault)
  execFileSync('npx', ['tsc', '-p', 'tsconfig.build.json', '--noEmit'], { cwd: copy, stdio: 'inherit' })
  for (const fault of faults) takeOut(fault)
}

/** Runs the tests of a fault while it is planted in the copy. */
async function tried(fault, limit) {
  plant(fault)
  try {
    return await tested([fault.tests], limit)
  } finally {
    takeOut(fault)
  }
}

const words = process.argv.slice(2)
const chosen = faults.filter(({ name, file }) => words.every((word) => `${name} ${file}`.includes(word)))
const cut = (text, length) => (text.length > length ? `${text.slice(0, length - 1)}…` : text)

try {
  if (chosen.length === 0) throw new Error(`No fault has "${words.join('" and "')}" in its name or file`)
  copyProject()
  checkTypes()
  const begun = performance.now()
  const sound = await tested([...new Set(chosen.map(({ tests }) => tests))])
  if (sound.failed.length > 0)
    throw new Error(
      `${sound.failed.length} tests fail without a fault: ${sound.failed.slice(0, 5).join('; ')}`,
    )
  console.log(`${sound.tests} tests pass without a fault\n`)
  // A fault may be a loop without end. Without one, the tests of a folder take less than all of them did.
  const limit = Math.max(60_000, 2 * (performance.now() - begun))
  let noticed = 0
  for (const [place, fault] of chosen.entries()) {
    const { tests, failed } = await tried(fault, limit)
    if (failed.length > 0) noticed += 1
    const number = String(place + 1).padStart(2)
    console.log(`${number}. ${failed.length > 0 ? 'caught' : 'MISSED'}  ${fault.name}  (${fault.file})`)
    console.log(
      `    ${failed[0] ? cut(failed[0].replace(/\s+/g, ' '), 150) : `${tests} tests of ${fault.tests} pass`}`,
    )
  }
  console.log(`\n${noticed} of ${chosen.length} faults are caught`)
  process.exitCode = noticed === chosen.length ? 0 : 1
} finally {
  rmSync(copy, { recursive: true, force: true })
}
