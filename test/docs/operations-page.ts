import { parametersOf } from '../../.build/declarations/expected.ts'
import { exportedComments, exportedConstants } from '../../.build/declarations/exported-comments.ts'
import { actions, registry } from '../../src/chapters/registry.ts'
import { actionNotes, type FieldTexts } from '../../src/generated/field-notes.ts'
import { parameterTexts, resultTexts } from '../../src/server/openapi/described.ts'
import type { Access } from '../../src/service/access/access.ts'
import type { Action, Endpoint } from '../../src/service/routes/define.ts'
import { code, codeList, generatedFrom, table } from './markdown.ts'

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

const namesOf = (view: Endpoint['view']): string => Object.keys(view?.fields ?? {}).join()
const sameFields = (one: Endpoint['view'], other: Endpoint['view']): boolean =>
  other !== undefined && one?.name === other.name && namesOf(one) === namesOf(other)
const anchorOf = (title: string): string => title.toLowerCase().replaceAll(' ', '-')

/** An endpoint with its name, its codes, and the chapter in whose folder it stands. */
interface Listed {
  readonly operation: string
  readonly endpoint: Endpoint
  readonly codes: ReadonlySet<number>
  readonly chapter: string
}

/** A record with the first endpoint that returns it. */
interface ListedRecord {
  readonly title: string
  readonly first: Listed
}

/** The records of endpoints. */
function recordsOf(all: readonly Listed[]): ListedRecord[] {
  const records: ListedRecord[] = []
  for (const first of all) {
    const { view } = first.endpoint
    if (!view || records.some((other) => sameFields(other.first.endpoint.view, view))) continue
    const title = `Record ${view.name}`
    const isTaken = records.some((other) => other.title === title)
    records.push({ title: isTaken ? `${title} of ${first.operation}` : title, first })
  }
  return records
}

/** Links to the table with the fields of the record of an endpoint, which may be on the page of another chapter. */
function fieldSentences({ endpoint: { view }, chapter }: Listed, records: readonly ListedRecord[]): string[] {
  const record = records.find(({ first }) => sameFields(first.endpoint.view, view))
  if (!record) return []
  const page = record.first.chapter === chapter ? '' : `${record.first.chapter}.md`
  return [`**Fields**: those of [${record.title}](${page}#${anchorOf(record.title)}).`, '']
}

/** The fields of a record: their texts, and whether only the policy `beyond: 'serve'` adds them. */
function recordSection({ title, first: { operation, endpoint } }: ListedRecord): string[] {
  const texts = resultTexts(operation)
  const fields = Object.entries<{ beyond?: boolean }>(endpoint.view?.fields ?? {})
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

function byChapter<T extends { readonly chapter: string }>(all: readonly T[]): Map<string, T[]> {
  const chapters = new Map<string, T[]>()
  for (const one of all) chapters.set(one.chapter, [...(chapters.get(one.chapter) ?? []), one])
  return chapters
}

const titleOf = (chapter: string): string =>
  `${chapter.charAt(0).toUpperCase()}${chapter.slice(1).replaceAll('-', ' ')}`

const endpointSection = (
  listed: Listed,
  { comments, records, example }: EndpointTexts & { readonly example: Example | undefined },
): string[] => {
  const { operation, endpoint, codes } = listed
  return [
    `### ${operation}`,
    '',
    [endpoint.route, ...Object.keys(endpoint.also ?? {})].map(code).join(', also '),
    '',
    ...sourceOf(endpoint),
    comments.get(operation) ?? '',
    '',
    accessSentence(endpoint.access),
    '',
    errorSentence(endpoint, codes),
    '',
    ...parameterTable(endpoint.params, parameterTexts(operation)),
    ...fieldSentences(listed, records),
    ...exampleOf(example),
  ]
}

/** What the sections of all endpoints share. */
interface EndpointTexts {
  readonly comments: ReadonlyMap<string, string>
  readonly records: readonly ListedRecord[]
}

/** The page of one chapter: its endpoints, and the records that they are the first to return. */
function chapterPage(
  [chapter, endpoints]: readonly [string, readonly Listed[]],
  texts: EndpointTexts,
  examples: ReadonlyMap<string, Example>,
): string {
  const records = texts.records.filter(({ first }) => first.chapter === chapter)
  const recordPart = ['## Records', '', absence, '', ...records.flatMap(recordSection)]
  return [
    `# ${titleOf(chapter)}`,
    '',
    `[Endpoints](../endpoints.md) says what all have in common. ${generatedFrom('src/chapters')}`,
    '',
    '## Endpoints',
    '',
    ...endpoints.flatMap((one) => endpointSection(one, { ...texts, example: examples.get(one.operation) })),
    ...(records.length > 0 ? recordPart : []),
  ].join('\n')
}

const absence =
  'A field is missing from a record if there is no value, or if the caller may not see it (SIL-020).'

/** The list of all chapters with their endpoints. Those beyond the description are in italics. */
const indexPage = (chapters: ReadonlyMap<string, readonly Listed[]>): string =>
  [
    '# Endpoints',
    '',
    'Every endpoint is a method of `world.as(token)`, and a route over HTTP. The placeholders of a route are',
    'parameters of the method, as strings. Every HTTP call accepts `access_token`. A read accepts `fields`, and a',
    'list also `limit`, `after` and `before`. The examples use the ids and tokens of the starter world:',
    '`const { page, pageToken, … } = world.starter()`. A test runs every example. The calls below `/_sim`, which are no',
    'part of the service, are in [control.md](control.md). On the site of the documentation each example has a link that',
    'fills it in in [the playground](inspector.md#the-playground), where it runs in the browser.',
    '',
    '## Beyond the description',
    '',
    'The endpoints in italics are those that only the documentation of the live service describes. A world serves them',
    "with the policy `beyond: 'serve'`, which `policy: 'platform'` has.",
    '',
    '## Chapters',
    '',
    generatedFrom('src/chapters'),
    '',
    ...table(
      ['chapter', 'endpoints'],
      [...chapters].map(([chapter, endpoints]) => [
        `[${titleOf(chapter)}](endpoints/${chapter}.md)`,
        endpoints
          .map(({ operation, endpoint }) => {
            const link = `[${operation}](endpoints/${chapter}.md#${operation.toLowerCase()})`
            return endpoint.source === undefined ? link : `*${link}*`
          })
          .join(', '),
      ]),
    ),
  ].join('\n')

/** Returns docs/endpoints.md and the page of each chapter, by path below docs: every endpoint, with an example. */
export function endpointPages(
  root: string,
  examples: ReadonlyMap<string, Example>,
): ReadonlyMap<string, string> {
  const constants = exportedConstants(root, 'src/chapters')
  const folders = new Map(constants.map(({ name, path }) => [name, path.split('/')[2] ?? '']))
  const all = [...registry.routes.byName].map(
    ([operation, { endpoint, codes }]): Listed => ({
      operation,
      endpoint,
      codes,
      chapter: folders.get(operation) ?? '',
    }),
  )
  const chapters = byChapter(all)
  const texts = { comments: exportedComments(root, 'src/chapters'), records: recordsOf(all) }
  return new Map([
    ['endpoints.md', indexPage(chapters)],
    ...[...chapters].map(
      (chapter) => [`endpoints/${chapter[0]}.md`, chapterPage(chapter, texts, examples)] as const,
    ),
  ])
}

/** Returns docs/actions.md: every action by chapter. */
export function actionsPage(root: string): string {
  const comments = exportedComments(root, 'src/chapters')
  const all = Object.entries<Action>(actions).map(([name, { chapter, params }]) => ({
    name,
    chapter,
    params,
  }))
  const sections = [...byChapter(all)].flatMap(([chapter, members]) => [
    `## ${chapter}`,
    '',
    ...members.flatMap(({ name, params }) => [
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
    generatedFrom('src/chapters'),
    '',
    ...sections,
  ].join('\n')
}
