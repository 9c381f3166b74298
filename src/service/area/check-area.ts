import { built } from '../../engine/schema/deferred-schema.ts'
import { z } from '../../engine/schema/zod.ts'
import { tablesNamedIn } from '../../engine/state/row-check.ts'
import { isObject } from '../../engine/values/plain-object.ts'
import { placeholders } from '../routes/define.ts'
import { routeProblem } from '../stubs/stub.ts'
import { shown } from '../values/scalars.ts'
import type { Area } from './area.ts'
import type { AreaEndpoint } from './operation.ts'

const NAME = /^[a-z][A-Za-z0-9]{0,39}$/
const placeholderTables: Readonly<Record<string, string>> = placeholders

/** The parts of an area, with the kind that the values of each part have. */
const parts = [
  ['tables', undefined],
  ['endpoints', 'endpoint'],
  ['actions', 'action'],
  ['events', 'event'],
  ['facts', 'fact'],
] as const

function* problemsOfParts(area: Area): Generator<string> {
  for (const [part, kind] of parts) {
    if (!isObject(area[part])) yield `its ${part} must be an object`
    for (const [name, value] of Object.entries(area[part])) {
      if (!NAME.test(name)) yield `${part}: the name ${shown(name)} must have up to 40 letters and digits`
      const isOfKind =
        kind === undefined ? isTable(value) : isObject(value) && 'kind' in value && value.kind === kind
      if (!isOfKind) yield `${part}.${name} must be made by ${kind ?? 'table'}()`
    }
  }
}

const isTable = (value: unknown): boolean => isObject(value) && 'row' in value && 'edges' in value

function* problemsOfTables({ name, tables }: Area): Generator<string> {
  for (const [own, { row }] of Object.entries(tables)) {
    const shape = built(row)
    if (!(shape instanceof z.ZodObject)) {
      yield `tables.${own}: its row must be a z.object(…)`
      continue
    }
    const taken = ['id', 'kind'].find((column) => Object.hasOwn(shape.shape, column))
    if (taken !== undefined) yield `tables.${own}: the world adds the column ${taken} to each row`
    for (const target of tablesNamedIn(row)) {
      const [area, table = ''] = target.split('.')
      if (area === name && !Object.hasOwn(tables, table))
        yield `tables.${own}: a column names the table ${target}, which the area does not have`
    }
  }
}

function problemOfNode({ tables }: Area, { route, node }: AreaEndpoint): string | undefined {
  const placeholder = /\{(\w+)\}/.exec(route)?.[1]
  if (placeholder === undefined) return node ? 'its node needs a placeholder in the route' : undefined
  if (!node) return `it needs node: the table of the row that {${placeholder}} names`
  if ('kind' in node) {
    const known = Object.entries(placeholderTables).find(([, table]) => table === node.name)?.[0]
    return known === placeholder ? undefined : `the placeholder of a row of ${node.name} is {${known}}`
  }
  if (!Object.values(tables).includes(node)) return 'its node must be one of the tables of the area'
  return Object.hasOwn(placeholders, placeholder)
    ? `the placeholder {${placeholder}} names a row of ${placeholderTables[placeholder]} of the service`
    : undefined
}

function* problemsOfOperations(area: Area): Generator<string> {
  for (const [name, given] of Object.entries(area.endpoints)) {
    const route = routeProblem(given.route)
    if (route !== undefined) yield `endpoints.${name}: its route ${route}`
    const node = problemOfNode(area, given)
    if (node !== undefined) yield `endpoints.${name}: ${node}`
    const shape = built(given.params)
    const shared = Object.keys('shape' in shape ? Object(shape.shape) : {}).find((one) =>
      given.route.includes(`{${one}}`),
    )
    if (shared !== undefined)
      yield `endpoints.${name}: its parameter ${shared} has the name of the placeholder: rename one of them`
    if (typeof given.run !== 'function') yield `endpoints.${name}: run must be a function`
  }
  for (const [name, { run }] of Object.entries(area.actions))
    if (typeof run !== 'function') yield `actions.${name}: run must be a function`
}

const NOUN = /^\p{L}[\p{L}\d -]{0,39}$/u

function* problemsOfFacts({ facts, actions, tables }: Area): Generator<string> {
  for (const [name, given] of Object.entries(facts)) {
    const { text, action, makes, changes, noun, params } = given
    if (typeof text !== 'string' || text.trim() === '') yield `facts.${name}: its text must not be empty`
    if (!Object.values(actions).includes(action))
      yield `facts.${name}: its action must be one of the actions of the area`
    for (const [member, table] of Object.entries({ makes, changes }))
      if (table && !Object.values(tables).includes(table))
        yield `facts.${name}: ${member} must be one of the tables of the area`
    if (makes && changes) yield `facts.${name}: it can make a row or change one, not both`
    if (makes ? typeof noun !== 'string' || !NOUN.test(noun) : noun !== undefined)
      yield `facts.${name}: a fact that makes a row, and no other, needs a noun of up to 40 letters`
    if (typeof params !== 'function') yield `facts.${name}: params must be a function`
  }
}

function* problemsOf(area: Area): Generator<string> {
  if (!NAME.test(String(area.name)))
    yield 'its name must have up to 40 letters and digits, and begin with a lower-case letter'
  if (area.name === 'user') yield 'its name must not be user: the notices of people have it as their object'
  if (!(Number.isSafeInteger(area.version) && area.version >= 1))
    yield 'its version must be a whole number from 1'
  yield* problemsOfParts(area)
  yield* problemsOfTables(area)
  yield* problemsOfOperations(area)
  yield* problemsOfFacts(area)
}

/** Throws a TypeError that names the first mistake of an area. */
export function checkArea(area: Area): void {
  if (!isObject(area) || area.kind !== 'area')
    throw new TypeError(`The option areas must have areas, made by area(), got ${shown(area)}`)
  for (const problem of problemsOf(area)) throw new TypeError(`The area ${shown(area.name)}: ${problem}`)
}
