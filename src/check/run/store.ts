import type { Json } from '../../engine/guard.ts'
import type { Store } from '../options.ts'
import { atPoint, writeAt } from './points.ts'
import type { Run } from './run.ts'
import { isDead, never, type Scope, scopes } from './scope.ts'

const keyError = (key: unknown): TypeError =>
  new TypeError(`A key of the store must be a text, got ${typeof key}`)

/** Reads a value for the store. A value that is not plain JSON would not survive a real store. */
function jsonTextOf(key: string, value: unknown): string {
  const text = JSON.stringify(value)
  if (text === undefined) throw new TypeError(`The store takes JSON, got ${typeof value} for ${key}`)
  return text
}

const byKey = ([a]: [string, string], [b]: [string, string]): number => (a < b ? -1 : a > b ? 1 : 0)

function entriesOf(stored: ReadonlyMap<string, string>, prefix: string): [string, Json][] {
  return [...stored]
    .filter(([key]) => key.startsWith(prefix))
    .sort(byKey)
    .map(([key, text]) => [key, JSON.parse(text)])
}

function readValue(stored: ReadonlyMap<string, string>, key: string): Json | undefined {
  const text = stored.get(key)
  return text === undefined ? undefined : JSON.parse(text)
}

/** A store on a copy, in which every operation takes effect at once. */
function copyStore(copy: Map<string, string>, changed: Map<string, string | undefined>): Store {
  const write = (key: string, text: string | undefined) => {
    if (text === undefined) copy.delete(key)
    else copy.set(key, text)
    changed.set(key, text)
  }
  const store: Store = {
    get: async (key) => readValue(copy, key),
    async set(key, value) {
      if (typeof key !== 'string') throw keyError(key)
      write(key, jsonTextOf(key, value))
    },
    async delete(key) {
      write(key, undefined)
    },
    list: async (prefix = '') => entriesOf(copy, prefix),
    transaction: (work) => work(store),
  }
  return store
}

/** Waits until no other invocation holds the store. */
async function unowned(scope: Scope): Promise<void> {
  const { run, invocation } = scope
  while (run.storeOwner && run.storeOwner !== invocation && run.storeOwner.epoch === run.epoch) {
    await atPoint(scope, () => {})
  }
}

async function transact<T>(scope: Scope, work: (store: Store) => Promise<T>): Promise<T> {
  const { run, invocation } = scope
  await unowned(scope)
  run.storeOwner = invocation
  const changed = new Map<string, string | undefined>()
  try {
    const result = await work(copyStore(new Map(run.stored), changed))
    await atPoint(scope, () => {
      if (changed.size === 0) return
      writeAt(scope, () => apply(run, changed), `transaction ${[...changed.keys()].join(' ')}`)
    })
    return isDead(scope) ? never() : result
  } finally {
    if (!isDead(scope) && run.storeOwner === invocation) run.storeOwner = undefined
  }
}

function apply(run: Run, changed: ReadonlyMap<string, string | undefined>): void {
  for (const [key, text] of changed) {
    if (text === undefined) run.stored.delete(key)
    else run.stored.set(key, text)
  }
}

/** The store that one process is given. Code of a dead process can no longer write to it. */
export function storeOf(run: Run, epoch: number): Store {
  const scoped = (): Scope => {
    const scope = scopes.getStore()
    if (scope?.run === run) return scope
    // Work without a scope, such as a mirror at the end of a run.
    return { run, invocation: outsider(epoch) }
  }
  const write = async (key: string, text: string | undefined, line: string) => {
    const scope = scoped()
    await unowned(scope)
    await atPoint(scope, () => {
      writeAt(scope, () => apply(run, new Map([[key, text]])), line)
    })
    return isDead(scope) ? never<void>() : undefined
  }
  return {
    get: (key) => atPoint(scoped(), () => readValue(run.stored, key)),
    list: (prefix = '') => atPoint(scoped(), () => entriesOf(run.stored, prefix)),
    async set(key, value) {
      if (typeof key !== 'string') throw keyError(key)
      const text = jsonTextOf(key, value)
      await write(key, text, `set ${key} ${text}`)
    },
    async delete(key) {
      await write(key, undefined, `delete ${key}`)
    },
    transaction: (work) => transact(scoped(), work),
  }
}

const outsider = (epoch: number): Scope['invocation'] => ({
  id: 'outside#1',
  name: 'outside',
  epoch,
  startedAt: 0,
  open: false,
  waiting: 0,
  counts: new Map(),
  troubled: false,
})

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
