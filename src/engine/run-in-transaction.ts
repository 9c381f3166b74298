import type { Domain, Input, Ran, Work } from './domain.ts'
import { failed, type Outcome } from './outcome.ts'
import { open } from './state/draft.ts'
import type { Indexes } from './state/edge.ts'
import type { DomainTypes, Graph } from './state/state.ts'
import type { Emitted } from './state/transaction.ts'
import { storageFullOf } from './store/storage.ts'
import type { Memo } from './values/memo.ts'

/** A domain with the indexes of its schema. */
export interface Kernel<D extends DomainTypes> {
  readonly domain: Domain<D>
  readonly indexes: Indexes
}

/** The result of an input before its events and outcome are logged. */
export interface Taken<D extends DomainTypes> {
  readonly graph: Graph<D['contents']>
  readonly outcome: Outcome<D['error']>
  readonly emitted: readonly Emitted[]
  readonly answer?: D['answer'] | undefined
}

const keeps = (outcome: Outcome): boolean => outcome.ok || outcome.committed

/** A due task. */
interface Due {
  readonly id: number
  readonly input: Input
}

interface Before<D extends DomainTypes> {
  readonly graph: Graph<D['contents']>
  readonly ledger: Work<D>['ledger']
  readonly memo: Memo
}

/** Runs a rule. If its changes exceed a storage limit, it returns the error of the domain. */
function withRoom<D extends DomainTypes>({ domain }: Kernel<D>, rule: () => Ran<D>): Ran<D> {
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
function afterRefused<D extends DomainTypes>(
  { domain, indexes }: Kernel<D>,
  graph: Graph<D['contents']>,
  { id, input }: Due,
  outcome: Outcome<D['error']>,
): Graph<D['contents']> {
  const withoutTask = () => {
    const tx = open<D['tables'], D['contents']>(graph, indexes)
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
export function run<D extends DomainTypes>(
  kernel: Kernel<D>,
  { graph, ledger, memo }: Before<D>,
  rule: (work: Work<D>) => Ran<D>,
  task?: Due,
): Taken<D> {
  const tx = open<D['tables'], D['contents']>(graph, kernel.indexes, memo)
  const { outcome, answer, parts } = withRoom(kernel, () => {
    if (task) tx.remove(task.id)
    const ran = rule({ tx, ledger })
    if (task && keeps(ran.outcome)) kernel.domain.conclude?.(tx, task.input, ran.outcome)
    return ran
  })
  const kept = keeps(outcome)
  const after = kept ? tx.commit() : task ? afterRefused(kernel, graph, task, outcome) : graph
  const emitted = kept ? tx.emitted : []
  const taken: Taken<D> = { graph: after, outcome, emitted, answer }
  return parts ? inParts(kernel, { ledger, memo }, taken, parts) : taken
}

/** Runs the parts of an input in order, each in its own transaction. */
function inParts<D extends DomainTypes>(
  kernel: Kernel<D>,
  around: Omit<Before<D>, 'graph'>,
  whole: Taken<D>,
  { rules, join }: NonNullable<Ran<D>['parts']>,
): Taken<D> {
  let { graph } = whole
  const emitted = [...whole.emitted]
  const done = rules.map((rule): Taken<D> => {
    const taken = run(kernel, { graph, ...around }, rule)
    graph = taken.graph
    for (const event of taken.emitted) emitted.push(event)
    return taken
  })
  return { ...whole, ...join(done), graph, emitted }
}
