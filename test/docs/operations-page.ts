import { actions, registry } from '../../src/areas/registry.ts'
import { actionNotes, type FieldTexts } from '../../src/generated/field-notes.ts'
import type { Access } from '../../src/graph/access/access.ts'
import type { Action, Endpoint } from '../../src/graph/routes/define.ts'
import { parameterTexts, resultTexts } from '../../src/openapi/described.ts'
import { exportedComments } from './comments.ts'
import { code, codeList, generatedFrom, table } from './markdown.ts'
import { parametersOf } from './parameters.ts'

/** A call on the starter world as source text, and its result. */
export interface Example {
  readonly call: string
  readonly result: unknown
}

const textsOfActions = actionNotes()

const spelled = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const defaultCell = (value: unknown): string => (value === undefined ? '' : code(JSON.stringify(value)))

const parameterTable = (params: Action['params'], texts: FieldTexts): string[] =>
  table(
    ['parameter', 'meaning', 'must be', 'default'],
    parametersOf(params).map(({ name, expected, required, defaultValue }) => [
      required ? `${code(name)}, required` : code(name),
      texts[name] ?? (expected === 'the id of a node' ? `The id of the ${spelled(name)}.` : ''),
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

/** Links to the table with the fields of the record of an endpoint. */
const fieldSentences = (view: Endpoint['view'], records: ReadonlyMap<string, Endpoint>): string[] => {
  const [title] = [...records].find(([, endpoint]) => sameFields(endpoint.view, view)) ?? []
  return title === undefined ? [] : [`**Fields**: those of [${title}](#${anchorOf(title)}).`, '']
}

const namesOf = (view: Endpoint['view']): string => Object.keys(view?.fields ?? {}).join()
const sameFields = (one: Endpoint['view'], other: Endpoint['view']): boolean =>
  other !== undefined && one?.name === other.name && namesOf(one) === namesOf(other)
const anchorOf = (title: string): string => title.toLowerCase().replaceAll(' ', '-')

/** The records of endpoints by title, each with the first endpoint that returns it. */
function recordsOf(all: readonly (readonly [string, Endpoint])[]): Map<string, readonly [string, Endpoint]> {
  const records = new Map<string, readonly [string, Endpoint]>()
  for (const [operation, endpoint] of all) {
    const { view } = endpoint
    if (!view || [...records.values()].some(([, other]) => sameFields(other.view, view))) continue
    const title = `Record ${view.name}`
    records.set(records.has(title) ? `${title} of ${operation}` : title, [operation, endpoint])
  }
  return records
}

/** The fields of a record: their texts, and whether only the policy `beyond: 'serve'` adds them. */
function recordSection([title, [operation, { view }]]: readonly [
  string,
  readonly [string, Endpoint],
]): string[] {
  const texts = resultTexts(operation)
  const fields = Object.entries<{ beyond?: boolean }>(view?.fields ?? {})
  return [
    `### ${title}`,
    '',
    ...table(
      ['field', 'meaning'],
      fields.map(([name, { beyond }]) => [
        beyond ? `${code(name)}, beyond the description` : code(name),
        texts[name] ?? texts[`data.${name}`] ?? (name === 'id' ? 'The id of the record.' : ''),
      ]),
    ),
  ]
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
  const records = recordsOf(all.map(([name, { endpoint }]) => [name, endpoint] as const))
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
      ...parameterTable(endpoint.params, parameterTexts(name)),
      ...fieldSentences(endpoint.view, new Map([...records].map(([title, [, one]]) => [title, one]))),
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
    '`const { page, pageToken, … } = world.starter()`. A test runs every example. The calls below `/_sim`, which are no',
    'part of the service, are in [control.md](control.md).',
    '',
    generatedFrom('src/areas'),
    '',
    ...sections,
    '## Records',
    '',
    'A field is missing from a record if there is no value, or if the caller may not see it (SIL-020).',
    '',
    ...[...records].flatMap(recordSection),
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
      ...parameterTable(params, textsOfActions[name] ?? {}),
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
