import { AsyncLocalStorage } from 'node:async_hooks'
import type { Instance } from './instance.ts'
import type { Invocation, Run, Scope } from './run.ts'
import { isLive, slotOf } from './slots.ts'

/** Creates an invocation that is not open yet. */
export const createInvocation = (
  name: string,
  ordinal: number,
  epoch: number,
  isProcess = false,
): Invocation => ({
  id: `${name}#${ordinal}`,
  name,
  epoch,
  isProcess,
  open: false,
  waiting: 0,
  counts: new Map(),
  troubled: false,
  died: false,
  effective: false,
})

/** Whether the process died before the work had any effect. No code could finish such work. */
export const leftNoTrace = (invocation: Invocation | undefined): boolean =>
  invocation?.died === true && !invocation.effective

/** Whether the person who gave a command saw an error. The death of the process shows one too. */
export const showedError = (invocation: Invocation | undefined): boolean =>
  invocation !== undefined &&
  (invocation.error !== undefined || invocation.answeredError === true || invocation.died)

/** Follows the code under test through its awaits, timers and callbacks. */
export const scopes = new AsyncLocalStorage<Scope>()

// Its methods are its own: code of a run may replace those of the class.
for (const name of ['run', 'exit', 'getStore', 'enterWith', 'disable', '_enable', '_propagate'])
  Reflect.defineProperty(scopes, name, { value: Reflect.get(scopes, name) })

/** The number of what belongs to no process, and lives as long as the run: other services. */
export const OUTSIDE = -1

/** Whether an invocation is work of a service outside the world. */
export const isOutside = ({ epoch }: Pick<Invocation, 'epoch'>): boolean => epoch === OUTSIDE

/**
 * The scope of the line of the code under test that runs now. Lines of a dead process and of a run that ended
 * keep theirs.
 */
export function currentScope(): Scope | undefined {
  const scope = scopes.getStore()
  return scope && isOutside(scope.invocation) ? undefined : scope
}

/** The scope of the line that runs now, also of a service outside the world: it has the time of the run. */
export const timeScope = (): Scope | undefined => scopes.getStore()

/** The scope of the line that runs now. Throws outside of runs: only code of a run may ask. */
export function ownScope(): Scope {
  const scope = currentScope()
  if (!scope) throw new Error('explore: this belongs to a run, and was called outside of any')
  return scope
}

/** Node 24 follows AsyncLocalStorage by frames, and earlier versions by a hook of their own. */
export const hasFrames = Number.parseInt(process.versions.node, 10) >= 24

/**
 * Leaves the scope of a line that threw, once nobody has caught it. Node 24 would keep its frame, and give it
 * to what comes in next, such as a connection of a server of the test.
 */
export function leaveScope(): void {
  if (hasFrames) Reflect.apply(scopes.enterWith, scopes, [undefined])
}

/** Goes on with an invocation: the lines of its scope that run now belong to it. */
export function resume(invocation: Invocation): void {
  if (invocation.scope) invocation.scope.invocation = invocation
}

/** Whether the process of an invocation died, or its run ended. */
export const isDead = ({ run, invocation }: Scope): boolean =>
  run.ended || !(isOutside(invocation) || isLive(run, invocation.epoch))

/** The process of a line, as its surroundings see it; undefined if it died, or its run ended. */
export const instanceOf = ({ run, invocation }: Scope): Instance | undefined =>
  run.ended ? undefined : slotOf(run, invocation.epoch)?.instance

/** A promise that never settles: what code of a dead process waits for. */
export const never = <T>(): Promise<T> => new Promise<T>(() => {})

/**
 * The run that goes on now: rejections that nobody handles belong to it. And the resources that Node worked
 * on before the exploration.
 */
export const current: { run: Run | undefined; resources: readonly string[] } = {
  run: undefined,
  resources: [],
}
