import { actions, endpoints, registry } from '../../src/areas/registry.ts'
import type { Action, Endpoint } from '../../src/graph/define.ts'
import { policySchema } from '../../src/graph/policy.ts'
import { exportedComments } from '../docs/comments.ts'
import { parametersOf } from '../docs/parameters.ts'

const WIDTH = 100

/** A doc comment of these lines. */
function comment(lines: readonly string[]): string {
  const wrapped = lines.flatMap((line) => {
    const rows = ['']
    for (const word of line.split(' ')) {
      const last = rows.at(-1) ?? ''
      if (last !== '' && last.length + word.length >= WIDTH) rows.push(word)
      else rows[rows.length - 1] = last === '' ? word : `${last} ${word}`
    }
    return rows
  })
  const [only, ...more] = wrapped
  return more.length === 0
    ? `/** ${only} */\n`
    : `/**\n${wrapped.map((row) => ` * ${row}`.trimEnd()).join('\n')}\n */\n`
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** What a user reads when they point at a parameter. */
function parameterComments(params: Action['params']): Map<string, string> {
  return new Map(
    parametersOf(params).map(({ name, expected, defaultValue: standard }) => {
      const value = standard === undefined ? '' : ` Default: \`${JSON.stringify(standard)}\`.`
      return [name, comment([`${sentence(expected)}.${value}`.replaceAll('*/', '*\\/')])]
    }),
  )
}

const shared = new Map([
  ['fields', comment(['The fields to return: names, with `{…}` for those within, as text or as a list.'])],
  ['source', comment(['The bytes of the file that the call uploads.'])],
  ['files', comment(['The files that the call uploads, each under the name of its form part.'])],
])

/** The documentation of one operation: of its method, and of each parameter. */
export interface OperationComments {
  readonly name: string
  readonly method: string
  parameter(name: string): string
}

/** The documentation of every endpoint, in the order of the registry. */
export function endpointComments(root: string): OperationComments[] {
  const comments = exportedComments(root, 'src/areas')
  return Object.entries(endpoints as Readonly<Record<string, Endpoint>>).map(([name, endpoint]) => {
    const codes = [...(registry.routes.byName.get(name)?.codes ?? [])].sort((a, b) => a - b).join(', ')
    const parameters = parameterComments(endpoint.params)
    return {
      name,
      method: comment([
        comments.get(name) ?? '',
        '',
        `\`${endpoint.route}\` (${endpoint.chapter}). Errors: ${codes}.`,
        ...(endpoint.source === undefined ? [] : ['', `See ${endpoint.source}`]),
      ]),
      parameter: (parameter) =>
        parameters.get(parameter) ??
        shared.get(parameter) ??
        comment([`The id of the ${parameter} in the path.`]),
    }
  })
}

/** The documentation of every action, in the order of the registry. */
export function actionComments(root: string): OperationComments[] {
  const comments = exportedComments(root, 'src/areas')
  return Object.entries<Action>(actions).map(([name, action]) => {
    const parameters = parameterComments(action.params)
    return {
      name,
      method: comment([comments.get(name) ?? '', '', `${action.chapter}.`]),
      parameter: (parameter) => parameters.get(parameter) ?? '',
    }
  })
}

/** The documentation of a key of the policy. */
export function policyComment(key: string): string {
  const shape: Readonly<Record<string, { description?: string | undefined }>> = policySchema.shape
  return comment([shape[key]?.description ?? ''])
}
