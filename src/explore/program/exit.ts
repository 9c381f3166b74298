import { die } from '../run/death.ts'
import { ProcessDied } from '../run/died.ts'
import type { UncaughtEvent } from '../run/instance.ts'
import { thrownText } from '../run/points.ts'
import type { Run, Scope } from '../run/run.ts'
import { scopes } from '../run/scope.ts'
import { enter } from '../run/slots.ts'
import { stopRun, trace } from '../run/trace.ts'
import { loadError, thrownAt } from './load-error.ts'
import type { ProcessState } from './process-state.ts'

/** Exits of one run after which its program is taken to end at every start. */
const EXITS_MAX = 50

const exits = new WeakMap<Run, number>()

const printed = ({ output }: ProcessState): string =>
  output.length > 0 ? `. It printed last:\n${output.join('\n')}` : ''

/** Stops a run whose program cannot live: it ends at its start, or again and again. */
function checkEnds(run: Run, state: ProcessState, how: string, place = ''): void {
  const count = (exits.get(run) ?? 0) + 1
  exits.set(run, count)
  const isUntroubled = run.acted.size === 0 && count === 1
  const isAtStart = run.world.clock.now === run.slot.startedAt
  if (isUntroubled && isAtStart)
    stopRun(run, {
      oracle: 'start',
      kind: 'exit',
      message: `the program ${how} at its start${place}${printed(state)}`,
    })
  else if (count > EXITS_MAX) {
    const message = `the program ended ${count} times in one run; it ${how} last${place}${printed(state)}`
    stopRun(run, { oracle: 'hot loop', kind: 'exits', message })
  }
}

/** Ends a process by its own will. A supervisor starts it again, as after a death. */
export function exitProcess({ run, invocation }: Scope, state: ProcessState, code: number): void {
  enter(run, invocation)
  try {
    state.events.emit('exit', code)
  } catch (thrown) {
    trace(run, `a listener of exit throws ${thrownText(thrown)}`)
  }
  if (code !== 0) checkEnds(run, state, `exits with code ${code}`)
  die(run, `the process exits with code ${code}`)
}

/** Gives a program what it did not catch. Without a listener of its own, its process ends, as in Node. */
export const uncaughtBy =
  (scope: Scope, state: ProcessState) =>
  (thrown: unknown, event: UncaughtEvent): void => {
    const { run } = scope
    const heard = [event, 'uncaughtException'].find((name) => state.events.listenerCount(name) > 0)
    if (heard !== undefined) {
      run.activity++
      scopes.run(scope, () => state.events.emit(heard, thrown, heard))
      return
    }
    enter(run, scope.invocation)
    run.unhandled.push(thrown)
    const { text, place } = thrownAt(thrown)
    checkEnds(run, state, `throws ${text}`, place)
    die(run, `the process ends because of ${text}`)
  }

/** A program that throws while it is loaded ends. */
export function endAtLoad({ run, invocation }: Scope, state: ProcessState, thrown: unknown): void {
  if (thrown instanceof ProcessDied) return
  enter(run, invocation)
  const { text, place } = loadError(thrown)
  checkEnds(run, state, `throws ${text}`, place)
  die(run, `the process ends because of ${text}${place}`)
}
