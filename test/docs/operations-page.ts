import { actions, registry } from '../../src/areas/registry.ts'
import type { Access } from '../../src/graph/access/access.ts'
import type { Action, Endpoint } from '../../src/graph/define.ts'
import { exportedComments } from './comments.ts'
import { code, listed, table } from './markdown.ts'
import { parametersOf } from './parameters.ts'

/** A call that works on the starter world, as it is written, and what it answers. */
export interface Example {
  readonly call: string
  readonly answer: unknown
}

const madeFrom = (folder: string): string =>
  `This page is made from \`${folder}\`; \`test/docs.test.ts\` holds it to the code and says how it is renewed.`

const standardOf = (value: unknown): string => (value === undefined ? '' : code(JSON.stringify(value)))

const parameterTable = (params: Action['params']): string[] =>
  table(
    ['parameter', 'must be', 'default'],
    parametersOf(params).map(({ name, expected, required, standard }) => [
      required ? `${code(name)}, required` : code(name),
      expected,
      standardOf(standard),
    ]),
  )

function accessSentence({ surface, tasks, permissions, writes }: Access): string {
  const needs = [
    ...(tasks.length > 0
      ? [`on the page ${tasks.length > 1 ? 'one of the tasks' : 'the task'} ${listed(tasks)}`]
      : []),
    ...(permissions.length > 0
      ? [`${permissions.length > 1 ? 'the permissions' : 'the permission'} ${listed(permissions)}`]
      : []),
  ]
  const asks = needs.length > 0 ? `needs ${needs.join(', and ')}` : 'needs no permission'
  return `**Access** (${surface}, ${writes ? 'writes' : 'reads'}): ${asks}.`
}

/** The codes that an operation answers: those of its own list, and those that go without saying. */
function errorSentence({ errors, access }: Endpoint, codes: ReadonlySet<number>): string {
  const own = [...errors].sort((a, b) => a - b)
  const others = [...codes].filter((one) => !own.some((other) => other === one)).sort((a, b) => a - b)
  const every = others.length > 0 ? `as every ${access.surface} call ${listed(others.map(String))}` : ''
  return `**Errors**: ${[listed(own.map(String)), every].filter((part) => part !== '').join('; ')}.`
}

function exampleOf(example: Example | undefined): string[] {
  if (!example) return []
  const answer = JSON.stringify(example.answer, null, 2)
  return ['```js', example.call, ...answer.split('\n').map((line) => `// ${line}`), '```', '']
}

function byChapter<T extends { readonly chapter: string }>(
  all: readonly [string, T][],
): Map<string, [string, T][]> {
  const chapters = new Map<string, [string, T][]>()
  for (const [name, one] of all)
    chapters.set(one.chapter, [...(chapters.get(one.chapter) ?? []), [name, one]])
  return chapters
}

/** The reference page of the endpoints, with an example of each. */
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
      comments.get(name) ?? '',
      '',
      accessSentence(endpoint.access),
      '',
      errorSentence(endpoint, codes),
      '',
      ...parameterTable(endpoint.params),
      ...(endpoint.view
        ? [`**Fields** of ${endpoint.view.name}: ${listed(Object.keys(endpoint.view.fields))}`, '']
        : []),
      ...exampleOf(examples.get(name)),
    ]),
  ])
  return [
    '# Endpoints',
    '',
    'Every endpoint is a method of `world.as(token)` and a route over HTTP. The placeholders of a route are',
    'parameters of the method, as strings. Every call takes `access_token`, and a read takes `fields`; a list',
    'takes `limit`, `after` and `before`. The examples run on the starter world, whose names they use.',
    '',
    madeFrom('src/areas'),
    '',
    ...sections,
  ].join('\n')
}

/** The reference page of the actions: what people, administrators, the platform and time do. */
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
    'What people, administrators, the platform and time do, and for which the service has no endpoint. Each is',
    'a method of `world.actions`, and `POST /_sim/actions/{name}` over HTTP. A refused action changes nothing;',
    'its error has code 100.',
    '',
    madeFrom('src/areas'),
    '',
    ...sections,
  ].join('\n')
}
