import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endpoints, registry } from '../../src/chapters/registry.ts'
import type { Json } from '../../src/engine/values/guard.ts'
import { isErrorCode } from '../../src/service/contract/errors.ts'
import { liveCodes } from '../../src/service/contract/live-errors.ts'
import type { Endpoint } from '../../src/service/routes/define.ts'
import { typedPath } from '../../src/service/routes/routes.ts'
import type { World } from '../../src/world/world.ts'
import { holds, path, scale } from '../chance.ts'
import { call, jsonOf, serving } from '../service/scene.ts'
import { callsByClass, rarelyFit } from './inputs.ts'
import { filled } from './recipes.ts'
import { richWorld } from './rich.ts'

/** Valid inputs must succeed often enough to say something: some fit rarely. */
const RUNS = { valid: 80, near: 15, hostile: 15 } as const
const { world: rich, names } = richWorld()

/** What every endpoint of a surface may answer besides its own list (SIL-038). */
const general: Readonly<Record<Endpoint['access']['surface'], readonly number[]>> = {
  page: [190, 80_001],
  ads: [190, 270, 2_635, 80_004],
  user: [190],
  app: [190],
}

/** The codes of an endpoint: those that the contract lists, or 100 and 200 where it lists none. */
function codesOf({ errors, access }: Endpoint): readonly number[] {
  return [...general[access.surface], ...(errors.length > 0 ? errors : [100, 200])]
}

interface Call {
  readonly operation: string
  readonly token: string
  readonly version?: string
  readonly params: Record<string, unknown>
}

/** The code that a call was refused with, or nothing. */
function codeOfCall(world: World, { operation, token, version, params }: Call): number | undefined {
  const outcome = call(world, token, operation, params, version)
  return outcome.ok ? undefined : outcome.error.code
}

const plainTypes = new Set(['string', 'number', 'boolean', 'undefined'])
const isText = (value: unknown): boolean => value === null || plainTypes.has(typeof value)

/** The same as a request: bytes where the values are texts, and values where they cannot be spelled. */
function codeOfRequest(world: World, { operation, token, version, params }: Call): number | undefined {
  const entry = registry.routes.byName.get(operation)
  if (!entry) throw new Error(`There is no endpoint ${operation}`)
  const { [entry.placeholder]: _node, ...own } = params
  const { method } = entry
  const parts = [...(version === undefined ? [] : [version]), ...typedPath(entry, params).path]
  const url = `/${parts.map(encoded).join('/')}`
  const isSpelled = Object.values(own).every(isText)
  const given = { ...own, access_token: token }
  const response = isSpelled
    ? world.request({ method, url: `${url}?${spelled(given)}` })
    : world.request({ method, path: url, params: given as Record<string, Json> })
  // The authorization window sends its caller on.
  if (response.status === 200 || response.status === 302) return undefined
  return (jsonOf(response)['error'] as { code: number }).code
}

/** A text as it stands in an address, where a lone surrogate has no spelling. */
const encoded = (value: unknown): string =>
  encodeURIComponent(String(value).replaceAll(/\p{Surrogate}/gu, '\ufffd'))

function spelled(given: object): string {
  const pairs = Object.entries(given).filter(([, value]) => value !== undefined)
  return pairs.map((pair) => pair.map(encoded).join('=')).join('&')
}

const classes = ['valid', 'near', 'hostile'] as const
const count = new Map<string, Record<(typeof classes)[number], number>>()

describe.each(Object.keys(endpoints))('%s', (operation) => {
  const endpoint = endpoints[operation as keyof typeof endpoints] as unknown as Endpoint
  // Endpoints beyond the contract have the codes of the live service too.
  const known = [...codesOf(endpoint), ...(endpoint.source === undefined ? [] : liveCodes)]
  const byClass = callsByClass(operation)
  const served = rich.fork(serving(operation))
  const succeeded = { valid: 0, near: 0, hostile: 0 }
  count.set(operation, succeeded)

  test.each(classes)('answers %s inputs with nothing but its own codes', (which) => {
    const property = fc.property(byClass[which], fc.boolean(), (recipe, asRequest) => {
      const world = served.fork()
      const { graph } = world.state
      const asked = filled(world.state, names, recipe) as Call
      const code = asRequest ? codeOfRequest(world, asked) : codeOfCall(world, asked)
      if (code === undefined) succeeded[which] += 1
      else {
        if (!known.includes(code)) expect(known).toContain(code)
        if (world.state.graph !== graph) throw new Error('A refusal changed the graph')
      }
    })
    holds(RUNS[which], property)
  })
})

test('the codes are those of the contract', () => {
  const all = Object.values(endpoints).flatMap((endpoint) => codesOf(endpoint as unknown as Endpoint))
  const strange = all.filter((code) => !isErrorCode(code))
  expect(strange).toEqual([])
})

test.skipIf(path !== undefined)('what fits succeeds often enough to say something', () => {
  if (process.env['FAUXGRAPH_RATES'] !== undefined) console.info(Object.fromEntries(count))
  const rare = [...count].filter(
    ([operation, { valid }]) => valid < (RUNS.valid * scale) / 20 && !rarelyFit.has(operation),
  )
  expect(rare).toEqual([])
})
