import type { Json } from '../../../engine/values/guard.ts'
import { leaveWorld } from '../../run/calls/fetch.ts'
import { ProcessDied } from '../../run/died.ts'
import { atPoint, inBackground } from '../../run/points.ts'
import type { Run, Scope } from '../../run/run.ts'
import { createInvocation, currentScope, isDead, never, scopes } from '../../run/scope.ts'
import { comparable } from '../../run/versions.ts'
import { scheduleTimer } from '../../time/sleep.ts'
import type { DurableKind, DurablePart, DurableProcess, DurableRun, WriteFaults } from '../durable/part.ts'
import { tableEntries } from './tables.ts'
import { beginWrite } from './writes.ts'

async function writeLater<T>(
  scope: Scope,
  kind: DurableKind,
  line: string,
  perform: () => T | Promise<T>,
  faults?: WriteFaults<T>,
): Promise<T> {
  const begun = beginWrite(scope, kind, faults)
  if (!begun) return never()
  const refuse = begun.fault === 'conflict' ? faults?.conflict : undefined
  const result = await inBackground(scope.run, refuse ?? perform)
  if (isDead(scope)) return never()
  begun.end(line)
  // A point is reached from outside: what the client does about its connection belongs to its process.
  if (begun.fault === 'disconnect') scopes.run(scope, () => faults?.disconnect?.())
  return isDead(scope) ? never() : result
}

/** Waits for something of a part, or for a length of virtual time. The invocation waits meanwhile. */
function waitIn(scope: Scope, ...[begin, limit, name]: Parameters<DurableProcess['wait']>): Promise<boolean> {
  if (isDead(scope)) return never()
  const { run, invocation } = scope
  // A limit is waited for by its timer. Work that is over, such as a background loop, waits for nothing.
  const counted = limit === undefined && invocation.open && !invocation.isTurn ? 1 : 0
  return new Promise((resolve) => {
    invocation.waiting += counted
    let isOver = false
    const end = (isWoken: boolean) => {
      if (isOver) return
      isOver = true
      invocation.waiting -= counted
      run.activity++
      timer?.stop()
      stop()
      if (!isDead(scope)) resolve(isWoken)
    }
    const site = { key: name, place: name, within: undefined, owner: name, isLibrary: false, packages: [] }
    const timer =
      limit === undefined ? undefined : scheduleTimer(scope, () => end(false), limit, { name }, site)
    const stop = begin(() => end(true))
  })
}

/** The process that runs now, for the parts that it writes to. */
function processOf(run: Run, kind: DurableKind): DurableProcess {
  const opener = currentScope()
  const number = opener?.run === run ? opener.invocation.epoch : run.epoch
  const outside: Scope = { run, invocation: createInvocation('outside', 1, number) }
  const { epoch } = outside.invocation
  const scoped = (): Scope => {
    const scope = currentScope()
    return scope?.run === run && scope.invocation.epoch === epoch ? scope : outside
  }
  return {
    isDead: () => isDead(outside),
    write(line, perform, faults) {
      const scope = scoped()
      const begun = isDead(scope) ? undefined : beginWrite(scope, kind, faults)
      if (!begun) throw new ProcessDied()
      if (begun.fault === 'conflict' && faults?.conflict) {
        begun.end(line)
        return faults.conflict()
      }
      const result = perform()
      begun.end(line)
      if (begun.fault === 'disconnect') faults?.disconnect?.()
      if (isDead(scope)) throw new ProcessDied()
      return result
    },
    async writeLater(line, perform, faults) {
      const scope = scoped()
      return atPoint(scope, () => writeLater(scope, kind, line, perform, faults))
    },
    async readLater(perform) {
      const scope = scoped()
      const result = await atPoint(scope, () => inBackground(run, perform))
      return isDead(scope) ? never() : result
    },
    wait: (begin, limit, name) => waitIn(scoped(), begin, limit, name),
    refuse: (what, advice) => leaveWorld(scoped(), what, advice),
  }
}

const durableRunOf = (run: Run, { kind }: DurablePart): DurableRun => ({
  now: () => run.world.clock.now,
  random: () => run.random(),
  process: () => processOf(run, kind),
})

/** Takes every durable part back to its baseline, for a run that begins. */
export async function resetDurable(run: Run): Promise<void> {
  for (const part of run.durable) {
    const own = durableRunOf(run, part)
    await part.reset(own)
    for (const address of part.addresses ?? []) run.claims.set(address, (far) => part.connect?.(far, own))
  }
}

/** The values of all parts, by mirror, and the names of those that are tables compared by themselves. */
export interface DurableValues {
  readonly values: Readonly<Record<string, readonly Json[]>>
  readonly tables: readonly string[]
}

/** Reads what the durable parts hold. A name that two of them use is told apart by the part. */
export async function readDurable(run: Run): Promise<DurableValues> {
  const values: Record<string, readonly Json[]> = {}
  const tables: string[] = []
  for (const part of run.durable) {
    const apart = (name: string) => (name in values ? `${name} (${part.name})` : name)
    for (const [name, entries] of Object.entries((await part.mirrors?.()) ?? {}))
      values[apart(name)] = entries
    const found = tableEntries(comparable(run, (await part.tables?.()) ?? {}), run.world.clock.now)
    for (const [name, entries] of Object.entries(found)) {
      tables.push(apart(name))
      values[apart(name)] = entries
    }
  }
  return { values, tables }
}
