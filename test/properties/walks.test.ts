import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { endpoints } from '../../src/chapters/registry.ts'
import type { Endpoint } from '../../src/service/routes/define.ts'
import { holds, path } from '../chance.ts'
import { call, serving } from '../service/scene.ts'
import { type Ground, ground, oneRow, type WalkRecipe, walkRecipes } from './walk-recipes.ts'

const RUNS = 20

const membersOf = (schema: z.ZodType): object => (schema as unknown as { shape?: object }).shape ?? {}

/** The endpoints that answer a list page by page. */
const lists = Object.entries(endpoints)
  .filter(([, endpoint]) => {
    const { params, result } = endpoint as unknown as Endpoint
    const members = { ...membersOf(params), ...membersOf(result) }
    return ['data', 'paging', 'after', 'before'].every((name) => name in members)
  })
  .map(([operation]) => operation)

const operationOf = (name: string): string => name.split(' ')[0] ?? name

test('every list has a recipe, and every recipe a list', () => {
  const known = [...new Set(Object.keys(walkRecipes).map(operationOf))]
  expect(known.sort()).toEqual([...lists].sort())
})

interface Page {
  readonly ids: readonly string[]
  readonly before: string | undefined
  readonly after: string | undefined
}

function pageOf(at: Ground, name: string, recipe: WalkRecipe, asked: object): Page {
  const params = { ...recipe.of(at), ...asked }
  const { data, paging } = call(
    at.world,
    at.names[recipe.token ?? 'userToken'],
    operationOf(name),
    params,
  ).unwrap() as { data: { id?: string }[]; paging: { cursors?: { before: string; after: string } } }
  // Statistics have no id: what they count tells them apart.
  return {
    ids: data.map((row) => row.id ?? JSON.stringify(row)),
    before: paging.cursors?.before,
    after: paging.cursors?.after,
  }
}

/** What comes between two pages: rows that come, and a place among the rows from which one leaves. */
interface Between {
  readonly added: number
  readonly removed: readonly number[]
}

const between: fc.Arbitrary<Between> = fc.record({
  added: fc.nat(2),
  removed: fc.array(fc.nat(99), { maxLength: 2 }),
})

interface Walk {
  readonly rows: number
  readonly limit: number
  readonly isForward: boolean
  readonly changes: readonly Between[]
}

const walk: fc.Arbitrary<Walk> = fc.record({
  rows: fc.integer({ min: 2, max: 10 }),
  limit: fc.integer({ min: 1, max: 6 }),
  isForward: fc.boolean(),
  changes: fc.array(between, { minLength: 1, maxLength: 6 }),
})

const idsOf = (at: Ground, name: string, recipe: WalkRecipe): readonly string[] =>
  pageOf(at, name, recipe, { limit: 100 }).ids

/** Rows come and go, as a recipe says how. Answers how many came and went. */
function changed(
  at: Ground,
  name: string,
  recipe: WalkRecipe,
  { added, removed }: Between,
  nth: number,
): number {
  const { add, remove } = recipe
  if (typeof add === 'function') for (let one = 0; one < added; one++) add(at, 10 * nth + one)
  if (typeof remove !== 'function') return 0
  let gone = 0
  for (const place of removed) {
    const ids = idsOf(at, name, recipe)
    const id = ids[place % Math.max(1, ids.length)]
    if (id === undefined) break
    remove(at, id)
    gone += ids.length - idsOf(at, name, recipe).length
  }
  return gone
}

/** Walks a list page by page while it changes. Answers the ids seen, in order of the pages. */
function walked(at: Ground, name: string, recipe: WalkRecipe, asked: Walk, end: string | undefined) {
  const { limit, isForward, changes } = asked
  const seen: string[] = []
  let gone = 0
  let cursor = isForward ? undefined : end
  for (let nth = 0; ; nth++) {
    const from = cursor === undefined ? {} : { [isForward ? 'after' : 'before']: cursor }
    const page = pageOf(at, name, recipe, { limit, ...from })
    expect(page.ids.length).toBeLessThanOrEqual(limit)
    seen.push(...(isForward ? page.ids : page.ids.toReversed()))
    cursor = isForward ? page.after : page.before
    if (cursor === undefined) return { seen, gone }
    const change = changes[nth]
    if (change) gone += changed(at, name, recipe, change, nth + 2)
  }
}

const counted = new Map<string, { pages: number; gone: number; came: number }>()

describe.each(Object.entries(walkRecipes))('%s', (name, recipe) => {
  const served = ground.world.fork(serving(operationOf(name)))
  const count = { pages: 0, gone: 0, came: 0 }
  counted.set(name, count)

  test('no row that stays is repeated or skipped, whatever comes and goes between the pages', () => {
    const property = fc.property(walk, (asked) => {
      const at: Ground = { ...ground, world: served.fork() }
      if (typeof recipe.add === 'function') for (let nth = 0; nth < asked.rows; nth++) recipe.add(at, nth)
      const { ids: all, after: end } = pageOf(at, name, recipe, { limit: 100 })
      const { seen, gone } = walked(at, name, recipe, asked, end)
      const left = new Set(idsOf(at, name, recipe))
      // The walk back begins before the last row: its cursor is the one that an end of the list gives.
      const begun = asked.isForward ? all : all.slice(0, -1).toReversed()
      const staying = begun.filter((id) => left.has(id))
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen.filter((id) => staying.includes(id))).toEqual(staying)
      count.pages += Math.ceil(seen.length / asked.limit)
      count.gone += gone
      count.came += [...left].filter((id) => !all.includes(id)).length
    })
    holds(RUNS, property)
  })
})

test.skipIf(path !== undefined)('pages were turned, and rows came and went', () => {
  const quiet = [...counted].filter(([name, { pages, gone, came }]) => {
    const { add, remove } = walkRecipes[name] ?? {}
    const isStill = typeof add === 'function' && came < RUNS
    return isStill || (typeof remove === 'function' && gone < RUNS) || (pages < RUNS && add !== oneRow)
  })
  expect(quiet).toEqual([])
})
