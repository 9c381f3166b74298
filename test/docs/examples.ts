import { registry } from '../../src/chapters/registry.ts'
import { createWorld } from '../../src/world/create-world.ts'
import { starterNames } from '../../src/world/starter/starter-names.ts'
import { rightToken, rowsOf } from '../chapters/codes/rows.ts'
import { call, forked, type Scene, serving } from '../service/scene.ts'
import type { Example } from './operations-page.ts'

const TEXT_MAX = 60
const MEMBERS_MAX = 8

/** Returns the beginning of a long text, with an ellipsis. */
const cut = (text: string): string => (text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 1)}…` : text)

/** Returns a value with only the first item of each list and the first members of each large object. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string') return cut(value)
  if (Array.isArray(value)) return value.slice(0, 1).map(shortened)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value)
  const first = members.slice(0, MEMBERS_MAX).map(([name, member]) => [name, shortened(member)])
  return { ...Object.fromEntries(first), ...(members.length > MEMBERS_MAX && { '…': '…' }) }
}

/** Returns parameters as source text; an id of the starter world becomes the name of its variable. */
function sourceOf(value: unknown, names: ReadonlyMap<unknown, string>): string {
  const name = names.get(value)
  if (name !== undefined) return name
  if (typeof value === 'string') return `'${cut(value)}'`
  if (Array.isArray(value)) return `[${value.map((item) => sourceOf(item, names)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(([key, member]) => {
    const text = sourceOf(member, names)
    return text === key ? key : `${key}: ${text}`
  })
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}'
}

function exampleOf(start: Scene, { operation, token, params }: ExampleCall): Example {
  const names = new Map(starterNames.map((name) => [start[name], name] as const))
  const result = call(forked(start, serving(operation)).world, token, operation, params).unwrap()
  const source = sourceOf(params, names)
  return {
    call: `world.as(${names.get(token)}).${operation}(${source === '{}' ? '' : source})`,
    result: shortened(result),
  }
}

/** A call that succeeds in the world of the examples. */
export interface ExampleCall {
  readonly operation: string
  readonly token: string
  readonly params: object
}

/** The world of the examples: the starter world with what some parameters name, and a call of each endpoint. */
export function exampleWorld(): { readonly start: Scene; readonly calls: readonly ExampleCall[] } {
  const world = createWorld({ validateAnswers: true })
  const start = { world, ...world.starter() }
  const rows = rowsOf(start)
  const calls = [...registry.routes.byName.keys()].map((operation) => ({
    operation,
    token: rightToken(operation, start),
    params: rows[operation]?.params ?? {},
  }))
  return { start, calls }
}

/** An example for each endpoint by name: a successful call on the starter world, and its result. */
export function examples(): ReadonlyMap<string, Example> {
  const { start, calls } = exampleWorld()
  return new Map(calls.map((one) => [one.operation, exampleOf(start, one)]))
}
