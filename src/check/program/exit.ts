import { die, thrownText } from '../run/points.ts'
import { type Run, stopRun, trace } from '../run/run.ts'
import { type Scope, scopes } from '../run/scope.ts'
import type { ProcessState } from './process-state.ts'

/** Exits of one run after which its program is taken to end at every start. */
const EXITS_MAX = 50

const exits = new WeakMap<Run, number>()

const printed = ({ output }: ProcessState): string =>
  output.length > 0 ? `. It printed last:\n${output.join('\n')}` : ''

/** Ends a process by its own will. A supervisor starts it again, as after a death. */
export function exitProcess(run: Run, state: ProcessState, code: number): void {
  const count = (exits.get(run) ?? 0) + 1
  exits.set(run, count)
  try {
    state.events.emit('exit', code)
  } catch (thrown) {
    trace(run, `a listener of exit throws ${thrownText(thrown)}`)
  }
  const isUntroubled = run.acted.size === 0 && count === 1
  if (code !== 0 && isUntroubled)
    stopRun(run, {
      oracle: 'start',
      kind: 'exit',
      message: `the program exits with code ${code} although nothing went wrong${printed(state)}`,
    })
  else if (count > EXITS_MAX)
    stopRun(run, {
      oracle: 'hot loop',
      kind: 'exits',
      message: `the program exited ${count} times in one run${printed(state)}`,
    })
  die(run, `the process exits with code ${code}`)
}

/**
 * Gives a program what it did not catch. Without a listener of its own, its process ends, as in Node.
 */
export const uncaughtBy =
  (scope: Scope, state: ProcessState) =>
  (thrown: unknown, event: 'uncaughtException' | 'unhandledRejection'): void => {
    const { run } = scope
    const heard = [event, 'uncaughtException'].find((name) => state.events.listenerCount(name) > 0)
    if (heard !== undefined) {
      run.activity++
      scopes.run(scope, () => state.events.emit(heard, thrown, heard))
      return
    }
    run.unhandled.push(thrown)
    die(run, `the process ends because of ${thrownText(thrown)}`)
  }
