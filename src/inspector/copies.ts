import type { Json } from '../engine/values/guard.ts'
import { isJsonObject } from '../scenario/read/json-kinds.ts'
import type { WorldStep } from '../world/history/world-step.ts'
import { code } from './code-text.ts'
import { copiedRequest, filesOf } from './copied-request.ts'
import { filesCode, isSendable, requestCode } from './request-copies.ts'

export { curlOf, fetchOf, isSendable } from './request-copies.ts'

/** Whether the trace has the whole input of a step: of a long one it has the beginning. */
export const isWhole = ({ input }: WorldStep): boolean => typeof input['cut'] !== 'string'

/** The parameters in the body of a request that is no typed call. */
function bodyParams(step: WorldStep): Readonly<Record<string, unknown>> {
  const body = copiedRequest(step)?.body
  if (body?.kind === 'form' || body?.kind === 'parts') return Object.fromEntries(body.pairs)
  try {
    return body?.kind === 'text' ? Object(JSON.parse(body.text)) : {}
  } catch {
    return {}
  }
}

/** The token that a call sent; undefined if there is none. */
export function tokenOf(step: WorldStep): string | undefined {
  const { call, input } = step
  if (call) return call.token === '' ? undefined : call.token
  const { headers, params, token, url } = input
  const { authorization = '' } = isJsonObject(headers) ? headers : {}
  const [, bearer] = /^(?:bearer|oauth) (.+)$/i.exec(String(authorization)) ?? []
  const query = new URLSearchParams(String(url ?? '').replace(/^[^?]*\??/, ''))
  const { access_token: given } = isJsonObject(params) ? params : bodyParams(step)
  const sent = token ?? bearer ?? query.get('access_token') ?? given
  return typeof sent === 'string' && sent !== '' ? sent : undefined
}

/** Whether a value can be the name of a method. A trace from elsewhere may contain code instead. */
const isName = (name: Json | undefined): name is string => typeof name === 'string' && /^\w+$/.test(name)

/** The arguments of a typed call or of an action. */
function argumentsOf(params: Json | undefined, files: Json | undefined, indent: string): string {
  const values = isJsonObject(params) && Object.keys(params).length > 0 ? code(params, indent) : ''
  const sent = filesOf(files)
  if (sent.length === 0) return values
  const list = `${indent}  files: ${filesCode(sent, `${indent}  `)},\n${indent}}`
  return values === '' ? `{\n${list}` : `${values.slice(0, -1).trimEnd()},\n${list}`
}

function typedCode(
  { operation, token, version, params, files }: NonNullable<WorldStep['call']>,
  indent: string,
) {
  const options = version === undefined ? '' : `, { version: ${code(version)} }`
  return `world.as(${code(token)}${options}).${operation}(${argumentsOf(params, files, indent)})`
}

/** A change of the faults as code. */
function faultCode({ add, remove }: WorldStep['input'], indent: string): string {
  if (isJsonObject(add)) return `world.faults.add(${code(add, indent)})`
  return remove === undefined ? 'world.faults.clear()' : `world.faults.remove(${code(remove)})`
}

/** A new stub as code; undefined if its answer is a function, or if a stub is removed. */
function stubCode({ add }: WorldStep['input'], indent: string): string | undefined {
  if (!isJsonObject(add) || add['data'] === undefined) return undefined
  const { route, data, override } = add
  const options = override === undefined ? '' : `, { override: ${code(override)} }`
  return `world.stub(${code(route)}, ${code(data, indent)}${options})`
}

/** Returns a step as an expression on `world`; undefined if no method of a world does it alone. */
export function stepCode(step: WorldStep, indent = ''): string | undefined {
  const { input, call, ok } = step
  const { type, name, params, to, seed, policy } = input
  if (!isWhole(step)) return undefined
  if (call && isName(call.operation)) return typedCode(call, indent)
  if (type === 'call' || type === 'request') return isSendable(step) ? requestCode(step, indent) : undefined
  if (type === 'action')
    return isName(name) ? `world.actions.${name}(${argumentsOf(params, undefined, indent)})` : undefined
  // A refused change of the world itself throws, and has no outcome.
  if (!ok) return undefined
  if (type === 'advance') return `world.clock.advanceTo(${code(to)})`
  if (type === 'tick') return 'world.clock.next()'
  if (type === 'fault') return faultCode(input, indent)
  if (type === 'stub') return stubCode(input, indent)
  if (type !== 'configure' || input['starter'] !== undefined) return undefined
  return `world.fork(${code({ seed, policy }, indent)})`
}

/** Whether a step can be copied as a test: its code has a result that a test can expect. */
export const isTestable = (step: WorldStep): boolean => {
  const expression = stepCode(step)
  return expression !== undefined && !/^world\.(?:faults\.(?:remove|clear)|fork)\(/.test(expression)
}
