import { thrownText } from './points.ts'
import { real } from './real.ts'
import type { Invocation, Run } from './run.ts'
import { createInvocation, OUTSIDE } from './scope.ts'
import { stopRun } from './trace.ts'

/** Milliseconds of real time in which a function of `others` must answer, apart from its waits in the run. */
const ANSWER_WITHIN = 10_000

/** Work of a service outside the world, and what to do when it is over. */
interface OutsideWork {
  readonly invocation: Invocation
  end(): void
}

/**
 * Begins work of a service outside the world. The run waits for it, but not while it waits itself: for time
 * to pass, or for an answer of the code under test.
 */
export function outsideWork(run: Run, origin: string): OutsideWork {
  let waiting = 0
  let isOver = false
  run.background++
  const invocation: Invocation = {
    ...createInvocation(origin, 1, OUTSIDE),
    open: true,
    get waiting() {
      return waiting
    },
    set waiting(count) {
      if (!isOver && count > 0 !== waiting > 0) run.background += count > 0 ? -1 : 1
      waiting = count
    },
  }
  let timer: NodeJS.Timeout
  const watch = () => {
    timer = real.setTimeout(() => {
      if (waiting > 0) watch()
      else stop(run, `others: ${origin} did not answer within ${ANSWER_WITHIN / 1_000} s of real time`)
    }, ANSWER_WITHIN)
    timer.unref()
  }
  watch()
  const end = () => {
    real.clearTimeout(timer)
    isOver = true
    if (waiting <= 0) run.background--
    run.activity++
  }
  return { invocation, end }
}

const stop = (run: Run, message: string): void => stopRun(run, { oracle: 'start', kind: 'others', message })

/** Stops a run because a function of `others` threw: that is an error of the exploration. */
export const stopByOther = (run: Run, origin: string, thrown: unknown): void =>
  stop(run, `others: ${origin} threw ${thrownText(thrown)}`)
