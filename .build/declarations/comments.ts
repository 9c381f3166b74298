import { actions, endpoints, registry } from '../../src/chapters/registry.ts'
import type { JsonSchema } from '../../src/server/openapi/json-schema.ts'
import { parametersIn } from '../../src/server/openapi/parameters.ts'
import type { Action, Endpoint } from '../../src/service/routes/define.ts'
import { comment } from './comment.ts'
import { expectedOf } from './expected.ts'
import { exportedComments, inSourceOrder } from './exported-comments.ts'

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

/** What the type of a parameter says already. */
const evident = new Set([
  'text',
  'true or false',
  'a numeric id',
  'the id of a node',
  'any value',
  'any JSON',
])

/** Whether the type of a parameter, as users read it, says all about the values that it accepts. */
function isEvident(schema: JsonSchema): boolean {
  if (schema.enum) return schema.enum.every((value) => typeof value === 'string')
  if (schema.properties) return true
  if (schema.items) return isEvident(schema.items)
  return evident.has(expectedOf(schema))
}

/** Returns the schema of a member of a parameter. */
function memberOf(schema: JsonSchema, name: string): JsonSchema | undefined {
  const { properties = {}, items, anyOf = [], allOf = [] } = schema
  const own = properties[name]
  if (own) return own
  for (const part of [...(items ? [items] : []), ...anyOf, ...allOf]) {
    const found = memberOf(part, name)
    if (found) return found
  }
  return undefined
}

const spelled = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** Describes a parameter, or a member of one, from the text of its definition and from its schema. */
type ParameterText = (names: readonly string[], own: string) => string

/** The texts of parameters whose name says what they are the id of. */
const idText = (name: string, schema: JsonSchema): string =>
  expectedOf(schema) === 'the id of a node' ? `The id of the ${spelled(name)}.` : ''

function parameterTexts(params: Action['params']): ParameterText {
  const parameters = new Map(parametersIn(params).map((parameter) => [parameter.name, parameter]))
  return ([name = '', ...inner], own) => {
    const parameter = parameters.get(name)
    if (!parameter) return own
    const schema = inner.reduce<JsonSchema | undefined>(
      (above, member) => above && memberOf(above, member),
      parameter.schema,
    )
    if (!schema) return own
    const { defaultValue } = parameter
    return [
      own === '' ? idText(name, schema) : own,
      ...(isEvident(schema) ? [] : [sentence(expectedOf(schema))]),
      ...(inner.length > 0 || defaultValue === undefined
        ? []
        : [`Default: \`${JSON.stringify(defaultValue)}\`.`]),
    ]
      .filter((part) => part !== '')
      .join(' ')
  }
}

/** The text of the parameter `fields`. */
export const fieldsText = 'The fields to return: names, with `{…}` for those within, as text or as a list.'

const shared = new Map([
  ['fields', fieldsText],
  ['source', 'The bytes of the file to upload.'],
  ['files', 'The files to upload, by the name of their form part.'],
])

/** The documentation of one operation: of its method, and of its parameters and their members. */
export interface OperationComments {
  readonly name: string
  readonly method: string
  readonly parameter: ParameterText
  /** The names that its parameter `fields` selects: of an endpoint with a view. */
  readonly fields?: readonly string[]
}

/** The documentation of every endpoint, in the order of the registry. */
export function endpointComments(root: string): OperationComments[] {
  const comments = exportedComments(root, 'src/chapters')
  return inSourceOrder<Endpoint>(root, endpoints).map(([name, endpoint]) => {
    const codes = [...(registry.routes.byName.get(name)?.codes ?? [])].sort((a, b) => a - b).join(', ')
    const texts = parameterTexts(endpoint.params)
    return {
      name,
      ...(endpoint.view && { fields: ['id', ...Object.keys(endpoint.view.fields)] }),
      method: comment([
        comments.get(name) ?? '',
        '',
        `\`${endpoint.route}\` (${endpoint.chapter}). Errors: ${codes}.`,
        ...(endpoint.source === undefined ? [] : ['', `See ${endpoint.source}`]),
      ]),
      parameter: (names, own) => {
        const [parameter = ''] = names
        const text = texts(names, own)
        if (text !== '' || names.length > 1) return text
        return shared.get(parameter) ?? `The id of the ${spelled(parameter)} in the path.`
      },
    }
  })
}

/** The documentation of every action, in the order of the registry. */
export function actionComments(root: string): OperationComments[] {
  const comments = exportedComments(root, 'src/chapters')
  return inSourceOrder<Action>(root, actions).map(([name, action]) => ({
    name,
    method: comment([comments.get(name) ?? '', '', `${action.chapter}.`]),
    parameter: parameterTexts(action.params),
  }))
}
