import fc from 'fast-check'
import { expect, test } from 'vitest'
import { snapshot } from '../../src/engine/state/snapshot.ts'
import { type GraphRequest, restoreWorld } from '../../src/index.ts'
import { service } from '../../src/machine/service-machine.ts'
import { isErrorCode } from '../../src/service/contract/errors.ts'
import { isLiveCode } from '../../src/service/contract/live-errors.ts'
import { anyPath, anyQuery } from '../any-text.ts'
import { holds } from '../chance.ts'
import { hostileValue } from '../properties/hostile.ts'
import { hostileInput } from '../properties/hostile-inputs.ts'
import { anyInput } from '../properties/inputs.ts'
import { base, names } from '../properties/play.ts'
import { inputFrom } from '../properties/recipes.ts'

const LONGEST = 2_000

/** 200,000 cases take minutes. */
const PATIENCE = 3_600_000

test(
  'any input gets an outcome',
  () => {
    const inputs = fc.oneof(hostileInput, anyInput, hostileValue)
    const property = fc.property(inputs, (recipe) => {
      const { outcome } = service.step(base, inputFrom(base, names, recipe))
      if (outcome.ok) return
      const { code, message } = outcome.error
      expect(code === 0 || isErrorCode(code) || isLiveCode(code)).toBe(true)
      expect(message.length).toBeLessThanOrEqual(LONGEST)
    })
    holds(2_000, property)
  },
  PATIENCE,
)

const world = restoreWorld(snapshot(base), { history: 'off' })

const someUrl = fc.oneof(
  anyPath,
  anyQuery.map((query) => `/me?${query}`),
  fc.constantFrom(
    '/',
    `/${names.page}/feed`,
    `/v7.0/${names.page}/photos`,
    '/pictures/1/2x3.jpg',
    '/adimages/1',
  ),
  hostileValue,
)
const someHeaders = fc.oneof(
  fc.dictionary(
    fc.constantFrom('content-type', 'authorization', 'if-none-match', 'Host', '__proto__'),
    fc.oneof(
      fc.constantFrom(
        'application/json',
        'multipart/form-data; boundary=x',
        'application/x-www-form-urlencoded',
      ),
      fc.string(),
      hostileValue,
    ),
    { maxKeys: 3 },
  ),
  hostileValue,
)

const front = {
  method: fc.oneof(fc.constantFrom('GET', 'POST', 'DELETE', 'HEAD', 'PUT'), hostileValue),
  headers: someHeaders,
  base: hostileValue,
}

/** Requests of both forms, whose members have valid and arbitrary values. */
const requests = fc.oneof(
  fc.record(
    {
      ...front,
      url: someUrl,
      body: fc.oneof(fc.string(), fc.uint8Array({ maxLength: 60 }), fc.json(), hostileValue),
    },
    { requiredKeys: [] },
  ),
  fc.record(
    {
      ...front,
      path: someUrl,
      params: fc.oneof(
        fc.dictionary(fc.constantFrom('fields', 'ids', 'batch', 'after', 'limit'), hostileValue),
        hostileValue,
      ),
      files: fc.oneof(fc.array(hostileValue, { maxLength: 2 }), hostileValue),
    },
    { requiredKeys: [] },
  ),
)

test(
  'any request to a world gets an answer in the shape of the contract',
  () => {
    const property = fc.property(requests, (recipe) => {
      const given = inputFrom(base, names, recipe)
      const request = (typeof given === 'object' && given !== null ? given : {}) as GraphRequest
      const { status, body } = world.request(request)
      if (status === 200 || status === 302 || status === 304 || body === '') return
      const { error } = JSON.parse(String(body)) as { error: { code: number; message: string } }
      expect(isErrorCode(error.code)).toBe(true)
      expect(error.message.length).toBeLessThanOrEqual(LONGEST)
    })
    holds(2_000, property)
  },
  PATIENCE,
)

test(
  'any parameters of a client and of an action get an outcome',
  () => {
    const property = fc.property(hostileValue, hostileValue, (params, token) => {
      const given = inputFrom(base, names, params) as never
      const client = world.as(String(typeof token === 'string' ? inputFrom(base, names, token) : ''))
      expect(typeof client.listPageFeed(given).ok).toBe('boolean')
      try {
        expect(typeof world.actions.createUser(given).ok).toBe('boolean')
      } catch (error) {
        expect(String(error)).toContain('TypeError: actions.createUser has no parameter')
      }
    })
    holds(2_000, property)
  },
  PATIENCE,
)
