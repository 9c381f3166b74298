import { countWhile } from '../run/busy.ts'
import { callerOf } from '../run/calls/caller.ts'
import { ProcessDied } from '../run/died.ts'
import { currentScope, isDead } from '../run/scope.ts'
import { stopRun } from '../run/trace.ts'
import { keepsTooMuch } from '../time/memory.ts'

/** The name, as a registered symbol, under which guarded modules find the function that counts. */
export const TURN = 'fauxgraph.turn'

/** Turns between two looks at the run: a look costs more than a turn. */
const STRIDE = 65_536

/** Turns without a pause after which a loop is taken to have no end: some 33 million. */
const TURNS_MAX = 512 * STRIDE

let turns = 0

/** Counts the strides of a run since something last happened in it. */
const countStrides = countWhile(({ activity }) => activity)

/** Counts turns of a loop of the program. */
function turn(count: number): void {
  turns += count
  if (turns < STRIDE) return
  turns = 0
  const scope = currentScope()
  if (!scope) return
  const { run, invocation } = scope
  if (isDead(scope) || run.stop || keepsTooMuch(run)) throw new ProcessDied()
  if (countStrides(run) * STRIDE < TURNS_MAX) return
  const place = callerOf(turn)
  const where = place === undefined ? '' : ` at ${place}`
  const message = `${invocation.id} goes round a loop without an end${where}`
  stopRun(run, { oracle: 'hot loop', kind: invocation.name, message })
  throw new ProcessDied()
}

/**
 * Lets the next turn of a loop look at its run. Late code with an `await` in a loop ends at once: between two
 * looks it would go on hundreds of times, and open hooks each time.
 */
export function lookAtNextTurn(): () => void {
  turns = STRIDE
  return () => {}
}

/** Lets guarded loops count their turns. Returns how to end that. */
export function countTurns(): () => void {
  Reflect.set(globalThis, Symbol.for(TURN), turn)
  return () => void Reflect.deleteProperty(globalThis, Symbol.for(TURN))
}
