import { rowsNamedIn, tablesNamedIn } from '../../engine/state/row-check.ts'
import type { Edge, Schema, StoredRow, Table } from '../../engine/store/table.ts'
import type { Key } from '../../engine/store/tree.ts'
import { type Access, accountOf, missingPermissions, permissionError } from '../access/access.ts'
import { bounds } from '../contract/bounds.ts'
import type { CallError } from '../contract/errors.ts'
import { AreaError } from '../routes/area-error.ts'
import type { Node } from '../routes/context.ts'
import type { Action, Endpoint } from '../routes/define.ts'
import type { ReadContext } from '../routes/read-context.ts'
import type { Area } from './area.ts'
import { checkArea } from './check-area.ts'
import type { AreaAction, AreaEndpoint } from './operation.ts'
import { runAreaAction, runAreaEndpoint } from './run-rule.ts'
import { type AnyTable, giveName, NAMING, tableName } from './tables.ts'
import { readContextOf, serviceView } from './view.ts'

/** An area as a world has it: its tables by their names in a world, and its operations. */
export interface CompiledArea {
  readonly tables: Schema
  readonly endpoints: Readonly<Record<string, Endpoint>>
  readonly actions: Readonly<Record<string, Action>>
}

function checkKey(where: string, key: unknown): asserts key is Key {
  const isElement = (one: unknown) =>
    (typeof one === 'number' && Number.isFinite(one)) ||
    (typeof one === 'string' && one.length <= bounds.areaKeyCharactersMax)
  if (Array.isArray(key) && key.length <= bounds.areaKeyElementsMax && key.every(isElement)) return
  throw new AreaError(
    `${where} must return a key: an array of at most ${bounds.areaKeyElementsMax} finite numbers and ` +
      'short texts',
  )
}

/** Returns an edge whose functions are checked: a wrong key would damage the index. */
function checkedEdge<R extends StoredRow<unknown>>(
  where: string,
  { owners, order, ...edge }: Edge<R>,
): Edge<R> {
  return {
    ...edge,
    owners(row) {
      const keys: unknown = owners(row)
      if (!Array.isArray(keys) || keys.length > bounds.areaOwnersMax)
        throw new AreaError(`owners of ${where} must return an array of at most ${bounds.areaOwnersMax} keys`)
      for (const key of keys) checkKey(`owners of ${where}`, key)
      return keys
    },
    ...(order && {
      order(row: R) {
        const key = order(row)
        checkKey(`order of ${where}`, key)
        return key
      },
    }),
  }
}

function checkedTable(name: string, { row, edges }: Table): Table {
  const entries = Object.entries(edges).map(([edge, made]) => [edge, checkedEdge(`${name}.${edge}`, made)])
  const naming: Edge<StoredRow<unknown>> = {
    owners: (stored) => rowsNamedIn(row, stored).map((id) => [id]),
  }
  const names = tablesNamedIn(row).some((table) => table.includes('.'))
  return { row, edges: Object.fromEntries([...entries, ...(names ? [[NAMING, naming] as const] : [])]) }
}

/** The part of the service whose limits and errors the calls of an endpoint share. */
function surfaceOf(node: AnyTable | undefined): Access['surface'] {
  const name = node && tableName(node)
  if (name === 'pages') return 'page'
  if (name === 'adAccounts') return 'ads'
  return name === 'apps' ? 'app' : 'user'
}

const surfaceCodes: Readonly<Record<Access['surface'], Access['codes']>> = {
  page: [80001],
  ads: [270, 2635, 80004],
  user: [],
  app: [],
}

function accessErrorOf(
  { access = {} }: AreaEndpoint,
  context: ReadContext,
  node: Node | undefined,
): CallError | undefined {
  const { tokens, permissions = [] } = access
  const { caller } = context
  if (tokens && !tokens.includes(caller.kind))
    return permissionError(
      `Requires a token of the kind ${tokens.join(' or ')}`,
      `the token is of the kind ${caller.kind}`,
    )
  const missing = missingPermissions(caller, permissions)
  if (missing || !access.check) return missing
  // The route has found a row of the table that the endpoint declares.
  const reason: unknown = access.check({ ...readContextOf(context), node: node as never })
  if (reason === undefined || typeof reason === 'string')
    return reason === undefined ? undefined : permissionError(reason, reason)
  throw new AreaError('check of its access must return the reason as a text, or undefined')
}

function accessOf(given: AreaEndpoint): Access {
  const surface = surfaceOf(given.node)
  return {
    surface,
    writes: !given.route.startsWith('GET '),
    codes: surfaceCodes[surface],
    permissions: given.access?.permissions ?? [],
    tasks: [],
    account: accountOf,
    errorOf: (context, _account, node) => accessErrorOf(given, context, node),
  }
}

function compiledEndpoint(area: Area, operation: string, given: AreaEndpoint): Endpoint {
  const { route, node, errors = [], params, result, view, files } = given
  return {
    kind: 'endpoint',
    area: area.name,
    route,
    ...(node && { nodeTable: tableName(node) }),
    chapter: `Area ${area.name}`,
    access: accessOf(given),
    errors,
    params,
    result,
    ...(view && { view: serviceView(view) }),
    ...(files && { files }),
    run: (context) => runAreaEndpoint({ area, operation }, given, context),
  }
}

const compiledAction = (area: Area, operation: string, given: AreaAction): Action => ({
  kind: 'action',
  area: area.name,
  chapter: `Area ${area.name}`,
  params: given.params,
  result: given.result,
  run: (context) => runAreaAction({ area, operation }, given, context),
})

const compiled = new WeakMap<Area, CompiledArea>()

const mapped = <T, U>(values: Readonly<Record<string, T>>, make: (name: string, value: T) => U) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, make(name, value)]))

/** Returns an area as a world has it. Throws a TypeError that names the first mistake of the area. */
export function compileArea(area: Area): CompiledArea {
  const known = compiled.get(area)
  if (known) return known
  checkArea(area)
  const { name, tables, events } = area
  for (const [own, table] of Object.entries(tables)) giveName(table, `${name}.${own}`)
  for (const [own, event] of Object.entries(events)) giveName(event, `${name}.${own}`)
  const made: CompiledArea = {
    tables: Object.fromEntries(
      Object.entries(tables).map(([own, table]) => [`${name}.${own}`, checkedTable(`${name}.${own}`, table)]),
    ),
    endpoints: mapped(area.endpoints, (own, given) => compiledEndpoint(area, own, given)),
    actions: mapped(area.actions, (own, given) => compiledAction(area, own, given)),
  }
  compiled.set(area, made)
  return made
}
