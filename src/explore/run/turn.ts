import { inspect } from 'node:util'
import { nextOrdinal } from './points.ts'
import type { PeriodicTurn, Run, Scope } from './run.ts'
import { createInvocation } from './scope.ts'
import { traceStart } from './trace.ts'

const isPending = (promise: Promise<unknown>): boolean => inspect(promise, { depth: 0 }).includes('<pending>')

/**
 * Creates a turn of periodic work. It takes its number, and its place in the trace, when it first does
 * something, so that places keep their names however often a timer fires for nothing.
 */
export function createTurn(run: Run, name: string, scope: Scope): PeriodicTurn {
  let id: string | undefined
  const begin = () => {
    id = `${name}#${nextOrdinal(run, name)}`
    run.invocations.push(turn)
    traceStart(run, id)
    return id
  }
  const turn: PeriodicTurn = {
    ...createInvocation(name, 0, scope.invocation.epoch),
    get id() {
      return id ?? begin()
    },
    // A handler of its own would hide from Node that nobody handles a rejection.
    get open() {
      if (turn.result && !isPending(turn.result)) turn.result = undefined
      return turn.result !== undefined
    },
    isTurn: true,
    answers: [],
    scope,
    result: undefined,
  }
  return turn
}
