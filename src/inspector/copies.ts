import type { Json } from '../engine/values/guard.ts'
import type { WorldStep } from '../world/history/world-step.ts'
import { withEscapes } from './unseen.ts'

/** The test runners for which a step can be copied as a test. */
export type TestRunner = 'vitest' | 'jest' | 'node'

/** JSON as an expression of JavaScript, indented like the code around it. */
function code(value: unknown, indent = ''): string {
  const text = withEscapes(JSON.stringify(value, null, 2) ?? 'undefined')
  // In an object literal this name would set the prototype.
  if (text.includes('"__proto__"')) return `JSON.parse(${withEscapes(JSON.stringify(JSON.stringify(value)))})`
  return text.replaceAll(/\n/g, `\n${indent}`)
}

const isObject = (value: unknown): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isCut = ({ input }: WorldStep): boolean => typeof input['cut'] === 'string'

/** Whether a step can be copied as code: a long input is not in the trace. */
export const canCopy = (step: WorldStep): boolean => !isCut(step)

/** Whether a step can be copied as a request: a call without files. */
export const isSendable = ({ sent, input }: WorldStep): boolean =>
  sent !== null && input['files'] === undefined

/** The token that a call sent; undefined if there is none. */
export function tokenOf({ input, sent }: WorldStep): string | undefined {
  if (typeof input['token'] === 'string') return input['token']
  const { authorization } = isObject(input['headers']) ? input['headers'] : {}
  const [, bearer] =
    typeof authorization === 'string' ? (/^(?:bearer|oauth) (.+)$/i.exec(authorization) ?? []) : []
  const given = sent?.params['access_token'] ?? queryOf(input).get('access_token')
  return bearer ?? (typeof given === 'string' ? given : undefined)
}

const queryOf = ({ url }: WorldStep['input']): URLSearchParams =>
  new URLSearchParams(typeof url === 'string' ? url.replace(/^[^?]*\??/, '') : '')

/** The parameters of a call with its token, as texts of a form. */
function formOf(step: WorldStep): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(step.sent?.params ?? {}))
    if (name !== 'access_token') form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  const token = tokenOf(step)
  if (token !== undefined) form.append('access_token', token)
  return form
}

const shellWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Returns a call as a command of curl. */
export function curlOf(step: WorldStep, baseUrl: string): string {
  const { method = 'GET', path = '/' } = step.sent ?? {}
  const form = formOf(step)
  if (method === 'POST') {
    const data = [...form].map(([name, value]) => ` \\\n  --data-urlencode ${shellWord(`${name}=${value}`)}`)
    return `curl ${shellWord(baseUrl + path)} -X POST${data.join('')}`
  }
  return `curl ${method === 'GET' ? '' : `-X ${method} `}${shellWord(`${baseUrl}${path}?${form}`)}`
}

/** Returns a call as an expression with `fetch`. */
export function fetchOf(step: WorldStep, baseUrl: string): string {
  const { method = 'GET', path = '/' } = step.sent ?? {}
  const form = formOf(step)
  if (method !== 'POST') {
    const options = method === 'GET' ? '' : `, { method: ${code(method)} }`
    return `await fetch(${code(`${baseUrl}${path}?${form}`)}${options})`
  }
  const body = code(Object.fromEntries(form), '  ')
  const options = `{\n  method: 'POST',\n  body: new URLSearchParams(${body}),\n}`
  return `await fetch(${code(baseUrl + path)}, ${options})`
}

/** The arguments of a typed call or of an action. */
const argumentsOf = (params: Json | undefined, indent: string): string =>
  isObject(params) && Object.keys(params).length > 0 ? code(params, indent) : ''

/** The members of inputs that a typed call or an action has. */
const codeMembers = ['type', 'operation', 'token', 'version', 'params', 'name']

/** Whether a value can be the name of a method. A trace from elsewhere may contain code instead. */
const isName = (name: Json | undefined): name is string => typeof name === 'string' && /^\w+$/.test(name)

/** Returns a step as an expression on `world`; with the input itself if it has no method. */
export function stepCode(step: WorldStep, indent = ''): string {
  const { type, operation, token, version, params, files, name } = step.input
  const known = Object.keys(step.input).every((member) => codeMembers.includes(member))
  if (known && type === 'call' && files === undefined && isName(operation)) {
    const options = version === undefined ? '' : `, { version: ${code(version)} }`
    return `world.as(${code(token)}${options}).${operation}(${argumentsOf(params, indent)})`
  }
  if (known && type === 'action' && isName(name))
    return `world.actions.${name}(${argumentsOf(params, indent)})`
  return `step(world.state, ${code(step.input, indent)}).outcome`
}

/** The title of a test of a step. */
const titleOf = ({ name, code: error }: WorldStep, succeeds: boolean): string =>
  succeeds ? `${name} succeeds` : `${name} is refused with code ${error}`

/** The lines of a test, but for what the runner writes in its own way. */
interface RunnerCode {
  readonly imports: readonly string[]
  readonly succeeds: string
  readonly refused: (error: number | null) => string
}

const runners: Readonly<Record<TestRunner, RunnerCode>> = {
  vitest: {
    imports: ["import 'fauxgraph/vitest'", "import { expect, test } from 'vitest'"],
    succeeds: 'expect(outcome).toSucceed()',
    refused: (error) => `expect(outcome).toBeRefusedWith(${error})`,
  },
  jest: {
    imports: ["import { expect, test } from '@jest/globals'", "import 'fauxgraph/jest'"],
    succeeds: 'expect(outcome).toSucceed()',
    refused: (error) => `expect(outcome).toBeRefusedWith(${error})`,
  },
  node: {
    imports: [
      "import { test } from 'node:test'",
      "import { assertRefusedWith, assertSucceeds } from 'fauxgraph/node-test'",
    ],
    succeeds: 'assertSucceeds(outcome)',
    refused: (error) => `assertRefusedWith(outcome, ${error})`,
  },
}

/**
 * Returns a step as a test: the world as it was before, the step, and its result.
 *
 * @param recording The recording of the world up to the step before.
 * @param isSuccess Whether the test expects a success. With true the test of a refused step fails until the
 * call is mended.
 */
export function testOf(step: WorldStep, recording: Json, runner: TestRunner, isSuccess = step.ok): string {
  const { imports, succeeds, refused } = runners[runner]
  const expression = stepCode(step, '  ')
  const names = expression.startsWith('step(') ? 'replay, step' : 'replay'
  return [
    ...imports,
    `import { ${names} } from 'fauxgraph'`,
    '',
    '// The world as it was before the step.',
    `const recording = ${code(recording)}`,
    '',
    `test(${code(titleOf(step, isSuccess))}, () => {`,
    '  const { world } = replay(recording)',
    `  const outcome = ${expression}`,
    `  ${isSuccess ? succeeds : refused(step.code)}`,
    '})',
    '',
  ].join('\n')
}

/** Returns a recording without its last inputs; null if it has fewer. */
export function recordingUntil(recording: Json, leftOut: number): Json {
  if (!isObject(recording) || !Array.isArray(recording['inputs']) || !Array.isArray(recording['outcomes']))
    return null
  const inputs = recording['inputs'].length - leftOut
  if (leftOut <= 0) return leftOut === 0 ? recording : null
  if (inputs < 0) return null
  return {
    ...recording,
    inputs: recording['inputs'].slice(0, inputs),
    outcomes: recording['outcomes'].slice(0, inputs),
  }
}
