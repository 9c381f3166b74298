import { z } from '../../engine/schema/zod.ts'
import { isPlainObject } from '../../engine/values/plain-object.ts'
import type { ActionMethods, Client } from '../../generated/operations.ts'
import type { Version } from '../../service/contract/versions.ts'
import type { Registry } from '../../service/registry.ts'
import type { ServiceStep } from '../../service/routes/context.ts'
import type { Action } from '../../service/routes/define.ts'
import type { CallOutcome, TypedFile } from '../../service/typed-call.ts'
import { linkedAnswer } from '../../service/values/links.ts'
import { GraphCallError } from './call-error.ts'
import { checkOwner, type Handle, runCall, runSettled } from './handle.ts'
import { hintOf } from './hint.ts'
import { checkNames } from './known-names.ts'
import { rememberRefusal } from './refusal.ts'

/**
 * Returns the outcome of a call for the user: links are absolute, and the user may mutate the value.
 *
 * @param operation The endpoint or action that the error of `unwrap()` names.
 */
function outcomeOf<T>(handle: Handle, operation: string, step: ServiceStep): CallOutcome<T> {
  const { outcome, events, answer } = step
  if (!outcome.ok) {
    rememberRefusal(operation, step)
    const { error, committed } = outcome
    const advice = answer?.advice
    return {
      ok: false,
      error,
      committed,
      events,
      unwrap: () => {
        throw new GraphCallError(operation, error, hintOf(advice))
      },
    }
  }
  const { baseUrl: base, webUrl: web } = handle.settings
  // The result schema of the operation guarantees the type.
  const value = linkedAnswer(outcome.value, answer, { base, web }) as T
  return { ok: true, value, events, unwrap: () => value }
}

/** The token of a client, and the version of its calls. */
interface Credentials {
  readonly token: string
  readonly version?: string | undefined
}

/** The data that the methods of a client use. */
interface ClientBase extends Credentials {
  readonly handle: Handle
}

/** Returns a file as an input stores it. It returns other values unchanged, and the world refuses them. */
export const sentFile = (file: unknown): unknown => {
  if (typeof file !== 'object' || file === null) return file
  const { part = 'source', name, bytes } = file as TypedFile
  return { part, name, bytes }
}

/** Returns the parameters and the files of a call separately. */
function separateFiles(params: Record<string, unknown>): object {
  const { source, files = [], ...rest } = params ?? {}
  const own = source instanceof Uint8Array ? [{ name: 'source', bytes: source }] : []
  const sent = Array.isArray(files) ? [...files, ...own].map(sentFile) : files
  return {
    params: source === undefined || source instanceof Uint8Array ? rest : { ...rest, source },
    ...(!(Array.isArray(sent) && sent.length === 0) && { files: sent }),
  }
}

/** The input of a typed call. */
export function callInput(
  operation: string,
  { token, version }: Credentials,
  params: Record<string, unknown>,
): object {
  try {
    // Parameters without files are sent as they are, because the machine copies its input.
    if (!isPlainObject(params) || 'source' in params || 'files' in params)
      return { type: 'call', operation, token, version, ...separateFiles(params) }
  } catch {
    // A getter threw. The world refuses such parameters with an error.
  }
  // The guard of the machine drops a version that is undefined.
  return { type: 'call', operation, token, version, params }
}

const clientMethods = new WeakMap<Registry, object>()

/** Returns the prototype of all clients of worlds with these operations: a new client creates no closures. */
function methodsOf(registry: Registry): object {
  const known = clientMethods.get(registry)
  if (known) return known
  const methods = Object.fromEntries(
    [...registry.routes.byName.keys()].map((operation) => [
      operation,
      function call(this: ClientBase, params: Record<string, unknown> = {}) {
        return outcomeOf(this.handle, operation, runCall(this.handle, callInput(operation, this, params)))
      },
    ]),
  )
  clientMethods.set(registry, methods)
  return methods
}

/** Creates a client that calls with a token, and with a version if one is given. */
export function clientOf(handle: Handle, token: string, version: Version | undefined): Client {
  // The type `Client` is generated from the same registry as the methods.
  return Object.assign(Object.create(methodsOf(handle.registry)), { handle, token, version }) as Client
}

const parameterNames = new WeakMap<Action, readonly string[] | 'free'>()

/** Returns the parameter names of an action, computed at its first call. */
function parametersOf(action: Action): readonly string[] | 'free' {
  const known = parameterNames.get(action)
  if (known) return known
  const { params } = action
  const names = params instanceof z.ZodObject ? Object.keys(params.shape) : 'free'
  parameterNames.set(action, names)
  return names
}

function actionMethod(handle: Handle, name: string, action: Action) {
  return (params: object = {}) => {
    checkOwner(handle, `actions.${name}`)
    const known = parametersOf(action)
    // The world itself refuses parameters that are not an object.
    if (known !== 'free' && isPlainObject(params)) checkNames(`actions.${name}`, 'parameter', params, known)
    const outcome = outcomeOf(handle, name, runSettled(handle, { type: 'action', name, params }))
    if (!outcome.ok && handle.settings.throwsRefusals) outcome.unwrap()
    return outcome
  }
}

/**
 * Creates the action methods of a world. Each is made when it is first read: a fork uses few of them, and to
 * make all costs more than the fork.
 */
export function actionsOf(handle: Handle): ActionMethods {
  const { actions } = handle.registry
  const made: Record<string, unknown> = {}
  const make = (name: string | symbol): void => {
    if (typeof name === 'string' && Object.hasOwn(actions, name) && !Object.hasOwn(made, name))
      made[name] = actionMethod(handle, name, actions[name] as Action)
  }
  return new Proxy(made, {
    get(target, name) {
      make(name)
      return Reflect.get(target, name)
    },
    has: (target, name) => Object.hasOwn(actions, name) || Reflect.has(target, name),
    ownKeys: (target) => [...new Set([...Object.keys(actions), ...Reflect.ownKeys(target)])],
    getOwnPropertyDescriptor(target, name) {
      make(name)
      return Reflect.getOwnPropertyDescriptor(target, name)
    },
    preventExtensions(target) {
      for (const name of Object.keys(actions)) make(name)
      return Reflect.preventExtensions(target)
    },
  }) as ActionMethods
}
