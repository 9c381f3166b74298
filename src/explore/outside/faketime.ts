import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SECOND_MS } from '../../engine/values/milliseconds.ts'
import { WrongInput } from '../run/options/wrong-input.ts'

/** The folders in which systems keep libfaketime. Debian has one for each architecture. */
const places = (): string[] => [
  ...['/usr/lib', '/usr/local/lib', '/usr/lib64'],
  ...(existsSync('/usr/lib') ? readdirSync('/usr/lib').map((name) => join('/usr/lib', name)) : []),
]

/** The variables that give a process the time of the machine and so many seconds as a file says. */
const variablesOf = (library: string, file: string) => ({
  LD_PRELOAD: library,
  FAKETIME_TIMESTAMP_FILE: file,
  FAKETIME_NO_CACHE: '1',
  // Limits of clients are lengths of real time.
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
})

/** Seconds by which a trial moves the time. */
const TRIAL = 1_000_000

/** What libfaketime says if it cannot be loaded; undefined if a process has the time that it gives. */
function problemOf(library: string, file: string): string | undefined {
  writeFileSync(file, `+${TRIAL}`)
  const env = { PATH: process.env['PATH'], ...variablesOf(library, file) }
  const { stdout, stderr } = spawnSync('date', ['+%s'], { env, encoding: 'utf8' })
  const ahead = Number(stdout) - Date.now() / SECOND_MS
  return ahead > TRIAL / 2 ? undefined : stderr.trim().split('\n')[0] || 'the time of date stayed the same'
}

/**
 * Finds libfaketime, and tries it. Returns the variables that give a process the time of a run, by its file.
 *
 * @param folder A folder for the trial.
 */
export function openFakeTime(folder: string): (file: string) => Readonly<Record<string, string>> {
  const advice = "install the package libfaketime for this system, or write time: 'real'"
  const found = places()
    .map((place) => join(place, 'faketime/libfaketimeMT.so.1'))
    .filter((path) => existsSync(path))
  if (found.length === 0)
    throw new WrongInput(`explore: time is 'faketime', but there is no libfaketime: ${advice}`)
  const problems = found.map((path) => problemOf(path, join(folder, 'trial')))
  const library = found[problems.indexOf(undefined)]
  if (library !== undefined) return (file) => variablesOf(library, file)
  throw new WrongInput(
    `explore: ${found[0]} cannot be used, as one of another architecture (${problems[0]}): ${advice}`,
  )
}
