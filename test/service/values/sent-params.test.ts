import { describe, expect, test } from 'vitest'
import { platformPolicy } from '../../../src/index.ts'
import { withDoubleQuotes } from '../../../src/service/values/json-quotes.ts'
import { begin, forked, get, idsOf } from '../scene.ts'

const start = begin()
const { page, pageToken, userToken, adAccount, form } = start
const token = `access_token=${pageToken}`

describe('of a scalar that is sent twice, the last value counts', () => {
  const { world } = forked(start)
  for (const message of ['a', 'b', 'c']) world.as(pageToken).publishPost({ page, message }).unwrap()
  const lengthOf = (query: string) => idsOf(get(world, `/${page}/feed?${token}&${query}`)).length

  test.each<[string, number]>([
    ['limit=1&limit=2', 2],
    ['limit=2&limit=1', 1],
    ['limit=x&limit=2', 2],
  ])('in a query: %s', (query, length) => {
    expect(lengthOf(query)).toBe(length)
  })

  test('in a url-encoded body', () => {
    const body = `${token}&message=first&message=second&fields=message`
    const url = `/${page}/feed`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const made = world.request({ method: 'POST', url, headers, body })
    expect(JSON.parse(String(made.body))).toMatchObject({ message: 'second' })
  })

  test('the link to the next page keeps the values in their order', () => {
    const { paging } = get(world, `/${page}/feed?${token}&limit=2&limit=1`) as { paging?: { next?: string } }
    expect(paging?.next).toContain('limit=2&limit=1')
    expect(idsOf(get(world, paging?.next ?? ''))).toHaveLength(1)
  })

  test('the last wrong value is the error', () => {
    expect(get(world, `/${page}/feed?${token}&limit=2&limit=x`)).toMatchObject({
      error: { code: 100, message: expect.stringContaining('Param limit must be') },
    })
  })

  test('a list in brackets or in JSON is no scalar', () => {
    for (const query of ['limit[]=1&limit[]=2', `limit=${encodeURIComponent('["1","2"]')}`])
      expect(get(world, `/${page}/feed?${token}&${query}`)).toMatchObject({ error: { code: 100 } })
  })

  test('a list that is sent twice has both values', () => {
    const url = `/act_${adAccount.replace('act_', '')}/campaigns?access_token=${userToken}`
    const query = 'effective_status=ARCHIVED&effective_status=PAUSED'
    expect(idsOf(get(world, `${url}&${query}`))).toEqual(idsOf(get(world, url)))
  })
})

describe('single quotes in the JSON text of a parameter', () => {
  const filter = "[{'field':'time_created','operator':'GREATER_THAN','value':0}]"
  const url = `/${form}/leads?${token}&filtering=${encodeURIComponent(filter)}`

  test('are an error of the contract policy, which says so', () => {
    expect(get(forked(start).world, url)).toMatchObject({
      error: { code: 100, message: expect.stringContaining('JSON has double quotes') },
    })
  })

  test('are read under the platform policy', () => {
    const { world } = forked(start, { policy: platformPolicy })
    expect(idsOf(get(world, url)).length).toBeGreaterThan(0)
    const none = filter.replace("'value':0", "'value':9999999999")
    const late = `/${form}/leads?${token}&filtering=${encodeURIComponent(none)}`
    expect(idsOf(get(world, late))).toEqual([])
  })

  test.each<[string, string]>([
    ["['a']", '["a"]'],
    ["{'a':'b'}", '{"a":"b"}'],
    [`["it's"]`, `["it's"]`],
    [`['say "hi"']`, String.raw`["say \"hi\""]`],
    [String.raw`['it\'s']`, `["it's"]`],
    [String.raw`['a\\']`, String.raw`["a\\"]`],
    [String.raw`["a\"'b"]`, String.raw`["a\"'b"]`],
    ["don't", "don't"],
    ["['open", "['open"],
  ])('%s is read as %s', (text, json) => {
    expect(withDoubleQuotes(text)).toBe(json)
  })

  test('are replaced in time linear in the text', () => {
    for (const piece of ["'", '\\', "'\\", '"', `"'`])
      expect(withDoubleQuotes(`['${piece.repeat(200_000)}`).length).toBeGreaterThan(0)
  })
})

describe('a filter that a list does not have', () => {
  const { world } = forked(start)

  test.each([
    ['since', '1700000000'],
    ['until', '1700000000'],
    ['filtering', '[{"field":"x","operator":"EQUAL","value":1}]'],
    ['metadata', '1'],
  ])('%s is refused, because the list would ignore it', (name, value) => {
    const url = `/${page}/tagged?${token}&${name}=${encodeURIComponent(value)}`
    expect(get(world, url)).toMatchObject({
      error: {
        code: 100,
        message: expect.stringMatching(
          `Param ${name} is not simulated for listTaggedPosts.*parameters are limit, after`,
        ),
      },
    })
  })

  test.each(['since=', 'metadata=0', 'metadata=false', 'filtering=', 'locale=en_US', 'debug=all'])(
    '%s asks for nothing',
    (query) => {
      expect(get(world, `/${page}/tagged?${token}&${query}`)).toHaveProperty('data')
    },
  )

  test('metadata of a read of one object is refused, because its answer would lack a member', () => {
    const message = expect.stringMatching(
      /^\(#100\) Param metadata is not simulated for \w+, .* leave it out$/,
    )
    expect(get(world, `/${page}?${token}&metadata=1`)).toMatchObject({ error: { code: 100, message } })
    expect(get(world, `/${page}?${token}&metadata=0`)).toHaveProperty('id', page)
  })

  test('metadata of a write is ignored', () => {
    const outcome = world.request({ method: 'POST', path: `/${page}/feed?${token}&message=hi&metadata=1` })
    expect(outcome).toMatchObject({ status: 200 })
  })

  test('since of a read of one object is ignored', () => {
    expect(get(world, `/${page}?${token}&since=1`)).toHaveProperty('id', page)
  })
})
