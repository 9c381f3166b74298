import { registry } from '../../src/areas/registry.ts'
import { starterNames } from '../../src/world/starter.ts'
import { createWorld } from '../../src/world/world.ts'
import { rightToken, rowsOf } from '../areas/codes/rows.ts'
import { call, forked, type Scene } from '../graph/scene.ts'
import type { Example } from './operations-page.ts'

const TEXT_MAX = 60
const MEMBERS_MAX = 8

/** Text as an example shows it: the beginning of a long one. */
const cut = (text: string): string => (text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 1)}…` : text)

/** A value as an example shows it: of a list the first item, of a large object the first members. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string') return cut(value)
  if (Array.isArray(value)) return value.slice(0, 1).map(shortened)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value)
  const shown = members.slice(0, MEMBERS_MAX).map(([name, member]) => [name, shortened(member)])
  return { ...Object.fromEntries(shown), ...(members.length > MEMBERS_MAX && { '…': '…' }) }
}

/** Parameters as they stand in code: what the starter world names stands under its name. */
function written(value: unknown, names: ReadonlyMap<unknown, string>): string {
  const name = names.get(value)
  if (name !== undefined) return name
  if (typeof value === 'string') return `'${cut(value)}'`
  if (Array.isArray(value)) return `[${value.map((item) => written(item, names)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(([key, member]) => {
    const text = written(member, names)
    return text === key ? key : `${key}: ${text}`
  })
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}'
}

function exampleOf(start: Scene, operation: string, params: object): Example {
  const names = new Map(starterNames.map((name) => [start[name], name] as const))
  const token = rightToken(operation, start)
  const answer = call(forked(start).world, token, operation, params).unwrap()
  const asked = written(params, names)
  return {
    call: `world.as(${names.get(token)}).${operation}(${asked === '{}' ? '' : asked})`,
    answer: shortened(answer),
  }
}

/** A call of every endpoint that works on the starter world, and what it answers. */
export function examples(): ReadonlyMap<string, Example> {
  const world = createWorld({ invariants: 'throw' })
  const start = { world, ...world.starter() }
  const rows = rowsOf(start)
  return new Map(
    [...registry.routes.byName.keys()].map((operation) => [
      operation,
      exampleOf(start, operation, rows[operation]?.params ?? {}),
    ]),
  )
}
