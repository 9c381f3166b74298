import { rmSync, writeFileSync } from 'node:fs'
import type { Reporter, TestModule, Vitest } from 'vitest/node'

/** How a run ended, in the three numbers that a person and a machine both ask for. */
export interface Summary {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** What a run has to show for a file: its tests by state, and the faults that no test of it carries. */
export interface FileReport {
  readonly states: readonly string[]
  readonly strayFaults: number
}

/** The lines that name the slowest files of a run, and the seconds that each took. */
export function slowest(
  files: readonly { readonly path: string; readonly milliseconds: number }[],
  count = 10,
) {
  return [...files]
    .sort((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, count)
    .map(({ path, milliseconds }) => `${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${path}`)
}

/** `N passed, N failed, N skipped` */
export function lineOf({ passed, failed, skipped }: Summary): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

/**
 * Counts tests by state.
 * A fault outside any test (a file that does not load, a hook, a rejection nobody handles) counts as one
 * failed, so that a red run never says "0 failed"; a test that was cut off counts as failed.
 */
export function summarize(files: readonly FileReport[], unhandled: number): Summary {
  const states = files.flatMap((file) => file.states)
  const passed = states.filter((state) => state === 'passed').length
  const skipped = states.filter((state) => state === 'skipped').length
  const stray = files.reduce((sum, { strayFaults }) => sum + strayFaults, unhandled)
  return { passed, skipped, failed: states.length - passed - skipped + stray }
}

function reportOf(file: TestModule): FileReport {
  const suites = [...file.children.allSuites()]
  return {
    states: [...file.children.allTests()].map((test) => test.result().state),
    strayFaults: [file, ...suites].reduce((sum, part) => sum + part.errors().length, 0),
  }
}

const timeOf = (file: TestModule) => ({
  path: file.relativeModuleId,
  milliseconds: file.diagnostic().duration,
})

/** A reporter that names the slowest files, and leaves the summary in a file, for `.ci/run` to print last. */
export function summaryReporter(path: string): Reporter {
  return {
    onInit: () => rmSync(path, { force: true }),
    onTestRunEnd(files, unhandled, reason) {
      const summary = summarize(files.map(reportOf), unhandled.length + (reason === 'interrupted' ? 1 : 0))
      // A run of a few files shows the time of each anyway.
      if (files.length > 20)
        console.info(['', 'The slowest files:', ...slowest(files.map(timeOf))].join('\n'))
      writeFileSync(path, `${JSON.stringify({ ...summary, line: lineOf(summary) })}\n`)
    },
  }
}

/** The message of a run that stands still, by the files that did not end and those that ended last. */
export const stalled = (seconds: number, running: readonly string[], ended: readonly string[]): string =>
  running.length > 0
    ? `No test ended in ${seconds} s, so the run ends. These files did not end: ${running.join(', ')}`
    : `All files ended, but a worker has gone on for ${seconds} s, so the run ends. The last files: ${ended.join(', ')}`

/**
 * A reporter that ends a run, as failed, in which no test ended for some milliseconds. The limit of a test is
 * a timer in its worker, which a loop without an end keeps from being called.
 */
export function stallReporter(patience: number): Reporter {
  const running = new Map<string, string>()
  let ended: readonly string[] = []
  let vitest: Vitest | undefined
  let timer: NodeJS.Timeout | undefined
  const stop = () => {
    console.error(stalled(patience / 1000, [...running.values()], ended))
    // The first call waits for the workers, and the second one kills them.
    for (let call = 0; call < 2; call++) void vitest?.cancelCurrentRun('test-failure')
  }
  const goOn = () => {
    clearTimeout(timer)
    timer = setTimeout(stop, patience)
  }
  return {
    onInit: (started) => {
      vitest = started
    },
    onTestRunStart: goOn,
    onTestModuleStart({ id, relativeModuleId }) {
      running.set(id, relativeModuleId)
      goOn()
    },
    onTestModuleEnd({ id, relativeModuleId }) {
      running.delete(id)
      ended = [...ended, relativeModuleId].slice(-2)
      goOn()
    },
    onTestCaseResult: goOn,
    onTestRunEnd: () => clearTimeout(timer),
  }
}
