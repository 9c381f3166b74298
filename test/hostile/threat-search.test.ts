import { describe, expect, test } from 'vitest'
import { createWorld } from '../../src/index.ts'
import { expectCheap } from './cost.ts'

interface Indicator {
  readonly indicator: string
  readonly description: string
  readonly addedOn?: number
}

/** A world with these indicators of type URI, and one indicator of type DOMAIN that is the newest. */
function worldWith(indicators: Iterable<Indicator>) {
  const world = createWorld({ history: 'off', now: '2026-01-15T09:00:00Z' })
  const { token } = world.actions.createApp({ name: 'Hunter' }).unwrap()
  const yesterday = world.clock.now / 1000 - 86_400
  for (const indicator of indicators)
    world.actions.addThreatIndicator({ type: 'URI', addedOn: yesterday, ...indicator }).unwrap()
  world.actions.addThreatIndicator({ indicator: 'new', type: 'DOMAIN', description: 'Found' }).unwrap()
  const search = (query: string) => {
    const { status, body } = world.request({
      method: 'GET',
      url: `/threat_indicators?access_token=${token}&${query}`,
    })
    return { status, ...JSON.parse(String(body)) } as {
      status: number
      data?: { indicator: string }[]
      error?: { code: number; message: string }
    }
  }
  const batch = (...queries: readonly string[]) => {
    const calls = queries.map((query) => ({ relative_url: `threat_indicators?${query}` }))
    const { body } = world.request({
      method: 'POST',
      url: `/?access_token=${token}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ batch: calls }),
    })
    return (JSON.parse(String(body)) as { code: number; body: string }[]).map(({ code, body: text }) => ({
      code,
      data: (JSON.parse(text) as { data?: { indicator: string }[] }).data?.map(({ indicator }) => indicator),
    }))
  }
  return { world, search, batch }
}

const most = 16_777_216
const each = 1_048_576

/** Indicators whose texts have this many characters together. */
function* longIndicators(count: number, characters: number): Generator<Indicator> {
  for (let place = 0; place < count; place++) {
    const indicator = String(place).padStart(5, '0')
    yield { indicator, description: 'x'.repeat(characters - indicator.length - 'URI'.length) }
  }
}

// 64 more characters count for each indicator.
const long = worldWith(longIndicators(20, each))
const MESSAGE = new RegExp(`Param text needs a search of .* at most ${most} characters`)

describe('a text search', () => {
  test.each(['text=zzq', 'text=zzq&sort_by=CREATE_TIME', 'text=zzq&strict_text=true', 'text=Found'])(
    'that exceeds the bound is refused, and the message names the bound: %s',
    (query) => {
      const { status, error } = long.search(query)
      expect([status, error?.code]).toEqual([400, 100])
      expect(error?.message).toMatch(MESSAGE)
    },
  )

  test('of a narrower type or time stays within the bound, and is right', () => {
    const found = [{ indicator: 'new' }]
    expect(long.search('text=found&type=DOMAIN').data).toMatchObject(found)
    expect(long.search('text=found&since=2026-01-15T00:00:00Z').data).toMatchObject(found)
    expect(long.search('text=zzq&type=DOMAIN').data).toEqual([])
  })

  test('by time reads no further than its page', () => {
    const { data } = long.search('text=x&sort_by=CREATE_TIME&limit=3')
    expect(data?.map(({ indicator }) => indicator)).toEqual(['00019', '00018', '00017'])
  })

  test('up to the bound finds all, and of one indicator more nothing', () => {
    const count = 64
    const characters = most / count - 64
    const newest = 'newDOMAINFound'.length + 64
    const full = worldWith(longIndicators(count - 1, characters))
    expect(newest).toBeLessThan(characters)
    expect(full.search('text=X&limit=1000').data).toHaveLength(count - 1)
    const over = worldWith(longIndicators(count, characters))
    expect(over.search('text=X&limit=1000').error?.code).toBe(100)
    expect(over.search('text=X&limit=1000&type=URI').data).toHaveLength(count)
  })

  test('of a batch shares the bound with the searches before it, and other calls do not', () => {
    const half = worldWith(longIndicators(9, each - 64))
    const answers = half.batch('text=x&limit=1', 'text=x&limit=1', 'text=found&type=DOMAIN', 'limit=1')
    expect(answers).toEqual([
      { code: 200, data: ['00008'] },
      { code: 400, data: undefined },
      { code: 400, data: undefined },
      { code: 200, data: ['new'] },
    ])
    expect(half.search('text=found').data).toMatchObject([{ indicator: 'new' }])
  })

  test('costs at most as much for a batch of 50 as 16 MiB of text do', () => {
    const queries = Array<string>(50).fill('text=zzq')
    expect(new Set(long.batch(...queries).map(({ code }) => code))).toEqual(new Set([400]))
    const plain = 'x'.repeat(most)
    expectCheap(
      () => long.batch(...queries),
      () => JSON.parse(JSON.stringify([plain])),
      10,
    )
  })
})

describe('the texts of an indicator', () => {
  const add = (description: string, threatTypes: readonly string[] = []) =>
    createWorld().actions.addThreatIndicator({ indicator: 'one', type: 'URI', threatTypes, description })
  const room = each - 'oneURI'.length

  test('have a bound, which the message names', () => {
    expect(add('x'.repeat(room)).ok).toBe(true)
    expect(() => add('x'.repeat(room + 1)).unwrap()).toThrow(
      `at most ${each} characters together, got 1048577`,
    )
    expect(() => add('x'.repeat(room - 1), ['AB']).unwrap()).toThrow(`got ${each + 1}`)
  })
})
