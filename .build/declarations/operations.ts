import { join } from 'node:path'
import type { Type } from 'typescript/unstable/sync'
import { comment } from './comment.ts'
import { actionComments, endpointComments, fieldsText, type OperationComments } from './comments.ts'
import { type Types, withTypes } from './compiler.ts'
import { type Constant, exportedConstants } from './exported-comments.ts'
import { type Describe, printer } from './print.ts'

const head = `import type { Json } from '../engine/values/guard.ts'
import type { AnyText, CallOutcome, TypedFile } from '../service/typed-call.ts'
import type { List } from '../service/views/paging.ts'

// This file is made from the schemas of the operations: \`npm run generate\` renews it. Users read these types,
// which name every record and document every method and parameter.
`

/** Parameters that most reads or lists share. They are declared once, and the parameters of reads name them. */
interface SharedParameters {
  readonly name: string
  readonly comment: string
  /** The members as the parameters of an operation have them. */
  readonly members: string
  /** The parameter of the type, and its members, if they are more exact than those of the operations. */
  readonly generic?: { readonly parameter: string; readonly members: string }
}

/** Whose fields `fields` selects, as the argument of `SelectedFields`: the names, or the record that has them. */
function fieldNames(names: readonly string[], records: readonly Declared[]): string {
  // The view of a call that reads nodes of several kinds has none.
  if (names.length < 2) return 'string'
  const sorted = [...new Set(names)].sort()
  const record = records.find(({ isRecord, fields }) => isRecord && fields.join() === sorted.join())
  return record ? `keyof ${record.name}` : sorted.map((name) => `'${name}'`).join(' | ')
}

const sharedParameters = ({ members }: Printer, types: Types): SharedParameters[] => [
  {
    name: 'PageCursors',
    comment: 'Where a page of a list begins or ends.',
    members: members(aliasOf(types, 'Cursors')).slice('{\n'.length, -'}'.length),
  },
  {
    name: 'SelectedFields',
    comment: 'Which fields of a record are read.',
    members: `${comment([fieldsText])}fields?: string | readonly string[] | undefined\n`,
    generic: {
      parameter: '<F extends string = string>',
      members: `${comment([fieldsText])}fields?: F | AnyText | readonly (F | AnyText)[] | undefined\n`,
    },
  },
]

/** Returns the type of parameters, in which a name replaces those that it shares with others. */
function parametersText(body: string, shared: readonly SharedParameters[], fields: string): string {
  const named = shared.filter(({ members }) => body.includes(members))
  const others = named.reduce((text, { members }) => text.replace(members, ''), body)
  const names = named.map(({ name, generic }) =>
    generic && fields !== 'string' ? `${name}<${fields}>` : name,
  )
  return [...names, ...(others === '{\n}' ? [] : [others])].join(' & ')
}

/** Returns the shared parameters that no operation has: their texts differ from those of the parameters. */
const unshared = (declarations: readonly string[], shared: readonly SharedParameters[]): string[] =>
  shared
    .map(({ name }) => name)
    .filter((name) => !declarations.some((text) => text.includes(`= ${name}`) || text.includes(`& ${name}`)))

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** A type that gets a name, with its comment and an expression for it. */
interface Named {
  readonly name: string
  readonly comment: string
  readonly expression: string
  readonly isRecord: boolean
}

/** The types that get names: values that several records share, such as profiles, and then the records. */
function namedTypes(constants: readonly Constant[]): Named[] {
  const shared = constants
    .filter(({ name }) => /^[A-Z][a-z]/.test(name))
    .map(({ path, name, comment }) => ({
      name,
      isRecord: false,
      comment,
      expression: `Output<typeof import('../../${path}').${name}>`,
    }))
  const records = constants
    .filter(({ name }) => name.endsWith('View'))
    .map(({ path, name }) => ({ path, view: name, name: capital(name.slice(0, -'View'.length)) }))
    .map(({ path, view, name }) => ({
      name,
      isRecord: true,
      comment: `The record \`${name}\`, with any of its fields.`,
      expression: `RecordOf<typeof import('../../${path}').${view}>`,
    }))
  return [...shared, ...records]
}

/** The texts of the parameters and of the fields of the result of an operation, by path such as `from.name`. */
export interface OperationTexts {
  readonly parameters: Record<string, string>
  readonly results: Record<string, string>
}

/** The types of the client, the actions and the records, and the texts of operations by name. */
export interface OperationTypes {
  readonly types: string
  readonly endpoints: Readonly<Record<string, OperationTexts>>
  readonly actions: Readonly<Record<string, OperationTexts>>
  /** The texts of the links of a page. */
  readonly paging: Readonly<Record<string, string>>
}

/** The source whose types are printed. */
const probesOf = (all: readonly Named[]): string =>
  [
    "import type { z } from 'zod'",
    "import type { ActionParts, EndpointParts, RecordOf } from './inferred.ts'",
    'type Output<T> = T extends z.ZodType ? z.output<T> : never',
    'export type Endpoints = EndpointParts',
    'export type Actions = ActionParts',
    "import type { Paging as Links, pagingParams } from '../../src/service/views/paging.ts'",
    'export type Paging = Links',
    "export type Cursors = Pick<z.input<z.ZodObject<typeof pagingParams>>, 'after' | 'before'>",
    ...all.map(({ expression }, at) => `export type Named${at} = ${expression}`),
  ].join('\n')

/** Writes the types of operations, as users read them, and collects the texts of their members. */
export function operationTypes(root: string): OperationTypes {
  const all = namedTypes(exportedConstants(root, 'src/chapters'))
  return withTypes(join(root, '.build/declarations'), probesOf(all), (types) => {
    const prints = printer(types)
    const named = declared(prints, types, all)
    const shared = sharedParameters(prints, types)
    const client = methodTexts(prints, types, 'Endpoints', endpointComments(root), shared, named)
    const acts = methodTexts(prints, types, 'Actions', actionComments(root), shared, named)
    const unused = unshared([...client.parameters, ...acts.parameters], shared)
    if (unused.length > 0) throw new Error(`No operation has the shared parameters ${unused.join(', ')}`)
    const rest = [
      ...shared.map(
        ({ name, comment, members, generic }) =>
          `/** ${comment} */\nexport type ${name}${generic?.parameter ?? ''} = {\n${generic?.members ?? members}}`,
      ),
      ...client.parameters,
      ...acts.parameters,
      `/** Calls endpoints as the holder of a token: one method per endpoint. */\nexport type Client = {\n${client.methods}\n}`,
      `/** What no endpoint does: one method per action. */\nexport type ActionMethods = {\n${acts.methods}\n}`,
    ]
    return {
      types: [head, ...prints.aliases(), ...declarationsOf(named, rest), ...rest].join('\n\n'),
      endpoints: client.notes,
      actions: acts.notes,
      paging: pagingTexts(prints, types),
    }
  })
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
  /** The names of its members, sorted. */
  readonly fields: readonly string[]
}

/** Declares the named types, the smallest first, so that a larger one can name it. Equal types get one name. */
function declared({ members, name }: Printer, types: Types, all: readonly Named[]): Declared[] {
  const sized = all.flatMap((one, index) => {
    const type = types.aliases.get(`Named${index}`)
    const size = type ? types.members(type).length : 0
    return type && size > 0 ? [{ ...one, type, size }] : []
  })
  sized.sort((a, b) => Number(a.isRecord) - Number(b.isRecord) || a.size - b.size)
  const byBody = new Map<string, Declared>()
  for (const { name: title, comment, type, isRecord } of sized) {
    const body = members(type)
    if (byBody.has(body)) continue
    name(type, title)
    const fields = types.members(type).map((member) => member.name)
    const text = `/** ${comment} */\nexport type ${title} = ${body}`
    byBody.set(body, { name: title, text, isRecord, fields: fields.sort() })
  }
  return [...byBody.values()]
}

/** Declares the methods of operations, and the types of their parameters. */
function methodTexts(
  { print, members, describing }: Printer,
  types: Types,
  group: string,
  comments: readonly OperationComments[],
  shared: readonly SharedParameters[],
  records: readonly Declared[],
) {
  const parameters: string[] = []
  const notes: Record<string, OperationTexts> = {}
  const all = aliasOf(types, group)
  const methods = comments.map(({ name: operation, method, parameter, fields = [] }) => {
    const parts = partOf(types, all, operation)
    const params = partOf(types, parts, 'params')
    const title = `${capital(operation)}Params`
    const texts: OperationTexts = { parameters: {}, results: {} }
    notes[operation] = texts
    const body = members(params, (names, own) => {
      texts.parameters[names.join('.')] = own
      return parameter(names, own)
    })
    parameters.push(
      `/** The parameters of \`${operation}\`. */\nexport type ${title} = ${parametersText(body, shared, fieldNames(fields, records))}`,
    )
    const isOptional = types.members(params).every((one) => one.isOptional)
    const noteResult: Describe = (names, own) => {
      texts.results[names.join('.')] = own
      return own
    }
    const result = describing(noteResult, () => print(partOf(types, parts, 'result'), 'result'))
    return `${method}${operation}(params${isOptional ? '?' : ''}: ${title}): CallOutcome<${result}>`
  })
  return { parameters, notes, methods: methods.join('\n') }
}

/** Returns the texts of the links of a page, by path such as `cursors.before`. */
function pagingTexts({ members }: Printer, types: Types): Record<string, string> {
  const texts: Record<string, string> = {}
  members(aliasOf(types, 'Paging'), (names, own) => {
    texts[names.join('.')] = own
    return own
  })
  return texts
}

function aliasOf({ aliases }: Types, name: string): Type {
  const type = aliases.get(name)
  if (!type) throw new Error(`The probes have no ${name}`)
  return type
}

/** Returns the type of a member, such as the parameters or the result of an operation. */
function partOf(types: Types, type: Type, name: string): Type {
  const part = types.members(type).find((member) => member.name === name)
  if (!part) throw new Error(`The probes have no member ${name}`)
  return part.type
}
