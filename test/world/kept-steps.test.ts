import { expect, test } from 'vitest'
import { createWorld } from '../../src/index.ts'
import { service } from '../../src/machine/service-machine.ts'
import { handleOf } from '../../src/world/handles.ts'
import { keepSteps } from '../../src/world/history/kept-steps.ts'

const { state } = createWorld({ seed: 'kept' })

/** A machine that keeps its steps, and the inputs that it ran. */
function watched() {
  const ran: unknown[] = []
  const step = keepSteps((before, input) => {
    ran.push(input)
    return service.step(before, input)
  })
  return { ran, step }
}

const request = (headers: object) => ({ type: 'request', method: 'GET', url: '/me', headers })

test('the same input in the same state runs once', () => {
  const { ran, step } = watched()
  expect(step(state, request({ a: 'b' }))).toBe(step(state, request({ a: 'b' })))
  expect(ran).toHaveLength(1)
})

test('a step is the one that the machine makes', () => {
  const { step } = watched()
  const input = request({})
  step(state, input)
  expect(step(state, input)).toEqual(service.step(state, input))
})

test.each([
  ['another input', state, request({ a: 'c' })],
  ['another state', service.step(state, request({})).state, request({ a: 'b' })],
])('%s runs again', (_, before, input) => {
  const { ran, step } = watched()
  step(state, request({ a: 'b' }))
  step(before, input)
  expect(ran).toHaveLength(2)
})

const circle: { type: string; itself?: object } = { type: 'request' }
circle.itself = circle

test.each([
  ['a number without a text in JSON', { type: 'advance', to: Number.NaN }, { type: 'advance', to: null }],
  ['a member without a value', { ...request({}), a: undefined }, request({})],
  ['bytes', { ...request({}), body: Uint8Array.of(1) }, { ...request({}), body: { 0: 1 } }],
  ['an invalid date', { type: 'advance', to: new Date(Number.NaN) }, { type: 'advance', to: null }],
  ['a URL', { ...request({}), url: new URL('https://a.test/') }, { ...request({}), url: 'https://a.test/' }],
  [
    'a buffer',
    { ...request({}), body: Buffer.from([1]) },
    { ...request({}), body: { type: 'Buffer', data: [1] } },
  ],
  [
    'an object with toJSON',
    { ...request({}), body: { toJSON: (): string => 'a' } },
    { ...request({}), body: 'a' },
  ],
  ['a bigint', { type: 'advance', to: 1n }, { type: 'advance', to: '1' }],
  ['a hole', { ...request({}), body: new Array(1) }, { ...request({}), body: [null] }],
  ['a map', { ...request({}), body: new Map() }, { ...request({}), body: {} }],
])('%s is not taken for what has the same text', (_, input, other) => {
  const { ran, step } = watched()
  step(state, other)
  step(state, input)
  step(state, input)
  expect(ran).toHaveLength(3)
})

test('an input that has no text is refused as without kept steps', () => {
  const { step } = watched()
  for (const input of [undefined, circle, Symbol('input')])
    expect(step(state, input).outcome).toEqual(service.step(state, input).outcome)
})

test('the step of a long input is not kept', () => {
  const { ran, step } = watched()
  const long = request({ a: 'b'.repeat(10_000) })
  step(state, long)
  step(state, long)
  expect(ran).toHaveLength(2)
})

test('of six thousand steps those stay that were used lately', () => {
  const { ran, step } = watched()
  const number = (place: number) => request({ place: String(place) })
  for (let place = 0; place < 3_000; place++) step(state, number(place))
  // The second generation begins: one step of the first is used again, and moves into it.
  step(state, number(3_000))
  step(state, number(0))
  for (let place = 3_001; place < 6_000; place++) step(state, number(place))
  ran.length = 0
  step(state, number(0))
  expect(ran).toHaveLength(0)
  step(state, number(1))
  expect(ran).toHaveLength(1)
})

test('a caller cannot change what another world gets of the same step', () => {
  const base = createWorld({ seed: 'shared' })
  const { page, pageToken } = base.starter()
  const handle = handleOf(base)
  handle.run = keepSteps(handle.run)
  const outcomes = [base.fork(), base.fork()].map((world) => {
    const made = world.as(pageToken).publishPost({ page, message: 'Hello' })
    const refused = world.as('unknown').readUser({ user: 'me' })
    expect(() => (made.events as unknown[]).pop()).toThrow(TypeError)
    expect(() => Object.assign(made.events[0]?.data ?? {}, { changed: true })).toThrow(TypeError)
    expect(() => Object.assign(refused.ok ? {} : refused.error, { message: 'changed' })).toThrow(TypeError)
    return [made.events.length, refused]
  })
  expect(JSON.stringify(outcomes[0])).toBe(JSON.stringify(outcomes[1]))
  expect(outcomes[0]?.[0]).toBeGreaterThan(0)
})
