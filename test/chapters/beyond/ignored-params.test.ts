import { expect, test } from 'vitest'
import { begin, forked } from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { page, pageToken, userToken } = start

/** Makes a request, and returns the names of ignored parameters in the call log. */
function ignored(path: string, params: object, { world } = forked(start)) {
  world.request({ method: 'GET', path, params: { access_token: userToken, ...params } })
  return world.calls.all().at(-1)?.ignored
}

test('the call log names the parameters that an endpoint ignored, and no values', () => {
  const scene = forked(start)
  const params = { cursor: 'secret-value', limit: 5, fields: 'id', access_token: pageToken }
  expect(ignored(`/${page}/leadgen_forms`, params, scene)).toEqual(['cursor'])
  expect(JSON.stringify(scene.world.calls.all())).not.toContain('secret-value')
})

test.each([
  {},
  { limit: 1 },
  { fields: 'id' },
  { appsecret_proof: 'x' },
  { appsecret_proof: 'x', appsecret_time: '1' },
])('an entry without ignored parameters has no such list: %j', (params) => {
  const scene = forked(start)
  ignored('/me/accounts', params, scene)
  expect(scene.world.calls.all().at(-1)).not.toHaveProperty('ignored')
})

test('fields are ignored where a read has no records to select from', () => {
  expect(ignored('/me/permissions', { fields: 'status' })).toEqual(['fields'])
})

test('a read of several ids ignores nothing itself: each of its reads does', () => {
  const scene = forked(start)
  ignored('/', { ids: page, fields: 'name', cursor: '1' }, scene)
  expect(scene.world.calls.all().slice(-2)).toMatchObject([
    { operation: 'readMany' },
    { operation: 'readPage', ignored: ['cursor'] },
  ])
  expect(scene.world.calls.all().at(-2)).not.toHaveProperty('ignored')
})

test('a typed call ignores none of its own parameters', () => {
  const { world } = forked(start)
  world.as(pageToken).listPageFeed({ page }).unwrap()
  expect(world.calls.all().at(-1)).not.toHaveProperty('ignored')
})

test('the list is bounded in names, and each in characters', () => {
  const names = Array.from({ length: 100 }, (_, at) => `${at}-`.padEnd(1_000, 'x'))
  const list = ignored('/me', Object.fromEntries(names.map((name) => [name, '1']))) ?? []
  expect(list).toHaveLength(20)
  expect(Math.max(...list.map((name) => name.length))).toBe(60)
})

test('the default policy logs no such list', () => {
  const { world } = begin()
  const scene = { ...start, world }
  expect(ignored('/me', { cursor: '1' }, scene)).toBeUndefined()
})
