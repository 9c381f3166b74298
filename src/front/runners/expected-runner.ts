/** The test runners that have an entry of their own. */
const entries = {
  vitest: { runner: 'Vitest', entry: 'fauxgraph/vitest', take: "import { test } from 'fauxgraph/vitest'" },
  jest: { runner: 'Jest', entry: 'fauxgraph/jest', take: "import { useWorld } from 'fauxgraph/jest'" },
  node: {
    runner: 'node:test',
    entry: 'fauxgraph/node-test',
    take: "import { test } from 'fauxgraph/node-test'",
  },
} as const

/** A test runner that has an entry of its own. */
export type EntryRunner = keyof typeof entries

/** The runner of this test. A process inherits variables of the runner that started it, so they come last. */
export function runnerHere(): EntryRunner | undefined {
  if (Reflect.has(globalThis, '__vitest_worker__')) return 'vitest'
  const symbols = Object.getOwnPropertySymbols(globalThis)
  if (symbols.some(({ description }) => description === 'JEST_STATE_SYMBOL')) return 'jest'
  return process.env['NODE_TEST_CONTEXT'] === undefined ? undefined : 'node'
}

const others = (wanted: EntryRunner): string =>
  Object.entries(entries)
    .filter(([name]) => name !== wanted)
    .map(([, { runner, entry }]) => `${entry} is for ${runner}`)
    .join(', ')

function wrongRunnerText(wanted: EntryRunner, here: EntryRunner | undefined): string {
  const { runner, entry } = entries[wanted]
  if (here !== undefined)
    return `${entry} is for ${runner}, and this test runs in ${entries[here].runner}: ${entries[here].take}`
  return (
    `${entry} is for ${runner}, and this is no test of it: ${others(wanted)}; in any other runner, create ` +
    "the world of each test with createWorld({ starter: true }) of 'fauxgraph'"
  )
}

/** Throws an error that says which entry to take if a test imports the entry of another runner. */
export function checkRunner(wanted: EntryRunner): void {
  const here = runnerHere()
  if (here !== undefined && here !== wanted) throw new Error(wrongRunnerText(wanted, here))
}

/** The error of an entry whose runner could not be loaded. */
export function notLoaded(wanted: EntryRunner, name: string, cause: unknown): Error {
  const text =
    runnerHere() === wanted
      ? `${entries[wanted].entry} needs the package ${name}: npm install --save-dev ${name}`
      : wrongRunnerText(wanted, undefined)
  return new Error(text, { cause })
}
