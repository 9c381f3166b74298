import { join } from 'node:path'
import { Node, Project, type Type } from 'ts-morph'
import { actionComments, endpointComments, type OperationComments, policyComment } from './comments.ts'
import { printer } from './print.ts'

const head = `import type { Json } from '../engine/guard.ts'
import type { WorldEvent } from '../engine/state.ts'
import type { GraphError } from '../graph/contract/errors.ts'

// This file is made from the schemas of the operations: \`npm run types\` renews it. Users read these types,
// which name every record and document every method and parameter.

/** The outcome of a call or an action. */
export type CallOutcome<T> =
  | {
      readonly ok: true
      readonly value: T
      readonly events: readonly WorldEvent[]
      /** Returns the value. */
      unwrap(): T
    }
  | {
      readonly ok: false
      readonly error: GraphError
      /** The effect happened although the answer was lost: a fault after the commit. */
      readonly committed: boolean
      readonly events: readonly WorldEvent[]
      /** Throws the error as a GraphCallError. */
      unwrap(): never
    }

/** A file that is sent with a typed call. */
export interface TypedFile {
  /** The name of its form part; \`source\` if left out. */
  readonly part?: string
  readonly name: string
  readonly bytes: Uint8Array
}

/** A page of a list: the records, and how to go on. */
export interface List<T> {
  data: T[]
  paging: {
    cursors?: { before: string; after: string } | undefined
    next?: string | undefined
    previous?: string | undefined
  }
}
`

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** Writes the types of the client, the actions, the records and the policy, as users read them. */
export function operationTypes(root: string): string {
  const project = new Project({ tsConfigFilePath: join(root, 'tsconfig.json') })
  const inferred = project.getSourceFileOrThrow(join(root, 'test/declarations/inferred.ts'))
  const views = project
    .getSourceFiles(join(root, 'src/areas/**/*.ts'))
    .flatMap((source) => source.getVariableDeclarations())
    .filter((one) => one.isExported() && one.getName().endsWith('View'))
  const probes = inferred.addStatements([
    ...views.map(
      (view, at) =>
        `type View${at} = RecordOf<typeof import('${view.getSourceFile().getFilePath()}').${view.getName()}>`,
    ),
    'type ClientMethods = { [N in keyof Endpoints]: { params: ParamsOf<Endpoints[N]>; result: ResultOf<Endpoints[N]> } }',
    'type ActionMethods = { [N in keyof Actions]: { params: ActionParamsOf<Actions[N]>; result: ResultOf<Actions[N]> } }',
    `type PolicyValue = InferredPolicy`,
  ])
  const types = probes.map((probe) => {
    if (!Node.isTypeAliasDeclaration(probe)) throw new Error('A probe is no type')
    return probe.getType()
  })
  const at = probes[0]
  const [clientType, actionType, policyType] = types.slice(-3)
  if (!at || !clientType || !actionType || !policyType) throw new Error('The probes are not complete')
  const { print, members, name, aliases } = printer(at)

  const records: string[] = []
  for (const [index, view] of views.entries()) {
    const type = types[index]
    if (!type) continue
    const record = capital(view.getName().slice(0, -'View'.length))
    const text = members(type)
    if (records.some((one) => one.endsWith(text))) continue
    name(type, record)
    records.push(`/** The record \`${record}\`, with any of its fields. */\nexport type ${record} = ${text}`)
  }

  const partOf = (all: Type, operation: string, part: string): Type =>
    all.getPropertyOrThrow(operation).getTypeAtLocation(at).getPropertyOrThrow(part).getTypeAtLocation(at)

  const parameters: string[] = []
  const methods = (all: Type, comments: readonly OperationComments[]): string =>
    comments
      .map(({ name: operation, method, parameter }) => {
        const params = partOf(all, operation, 'params')
        const title = `${capital(operation)}Params`
        parameters.push(
          `/** The parameters of \`${operation}\`. */\nexport type ${title} = ${members(params, parameter)}`,
        )
        const isOptional = params.getProperties().every((one) => one.isOptional())
        const result = print(partOf(all, operation, 'result'), 'result')
        return `${method}${operation}(params${isOptional ? '?' : ''}: ${title}): CallOutcome<${result}>`
      })
      .join('\n')

  const client = `/** Calls endpoints as the holder of a token: one method per endpoint. */\nexport type Client = {\n${methods(clientType, endpointComments(root))}\n}`
  const acts = `/** What no endpoint does: one method per action. */\nexport type ActionMethods = {\n${methods(actionType, actionComments(root))}\n}`
  const policy = `/** The readings of the contract's silences that a world follows. */\nexport type Policy = ${members(policyType, policyComment)}`
  return [head, ...aliases(), ...records, ...parameters, client, acts, policy].join('\n\n')
}
