import { z } from 'zod'
import type { ActionMethods, CallOutcome, Client, TypedFile } from '../areas/operations.ts'
import { actions, endpoints } from '../areas/registry.ts'
import { isPlainObject } from '../engine/plain-object.ts'
import type { ServiceStep } from '../graph/context.ts'
import type { Version } from '../graph/contract/versions.ts'
import type { Action } from '../graph/define.ts'
import { placed } from '../wire/response.ts'
import { GraphCallError } from './call-error.ts'
import { type Handle, take, takeCall } from './handle.ts'
import { checkNames } from './known-names.ts'

/**
 * An outcome as a user sees it: with absolute links, and a value that they may change.
 *
 * @param operation The endpoint or action, for the error that `unwrap()` throws.
 */
function outcomeOf<T>(
  handle: Handle,
  operation: string,
  { outcome, events, answer }: ServiceStep,
): CallOutcome<T> {
  if (!outcome.ok) {
    const { error, committed } = outcome
    return {
      ok: false,
      error,
      committed,
      events,
      unwrap: () => {
        throw new GraphCallError(operation, error)
      },
    }
  }
  const { baseUrl: base, webUrl: web } = handle.settings
  // The result schema of the operation says what its value is.
  const value = placed(outcome.value, answer, { base, web }) as T
  return { ok: true, value, events, unwrap: () => value }
}

interface Holder {
  readonly handle: Handle
  readonly token: string
  readonly version: string | undefined
}

/** A file as an input holds it. A value that is not a file stays, and the world refuses it. */
export const sentFile = (file: unknown): unknown => {
  if (typeof file !== 'object' || file === null) return file
  const { part = 'source', name, bytes } = file as TypedFile
  return { part, name, bytes }
}

/** The parameters of a call, apart from its files. */
function sentWith(params: Record<string, unknown>): object {
  const { source, files = [], ...rest } = params ?? {}
  const own = source instanceof Uint8Array ? [{ name: 'source', bytes: source }] : []
  const sent = Array.isArray(files) ? [...files, ...own].map(sentFile) : files
  return {
    params: source === undefined || source instanceof Uint8Array ? rest : { ...rest, source },
    ...(!(Array.isArray(sent) && sent.length === 0) && { files: sent }),
  }
}

function callInput(operation: string, { token, version }: Holder, params: Record<string, unknown>): object {
  const call = { type: 'call', operation, token, ...(version !== undefined && { version }) }
  try {
    return { ...call, ...sentWith(params) }
  } catch {
    // Reading them throws: the world refuses such parameters, and says so.
    return { ...call, params }
  }
}

/** The methods of every client, on one shared object: making a client makes no closures. */
const clientMethods = Object.fromEntries(
  Object.keys(endpoints).map((operation) => [
    operation,
    function call(this: Holder, params: Record<string, unknown> = {}) {
      return outcomeOf(this.handle, operation, takeCall(this.handle, callInput(operation, this, params)))
    },
  ]),
)

/** A client that calls with a token, in a version. */
export function clientOf(handle: Handle, token: string, version: Version | undefined): Client {
  // The methods are named by the registry that the type of a client is made from.
  return Object.assign(Object.create(clientMethods), { handle, token, version }) as Client
}

/** The names of the parameters of each action. */
const actionParameters = new Map(
  Object.entries<Action>(actions).flatMap(([name, { params }]) =>
    params instanceof z.ZodObject ? [[name, Object.keys(params.shape)] as const] : [],
  ),
)

/** The actions of a world. */
export function actionsOf(handle: Handle): ActionMethods {
  const methods = Object.keys(actions).map((name) => [
    name,
    (params: object = {}) => {
      const known = actionParameters.get(name)
      // The world refuses parameters that are not an object.
      if (known && isPlainObject(params)) checkNames(`actions.${name}`, 'parameter', params, known)
      return outcomeOf(handle, name, take(handle, { type: 'action', name, params }))
    },
  ])
  return Object.fromEntries(methods) as ActionMethods
}
