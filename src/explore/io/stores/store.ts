import type { Json } from '../../../engine/values/guard.ts'
import type { Store } from '../../run/options/options.ts'
import { atPoint } from '../../run/points.ts'
import type { Run, Scope } from '../../run/run.ts'
import { createInvocation, currentScope, isDead, never, scopes } from '../../run/scope.ts'
import { jsonTextOf } from './json-text.ts'
import { writeAt } from './writes.ts'

function checkKey(key: unknown, what = 'A key'): void {
  if (typeof key !== 'string')
    throw new TypeError(`${what} of the store must be a text, got ${key === null ? 'null' : typeof key}`)
}

function readValue(stored: ReadonlyMap<string, string>, key: string): Json | undefined {
  const text = stored.get(key)
  return text === undefined ? undefined : JSON.parse(text)
}

function entriesOf(stored: ReadonlyMap<string, string>, prefix: string): [string, Json][] {
  const keys = [...stored.keys()].filter((key) => key.startsWith(prefix)).sort()
  return keys.map((key) => [key, readValue(stored, key) ?? null])
}

/** A store in which every operation takes effect at once, on a copy that the first write makes. */
function copyStore(stored: ReadonlyMap<string, string>, changed: Map<string, string | undefined>): Store {
  let copy: Map<string, string> | undefined
  const write = (key: string, text: string | undefined) => {
    copy ??= new Map(stored)
    if (text === undefined) copy.delete(key)
    else copy.set(key, text)
    changed.set(key, text)
  }
  const store: Store = {
    async get(key) {
      checkKey(key)
      return readValue(copy ?? stored, key)
    },
    async set(key, value) {
      checkKey(key)
      write(key, jsonTextOf(key, value))
    },
    async delete(key) {
      checkKey(key)
      write(key, undefined)
    },
    async list(prefix = '') {
      checkKey(prefix, 'A prefix')
      return entriesOf(copy ?? stored, prefix)
    },
    transaction: async (work) => work(store),
  }
  return store
}

/** Waits until the transaction that holds the store ends. Another may be the next to hold it. */
async function released(scope: Scope): Promise<void> {
  const { run, invocation } = scope
  invocation.waiting++
  await new Promise<void>((resolve) => run.storeWaiters.push(resolve))
  invocation.waiting--
  if (isDead(scope)) return never()
}

/** Lets those go on that wait for the store, in their order: the first may take it again. */
function release(run: Run): void {
  run.storeOwner = undefined
  run.activity++
  for (const resume of run.storeWaiters.splice(0)) resume()
}

/** Refuses a write past the transaction that its line belongs to: a database would block it for ever. */
function checkOutside({ run, transaction }: Scope, what: string): void {
  if (transaction === undefined || transaction !== run.storeOwner) return
  throw new TypeError(
    `store.${what}() waits for the transaction that it is called in: ` +
      'use the store that the transaction is given',
  )
}

async function transact<T>(scope: Scope, work: (store: Store) => Promise<T>): Promise<T> {
  const { run } = scope
  checkOutside(scope, 'transaction')
  while (run.storeOwner) await released(scope)
  const owner = { epoch: scope.invocation.epoch }
  run.storeOwner = owner
  const changed = new Map<string, string | undefined>()
  try {
    const store = copyStore(run.stored, changed)
    const result = await scopes.run({ ...scope, transaction: owner }, async () => work(store))
    await atPoint(scope, () => {
      if (changed.size === 0) return
      writeAt(scope, () => apply(run, changed), `transaction ${linesOf(changed).join(', ')}`)
    })
    return isDead(scope) ? never() : result
  } finally {
    if (!isDead(scope) && run.storeOwner === owner) release(run)
  }
}

const linesOf = (changed: ReadonlyMap<string, string | undefined>): string[] =>
  [...changed].map(([key, text]) => (text === undefined ? `delete ${key}` : `set ${key} ${text}`))

function apply(run: Run, changed: ReadonlyMap<string, string | undefined>): void {
  for (const [key, text] of changed) {
    if (text === undefined) run.stored.delete(key)
    else run.stored.set(key, text)
  }
}

/** The store that one process is given. Code of a dead process can no longer write to it. */
export function storeOf(run: Run, epoch: number): Store {
  const scoped = (): Scope => {
    const scope = currentScope()
    if (scope?.run === run) return scope
    // Work without a scope, such as a mirror at the end of a run.
    return { run, invocation: createInvocation('outside', 1, epoch) }
  }
  const write = async (what: 'set' | 'delete', key: string, text: string | undefined) => {
    const scope = scoped()
    checkOutside(scope, what)
    const changed = new Map([[key, text]])
    // A transaction may begin between the call and its point.
    for (let done = false; !done; ) {
      while (run.storeOwner) await released(scope)
      done = await atPoint(scope, () => {
        if (run.storeOwner) return false
        writeAt(scope, () => apply(run, changed), linesOf(changed).join())
        return true
      })
    }
    return isDead(scope) ? never<void>() : undefined
  }
  return {
    async get(key) {
      checkKey(key)
      return atPoint(scoped(), () => readValue(run.stored, key))
    },
    async list(prefix = '') {
      checkKey(prefix, 'A prefix')
      return atPoint(scoped(), () => entriesOf(run.stored, prefix))
    },
    async set(key, value) {
      checkKey(key)
      await write('set', key, jsonTextOf(key, value))
    },
    async delete(key) {
      checkKey(key)
      await write('delete', key, undefined)
    },
    transaction: async (work) => transact(scoped(), work),
  }
}

/** A store for looking: it reads at once, and refuses writes. */
export function readOnlyStore(run: Run): Store {
  const refuse = async (): Promise<never> => {
    throw new TypeError('A mirror or a law may read the store, but not write to it')
  }
  const store: Store = {
    get: async (key) => readValue(run.stored, key),
    list: async (prefix = '') => entriesOf(run.stored, prefix),
    set: refuse,
    delete: refuse,
    transaction: (work) => work(store),
  }
  return store
}
