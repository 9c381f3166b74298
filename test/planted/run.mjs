/**
 * Plants one fault after the other in a copy of the project, and runs the tests that ought to notice it:
 * `npm run test:planted`, or `npm run test:planted -- TEXT` for the faults whose name or file contains a text.
 *
 * It first checks the types of all faults, and runs the same tests without a fault: all must pass. It prints a
 * table, and ends with status 1 if a fault is not noticed.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { faults, withFault } from './patch.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const copy = mkdtempSync(join(tmpdir(), 'fauxgraph-planted-'))

/** Copies the project as it is in its folder, without what git ignores. */
function copyProject() {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const path of listed.split('\0'))
    if (path !== '' && existsSync(join(root, path))) cpSync(join(root, path), join(copy, path))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
}

/** Runs test folders in the copy. Returns the number of tests, and the names of those that failed. */
function tested(folders) {
  const report = join(copy, 'planted.json')
  rmSync(report, { force: true })
  const command = ['node_modules/vitest/vitest.mjs', 'run', ...folders.map((folder) => `${folder}/`)]
  const options = { cwd: copy, encoding: 'utf8', maxBuffer: 2 ** 28 }
  const { stderr } = spawnSync(
    process.execPath,
    [...command, '--reporter=json', `--outputFile=${report}`],
    options,
  )
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
function tried(fault) {
  plant(fault)
  try {
    return tested([fault.tests])
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
  const sound = tested([...new Set(chosen.map(({ tests }) => tests))])
  if (sound.failed.length > 0)
    throw new Error(
      `${sound.failed.length} tests fail without a fault: ${sound.failed.slice(0, 5).join('; ')}`,
    )
  console.log(`${sound.tests} tests pass without a fault\n`)
  let noticed = 0
  for (const [place, fault] of chosen.entries()) {
    const { tests, failed } = tried(fault)
    if (failed.length > 0) noticed += 1
    const number = String(place + 1).padStart(2)
    console.log(`${number}. ${failed.length > 0 ? 'caught' : 'MISSED'}  ${fault.name}  (${fault.file})`)
    console.log(`    ${failed.length} of ${tests} tests of ${fault.tests}${failed[0] ? ', first:' : ''}`)
    if (failed[0]) console.log(`    ${cut(failed[0].replace(/\s+/g, ' '), 150)}`)
  }
  console.log(`\n${noticed} of ${chosen.length} faults are caught`)
  process.exitCode = noticed === chosen.length ? 0 : 1
} finally {
  rmSync(copy, { recursive: true, force: true })
}
