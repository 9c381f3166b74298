import { join } from 'node:path'
import { Node, Project, type Type, type VariableDeclaration } from 'ts-morph'
import { actionComments, endpointComments, type OperationComments } from './comments.ts'
import type { OperationTexts } from './notes.ts'
import { type Describe, printer } from './print.ts'

const head = `import type { Json } from '../engine/values/guard.ts'
import type { CallOutcome, TypedFile } from '../graph/typed-call.ts'
import type { List } from '../graph/views/paging.ts'

// This file is made from the schemas of the operations: \`npm run types\` renews it. Users read these types,
// which name every record and document every method and parameter.
`

/** The parameters that most reads or lists share. They are declared once, and the parameters of reads name them. */
const sharedParameters = [
  {
    name: 'PageCursors',
    comment: 'Where a page of a list begins or ends.',
    members: `/** The cursor after which the page begins: \`paging.cursors.after\` of the page before it. */
after?: string | undefined
/** The cursor before which the page ends: \`paging.cursors.before\` of the page after it. */
before?: string | undefined
`,
  },
  {
    name: 'SelectedFields',
    comment: 'Which fields of a record are read.',
    members: `/** The fields to return: names, with \`{…}\` for those within, as text or as a list. */
fields?: string | readonly string[] | undefined
`,
  },
]

/** Returns the type of parameters, in which a name replaces those that it shares with others. */
function parametersText(body: string): string {
  const named = sharedParameters.filter(({ members }) => body.includes(members))
  const others = named.reduce((text, { members }) => text.replace(members, ''), body)
  return [...named.map(({ name }) => name), ...(others === '{\n}' ? [] : [others])].join(' & ')
}

/** Returns the shared parameters that no operation has: their texts differ from those of the parameters. */
const unshared = (declarations: readonly string[]): string[] =>
  sharedParameters
    .map(({ name }) => name)
    .filter((name) => !declarations.some((text) => text.includes(`= ${name}`) || text.includes(`& ${name}`)))

const sharedDeclarations = sharedParameters.map(
  ({ name, comment, members }) => `/** ${comment} */\nexport type ${name} = {\n${members}}`,
)

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** A type that gets a name, with its comment and an expression for it. */
interface Named {
  readonly name: string
  readonly comment: string
  readonly expression: string
  readonly isRecord: boolean
}

const expressionOf = (variable: VariableDeclaration): string =>
  `typeof import('${variable.getSourceFile().getFilePath()}').${variable.getName()}`

/** The types that get names: values that several records share, such as profiles, and then the records. */
function namedTypes(variables: readonly VariableDeclaration[]): Named[] {
  const shared = variables
    .filter((one) => /^[A-Z][a-z]/.test(one.getName()) && one.getType().getProperty('_zod'))
    .map((one) => ({
      name: one.getName(),
      isRecord: false,
      comment: one.getVariableStatementOrThrow().getJsDocs().at(-1)?.getDescription().trim() ?? '',
      expression: `import('zod').output<${expressionOf(one)}>`,
    }))
  const records = variables
    .filter((one) => one.getName().endsWith('View'))
    .map((one) => ({ one, name: capital(one.getName().slice(0, -'View'.length)) }))
    .map(({ one, name }) => ({
      name,
      isRecord: true,
      comment: `The record \`${name}\`, with any of its fields.`,
      expression: `RecordOf<${expressionOf(one)}>`,
    }))
  return [...shared, ...records]
}

/** The types of the client, the actions and the records, and the texts of operations by name. */
export interface OperationTypes {
  readonly types: string
  readonly endpoints: Readonly<Record<string, OperationTexts>>
  readonly actions: Readonly<Record<string, OperationTexts>>
}

/** Writes the types of operations, as users read them, and collects the texts of their members. */
export function operationTypes(root: string): OperationTypes {
  const project = new Project({ tsConfigFilePath: join(root, 'tsconfig.json') })
  const inferred = project.getSourceFileOrThrow(join(root, 'test/declarations/inferred.ts'))
  const all = namedTypes(
    project
      .getSourceFiles(join(root, 'src/areas/**/*.ts'))
      .flatMap((source) => source.getVariableDeclarations())
      .filter((one) => one.isExported()),
  )
  const probes = inferred.addStatements([
    ...all.map(({ expression }, at) => `type Named${at} = ${expression}`),
    'type ClientMethods = { [N in keyof Endpoints]: { params: ParamsOf<Endpoints[N]>; result: ResultOf<Endpoints[N]> } }',
    'type ActionMethods = { [N in keyof Actions]: { params: ActionParamsOf<Actions[N]>; result: ResultOf<Actions[N]> } }',
  ])
  const types = probes.map((probe) => {
    if (!Node.isTypeAliasDeclaration(probe)) throw new Error('A probe is no type')
    return probe.getType()
  })
  const at = probes[0]
  const [clientType, actionType] = types.slice(-2)
  if (!at || !clientType || !actionType) throw new Error('The probes are not complete')
  const prints = printer(at)
  const named = declared(prints, all, types)
  const client = methodTexts(prints, clientType, endpointComments(root))
  const acts = methodTexts(prints, actionType, actionComments(root))
  const unused = unshared([...client.parameters, ...acts.parameters])
  if (unused.length > 0) throw new Error(`No operation has the shared parameters ${unused.join(', ')}`)
  const rest = [
    ...sharedDeclarations,
    ...client.parameters,
    ...acts.parameters,
    `/** Calls endpoints as the holder of a token: one method per endpoint. */\nexport type Client = {\n${client.methods}\n}`,
    `/** What no endpoint does: one method per action. */\nexport type ActionMethods = {\n${acts.methods}\n}`,
  ]
  return {
    types: [head, ...prints.aliases(), ...declarationsOf(named, rest), ...rest].join('\n\n'),
    endpoints: client.notes,
    actions: acts.notes,
  }
}

/** Returns the declarations of records, and of the shared types that another declaration names. */
function declarationsOf(all: readonly Declared[], others: readonly string[]): string[] {
  const texts = [...all.map(({ text }) => text), ...others]
  return all
    .filter(({ name, text, isRecord }) => {
      const named = new RegExp(`\\b${name}\\b`)
      return isRecord || texts.some((other) => other !== text && named.test(other))
    })
    .map(({ text }) => text)
}

type Printer = ReturnType<typeof printer>

/** The declaration of a type that has a name. */
interface Declared {
  readonly name: string
  readonly text: string
  readonly isRecord: boolean
}

/** Declares the named types, the smallest first, so that a larger one can name it. Equal types get one name. */
function declared({ members, name }: Printer, all: readonly Named[], types: readonly Type[]): Declared[] {
  const sized = all.flatMap((one, index) => {
    const type = types[index]
    const size = type?.getProperties().length ?? 0
    return type && size > 0 ? [{ ...one, type, size }] : []
  })
  sized.sort((a, b) => Number(a.isRecord) - Number(b.isRecord) || a.size - b.size)
  const byBody = new Map<string, Declared>()
  for (const { name: title, comment, type, isRecord } of sized) {
    const body = members(type)
    if (byBody.has(body)) continue
    name(type, title)
    byBody.set(body, { name: title, text: `/** ${comment} */\nexport type ${title} = ${body}`, isRecord })
  }
  return [...byBody.values()]
}

/** Declares the methods of operations, and the types of their parameters. */
function methodTexts(
  { print, members, describing }: Printer,
  all: Type,
  comments: readonly OperationComments[],
) {
  const parameters: string[] = []
  const notes: Record<string, OperationTexts> = {}
  const methods = comments.map(({ name: operation, method, parameter }) => {
    const params = partOf(all, operation, 'params')
    const title = `${capital(operation)}Params`
    const texts: OperationTexts = { parameters: {}, results: {} }
    notes[operation] = texts
    const body = members(params, (names, own) => {
      texts.parameters[names.join('.')] = own
      return parameter(names, own)
    })
    parameters.push(
      `/** The parameters of \`${operation}\`. */\nexport type ${title} = ${parametersText(body)}`,
    )
    const isOptional = params.getProperties().every((one) => one.isOptional())
    const noteResult: Describe = (names, own) => {
      texts.results[names.join('.')] = own
      return own
    }
    const result = describing(noteResult, () => print(partOf(all, operation, 'result'), 'result'))
    return `${method}${operation}(params${isOptional ? '?' : ''}: ${title}): CallOutcome<${result}>`
  })
  return { parameters, notes, methods: methods.join('\n') }
}

/** Returns the type of a part of an operation: its parameters or its result. */
function partOf(all: Type, operation: string, part: string): Type {
  const operations = all.getPropertyOrThrow(operation)
  const at = operations.getDeclarations()[0]
  if (!at) throw new Error(`${operation} has no declaration`)
  return operations.getTypeAtLocation(at).getPropertyOrThrow(part).getTypeAtLocation(at)
}
