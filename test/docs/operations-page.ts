import { actions, registry } from '../../src/areas/registry.ts'
import type { Access } from '../../src/graph/access/access.ts'
import type { Action, Endpoint } from '../../src/graph/define.ts'
import { exportedComments } from './comments.ts'
import { code, codeList, generatedFrom, table } from './markdown.ts'
import { parametersOf } from './parameters.ts'

/** A call on the starter world as source text, and its result. */
export interface Example {
  readonly call: string
  readonly result: unknown
}

const defaultCell = (value: unknown): string => (value === undefined ? '' : code(JSON.stringify(value)))

const parameterTable = (params: Action['params']): string[] =>
  table(
    ['parameter', 'must be', 'default'],
    parametersOf(params).map(({ name, expected, required, defaultValue }) => [
      required ? `${code(name)}, required` : code(name),
      expected,
      defaultCell(defaultValue),
    ]),
  )

function accessSentence({ surface, tasks, permissions, writes }: Access): string {
  const needs = [
    ...(tasks.length > 0
      ? [`${tasks.length > 1 ? 'one of the tasks' : 'the task'} ${codeList(tasks)} on the page`]
      : []),
    ...(permissions.length > 0
      ? [`${permissions.length > 1 ? 'the permissions' : 'the permission'} ${codeList(permissions)}`]
      : []),
  ]
  const sentence = needs.length > 0 ? `needs ${needs.join(', and ')}` : 'needs no permission'
  return `**Access** (${surface}, ${writes ? 'writes' : 'reads'}): ${sentence}.`
}

/** The codes of an endpoint: those of its own list, and those that every call of its surface can get. */
function errorSentence({ errors, access }: Endpoint, codes: ReadonlySet<number>): string {
  const own = [...errors].sort((a, b) => a - b)
  const others = [...codes].filter((one) => !own.some((other) => other === one)).sort((a, b) => a - b)
  const every = others.length > 0 ? `like every ${access.surface} call ${codeList(others.map(String))}` : ''
  return `**Errors**: ${[codeList(own.map(String)), every].filter((part) => part !== '').join('; ')}.`
}

/** The names of the fields of a record, and of those that only the policy `beyond: 'serve'` adds. */
function fieldSentences(view: Endpoint['view']): string[] {
  const fields = Object.entries<{ beyond?: boolean }>(view?.fields ?? {})
  const sentence = (what: string, isBeyond: boolean, from: string): string[] => {
    const names = fields.filter(([, { beyond = false }]) => beyond === isBeyond).map(([name]) => name)
    return names.length === 0 ? [] : [`**Fields** ${what}${from}: ${codeList(names)}`, '']
  }
  return view ? [...sentence('of ', false, view.name), ...sentence('beyond the description', true, '')] : []
}

/** Names the documentation of an endpoint beyond the description. */
const sourceOf = ({ source }: Endpoint): string[] =>
  source === undefined ? [] : [`Beyond the description: ${source}`, '']

function exampleOf(example: Example | undefined): string[] {
  if (!example) return []
  const result = JSON.stringify(example.result, null, 2)
  return ['```js', example.call, ...result.split('\n').map((line) => `// ${line}`), '```', '']
}

function byChapter<T extends { readonly chapter: string }>(
  all: readonly [string, T][],
): Map<string, [string, T][]> {
  const chapters = new Map<string, [string, T][]>()
  for (const [name, one] of all)
    chapters.set(one.chapter, [...(chapters.get(one.chapter) ?? []), [name, one]])
  return chapters
}

/** Returns docs/endpoints.md: every endpoint by chapter, with an example. */
export function endpointsPage(root: string, examples: ReadonlyMap<string, Example>): string {
  const comments = exportedComments(root, 'src/areas')
  const all = [...registry.routes.byName].map(
    ([name, route]) =>
      [name, { ...route, chapter: route.endpoint.chapter }] as [string, typeof route & { chapter: string }],
  )
  const sections = [...byChapter(all)].flatMap(([chapter, routes]) => [
    `## ${chapter}`,
    '',
    ...routes.flatMap(([name, { endpoint, codes }]) => [
      `### ${name}`,
      '',
      [endpoint.route, ...Object.keys(endpoint.also ?? {})].map(code).join(', also '),
      '',
      ...sourceOf(endpoint),
      comments.get(name) ?? '',
      '',
      accessSentence(endpoint.access),
      '',
      errorSentence(endpoint, codes),
      '',
      ...parameterTable(endpoint.params),
      ...fieldSentences(endpoint.view),
      ...exampleOf(examples.get(name)),
    ]),
  ])
  return [
    '# Endpoints',
    '',
    'Every endpoint is a method of `world.as(token)`, and a route over HTTP. The placeholders of a route are',
    'parameters of the method, as strings. Every HTTP call accepts `access_token`. A read accepts `fields`, and a',
    'list also `limit`, `after` and `before`. The last chapter has the endpoints that only the documentation of the',
    "live service describes: a world serves them with the policy `beyond: 'serve'`. The examples use the ids and tokens of the starter world:",
    '`const { page, pageToken, … } = world.starter()`. A test runs every example.',
    '',
    generatedFrom('src/areas'),
    '',
    ...sections,
  ].join('\n')
}

/** Returns docs/actions.md: every action by chapter. */
export function actionsPage(root: string): string {
  const comments = exportedComments(root, 'src/areas')
  const sections = [...byChapter(Object.entries<Action>(actions))].flatMap(([chapter, members]) => [
    `## ${chapter}`,
    '',
    ...members.flatMap(([name, { params }]) => [
      `### ${name}`,
      '',
      comments.get(name) ?? '',
      '',
      ...parameterTable(params),
    ]),
  ])
  return [
    '# Actions',
    '',
    'An action does something for which the service has no endpoint: what people, administrators and the platform',
    'do, and what happens with time. Each action is a method of `world.actions`, and `POST /_sim/actions/{name}`',
    'over HTTP. A refused action changes nothing, and its error has the code 100.',
    '',
    generatedFrom('src/areas'),
    '',
    ...sections,
  ].join('\n')
}
