import { open } from './draft.ts'
import type { Indexes } from './edge.ts'
import type { Domain, Input, Ran, Work } from './machine.ts'
import type { Memo } from './memo.ts'
import { failed, type Outcome } from './operation.ts'
import type { Graph } from './state.ts'
import { storageFullOf } from './storage.ts'
import type { Schema } from './table.ts'
import type { Emitted } from './transaction.ts'

/** A domain with the indexes of its schema. */
export interface Kernel<S extends Schema, Answer> {
  readonly domain: Domain<S, Answer>
  readonly indexes: Indexes
}

/** The result of an input before its events and outcome are logged. */
export interface Taken<Answer> {
  readonly graph: Graph
  readonly outcome: Outcome
  readonly emitted: readonly Emitted[]
  readonly answer?: Answer
}

const keeps = (outcome: Outcome): boolean => outcome.ok || outcome.committed

/** A due task. */
export interface Due {
  readonly id: number
  readonly input: Input
}

interface Before {
  readonly graph: Graph
  readonly ledger: Work<Schema>['ledger']
  readonly memo: Memo
}

/** Runs a rule. If its changes exceed a storage limit, it returns the error of the domain. */
function withRoom<S extends Schema, Answer>(
  { domain }: Kernel<S, Answer>,
  rule: () => Ran<S, Answer>,
): Ran<S, Answer> {
  try {
    return rule()
  } catch (error) {
    const lack = storageFullOf(error)
    if (!lack) throw error
    const message = `The storage is full: at most ${lack.max} (${lack.limit}), got ${lack.needed}`
    return { outcome: failed(domain.noRoom?.(lack) ?? domain.malformed(message)) }
  }
}

/** Returns the graph after a refused task. The task is removed, so that it does not run forever. */
function afterRefused<S extends Schema, Answer>(
  { domain, indexes }: Kernel<S, Answer>,
  graph: Graph,
  { id, input }: Due,
  outcome: Outcome,
): Graph {
  const withoutTask = () => {
    const tx = open<S>(graph, indexes)
    tx.remove(id)
    return tx
  }
  try {
    const tx = withoutTask()
    domain.conclude?.(tx, input, outcome)
    return tx.commit()
  } catch (error) {
    if (!storageFullOf(error)) throw error
    return withoutTask().commit()
  }
}

/** Runs the rule of an input, a task or a part of an input in one transaction. */
export function run<S extends Schema, Answer>(
  kernel: Kernel<S, Answer>,
  { graph, ledger, memo }: Before,
  rule: (work: Work<S>) => Ran<S, Answer>,
  task?: Due,
): Taken<Answer> {
  const tx = open<S>(graph, kernel.indexes, memo)
  const { outcome, answer, parts } = withRoom(kernel, () => {
    if (task) tx.remove(task.id)
    const ran = rule({ tx, ledger })
    if (task && keeps(ran.outcome)) kernel.domain.conclude?.(tx, task.input, ran.outcome)
    return ran
  })
  const kept = keeps(outcome)
  const after = kept ? tx.commit() : task ? afterRefused(kernel, graph, task, outcome) : graph
  const emitted = kept ? tx.emitted : []
  const taken: Taken<Answer> = { graph: after, outcome, emitted, ...(answer !== undefined && { answer }) }
  return parts ? inParts(kernel, { ledger, memo }, taken, parts) : taken
}

/** Runs the parts of an input in order, each in its own transaction. */
function inParts<S extends Schema, Answer>(
  kernel: Kernel<S, Answer>,
  around: Omit<Before, 'graph'>,
  whole: Taken<Answer>,
  { rules, join }: NonNullable<Ran<S, Answer>['parts']>,
): Taken<Answer> {
  let { graph } = whole
  const emitted = [...whole.emitted]
  const done = rules.map((rule): Taken<Answer> => {
    const taken = run(kernel, { graph, ...around }, rule)
    graph = taken.graph
    for (const event of taken.emitted) emitted.push(event)
    return taken
  })
  return { ...whole, ...join(done), graph, emitted }
}
