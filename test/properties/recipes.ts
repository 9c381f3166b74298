import { registry } from '../../src/chapters/registry.ts'
import type { LeadRow, MediaContainerRow, MediaRow, PhotoRow, PostRow } from '../../src/chapters/rows.ts'
import { outboxIn } from '../../src/chapters/webhooks/outbox.ts'
import { nextTask } from '../../src/engine/state/clock.ts'
import { snapshot } from '../../src/engine/state/snapshot.ts'
import type { AnyRow } from '../../src/engine/store/table.ts'
import type { State } from '../../src/index.ts'
import type { Node } from '../../src/service/routes/context.ts'
import { idOf, typedPath } from '../../src/service/routes/routes.ts'
import type { Starter } from '../../src/world/starter/starter-names.ts'
import { hostileMakers } from './hostile.ts'

/**
 * A value with holes in it. A hole is an object with one of the members below: what stands in its place is
 * read off the state at the moment of playing, so that a shorter sequence still plays.
 */
export type Recipe = unknown

/** Rows that a rule asks for by more than their kind. */
const wanted = {
  scheduled: (row: AnyRow) => (row as unknown as PostRow).scheduledTime !== null,
  unpublished: (row: AnyRow) => !(row as unknown as PhotoRow).published,
  /** A published photo of a page: those of people make no story. */
  published: (row: AnyRow) =>
    (row as unknown as PhotoRow).published && (row as unknown as PhotoRow).story !== null,
  temporary: (row: AnyRow) => (row as unknown as PhotoRow).temporary,
  test: (row: AnyRow) => (row as unknown as LeadRow).test === true,
  waiting: (row: AnyRow) => !(row as unknown as MediaContainerRow).published,
  album: (row: AnyRow) => (row as unknown as MediaRow).type === 'CAROUSEL_ALBUM',
} as const

/** The name of such a wish. */
export type Wanted = keyof typeof wanted

interface Row {
  readonly $row: readonly string[]
  readonly pick: number
  readonly where?: Wanted
}

/** The rows of some kinds in the order of their ids. */
export function rowsOf({ graph }: State, kinds: readonly string[], where?: Wanted): AnyRow[] {
  const isWanted = where ? wanted[where] : () => true
  const rows = [...graph.rows.values()].filter(({ kind }) => kinds.includes(kind))
  const fitting = rows.filter(isWanted)
  return fitting.length > 0 ? fitting : rows
}

function rowAt(state: State, { $row, pick, where }: Row): AnyRow | undefined {
  const rows = rowsOf(state, $row, where)
  return rows[pick % Math.max(1, rows.length)]
}

/** The id of a row as parameters name it: that of a path, but an ad account's has no prefix. */
function idAt(state: State, asked: Row): string {
  const found = rowAt(state, asked)
  if (!found) return '1'
  return found.kind === 'adAccounts' ? String(found.id) : idOf(found as unknown as Node)
}

/** An instant some seconds from now, as a caller spells it. */
function instantIn(state: State, seconds: number, spelling: unknown): number | string {
  const milliseconds = state.graph.now + seconds * 1000
  if (spelling === 'milliseconds') return milliseconds
  if (spelling === 'iso') return new Date(milliseconds).toISOString()
  return Math.floor(milliseconds / 1000)
}

/** An answer to each question of a form. */
function answersTo(state: State, pick: number): object {
  const form = rowAt(state, { $row: ['leadForms'], pick }) as { questions?: { key: string }[] } | undefined
  return Object.fromEntries((form?.questions ?? []).map(({ key }) => [key, `answer to ${key}`]))
}

/** The id of a delivery: one that is on its way, or any that can still begin. */
function deliveryAt(state: State, pick: number, isOpen: boolean): string {
  const { sending, waiting } = outboxIn(state.ledger)
  const begun = sending.filter(({ open }) => open !== null || !isOpen).map(({ id }) => id)
  const ids = isOpen ? begun : [...begun, ...waiting.map(({ number }) => `delivery-${number}`)]
  return ids[pick % Math.max(1, ids.length)] ?? 'delivery-1'
}

function fill(state: State, names: Starter, hole: Record<string, unknown>): unknown {
  if ('$row' in hole) return idAt(state, hole as unknown as Row)
  if ('$in' in hole) return instantIn(state, Number(hole['$in']), hole['as'])
  if ('$name' in hole) return names[hole['$name'] as keyof Starter]
  if ('$token' in hole) {
    const token = rowAt(state, { $row: ['tokens'], pick: Number(hole['$token']) })
    return (token as { token?: string } | undefined)?.token
  }
  if ('$secret' in hole) return names.appToken.split('|')[1]
  if ('$code' in hole) {
    const code = rowAt(state, { $row: ['authorizationCodes'], pick: Number(hole['$code']) })
    return (code as { code?: string } | undefined)?.code
  }
  if ('$hash' in hole) {
    const image = rowAt(state, { $row: ['adImages'], pick: Number(hole['$hash']) })
    return (image as { hash?: string } | undefined)?.hash
  }
  if ('$answers' in hole) return answersTo(state, Number(hole['$answers']))
  if ('$delivery' in hole) return deliveryAt(state, Number(hole['$delivery']), hole['open'] === true)
  if ('$snapshot' in hole) return JSON.parse(JSON.stringify(snapshot(state)))
  if ('$hostile' in hole) return hostileMakers[String(hole['$hostile'])]?.()
  if ('$raw' in hole) return hole['$raw']
  return Object.fromEntries(Object.entries(hole).map(([key, value]) => [key, filled(state, names, value)]))
}

/** A value with its holes filled from a state. */
export function filled(state: State, names: Starter, recipe: Recipe): unknown {
  if (Array.isArray(recipe)) return recipe.map((item) => filled(state, names, item))
  if (typeof recipe !== 'object' || recipe === null || recipe instanceof Uint8Array) return recipe
  return fill(state, names, recipe as Record<string, unknown>)
}

const spelled = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))

/** A call as a request: its parameters in the query, as a form or as JSON. */
function asRequest(input: Record<string, unknown>): object {
  try {
    return spelledRequest(input)
  } catch {
    // What is hostile has no spelling: it comes with the request as a value.
    return { type: 'request', method: 'POST', url: '/me', params: input }
  }
}

/** A call as a request in bytes. */
function spelledRequest(input: Record<string, unknown>): object {
  const { operation, version, token, spelling } = input
  const given = Object(input['params']) as Record<string, unknown>
  const entry = registry.routes.byName.get(String(operation))
  if (!entry) return input
  const { [entry.placeholder]: _node, ...own } = given
  const params = { ...own, access_token: token }
  const path = [...(version === undefined ? [] : [version]), ...typedPath(entry, given).path].join('/')
  const pairs = Object.entries(params).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(pairs.map(([name, value]) => [name, spelled(value)])).toString()
  const { method } = entry
  if (method === 'GET' || spelling === 'query') return { type: 'request', method, url: `/${path}?${query}` }
  const asJson = spelling === 'json'
  const contentType = asJson ? 'application/json' : 'application/x-www-form-urlencoded'
  const body = asJson ? (JSON.stringify(params) ?? '') : query
  return { type: 'request', method, url: `/${path}`, headers: { 'content-type': contentType }, body }
}

/** The move of time that `seconds` from now allow: to that instant, or the tick of what is due before. */
function asMove(state: State, seconds: number): object {
  const to = state.graph.now + seconds * 1000
  const due = nextTask(state.graph)
  return due && due.at <= to ? { type: 'tick' } : { type: 'advance', to }
}

/** The input that a recipe comes to in a state. */
export function inputFrom(state: State, names: Starter, recipe: Recipe): unknown {
  // The recipe is asked, since the input may be of a kind that throws when it is read.
  const { type, seconds } = Object(recipe) as { type?: unknown; seconds?: unknown }
  if (type === 'move') return asMove(state, Number.isSafeInteger(seconds) ? Number(seconds) : 1)
  const input = filled(state, names, recipe)
  return type === 'call as request' ? asRequest(input as Record<string, unknown>) : input
}
