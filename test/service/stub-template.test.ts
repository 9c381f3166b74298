import { describe, expect, test } from 'vitest'
import { restoreWorld } from '../../src/index.ts'
import { begin, forked, jsonOf } from './scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { page, pageToken } = start
const route = 'POST /{page}/messages'
const send = (world: typeof start.world, params = {}) =>
  jsonOf(
    world.request({
      method: 'POST',
      path: `/${page}/messages`,
      params: { ...params, access_token: pageToken },
    }),
  )

describe('a stub with template', () => {
  test('counts its calls, so that two give two records', () => {
    const { world } = forked(start)
    world.stub(route, { id: 'm_{{count}}', to: { ids: ['u_{{ count }}'] }, n: 1 }, { template: true })
    expect([1, 2].map(() => send(world))).toEqual([
      { id: 'm_1', to: { ids: ['u_1'] }, n: 1 },
      { id: 'm_2', to: { ids: ['u_2'] }, n: 1 },
    ])
  })

  test.each([
    ['{{params.message}}!', { message: 'Hello' }, 'Hello!'],
    ['{{params.to}}', { to: '{"id":"1"}' }, '{"id":"1"}'],
    ['{{params.message}}', {}, ''],
    ['{{params.message}}', { message: '{{count}}' }, '{{count}}'],
    ['{{nothing}} {{count', {}, '{{nothing}} {{count'],
    ['{{params.constructor}}', {}, ''],
    ['{{count}}{{count}}', {}, '11'],
  ])('fills %s with %j: %s', (text, params, filled) => {
    const { world } = forked(start)
    world.stub(route, { text }, { template: true })
    expect(send(world, params)).toEqual({ text: filled })
  })

  test('goes on counting in a fork and in a snapshot', () => {
    const { world } = forked(start)
    world.stub(route, { id: '{{count}}' }, { template: true })
    send(world)
    for (const copy of [world.fork(), restoreWorld(world.snapshot())]) expect(send(copy)).toEqual({ id: '2' })
  })

  test('is asked for: without it, braces are text', () => {
    const { world } = forked(start)
    world.stub(route, { id: '{{count}}' })
    expect(send(world)).toEqual({ id: '{{count}}' })
  })
})
