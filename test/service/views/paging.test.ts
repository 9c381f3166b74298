import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pageOf, readerOfRows } from '../../../src/service/views/paging.ts'
import type { World } from '../../../src/world/world.ts'
import { begin, call, forked, get, idsOf, refusedBy, type Scene } from '../scene.ts'

interface Page {
  readonly data: readonly { readonly id: string }[]
  readonly paging: {
    readonly cursors?: { readonly before: string; readonly after: string } | undefined
    readonly next?: string | undefined
    readonly previous?: string | undefined
  }
}

const start = begin()

/** A page with so many posts, a minute apart; the ids newest first. */
function withPosts(count: number): { scene: Scene; ids: string[] } {
  const scene = forked(start)
  const { world, page, pageToken } = scene
  const ids = Array.from({ length: count }, (_, index) => {
    world.clock.advance('1m')
    return world
      .as(pageToken)
      .publishPost({ page, message: `Post ${index}` })
      .unwrap().id
  })
  return { scene, ids: ids.reverse() }
}

const { scene, ids } = withPosts(30)
const { world, page, pageToken, form, userToken } = scene

const feed = (params: object, from: World = world): Page =>
  call(from, pageToken, 'listPageFeed', { page, fields: 'id', ...params }).unwrap() as unknown as Page
const refused = (params: object) =>
  refusedBy(world, () => call(world, pageToken, 'listPageFeed', { page, ...params }))
const cursorsOf = ({ paging }: Page) => paging.cursors ?? { before: '', after: '' }

describe('limit', () => {
  test('is 25 when it is left out, and the newest come first [CNV-005, CNV-010..011, FEE-134]', () => {
    expect(idsOf(feed({}))).toEqual(ids.slice(0, 25))
  })

  test.each([
    [1, 1],
    ['7', 7],
    [30, 30],
    [100, 30],
  ])('%j gives %i rows [FEE-134]', (limit, count) => {
    expect(idsOf(feed({ limit }))).toEqual(ids.slice(0, count))
  })

  test.each([0, '0', -1, '-1', 1.5, '1.5', 'NaN', 'ten', '', null, true, [5], '9223372036854775807'])(
    '%j is refused',
    (limit) => {
      const { code, message } = refused({ limit })
      expect(code).toBe(100)
      expect(message).toMatch(/^\(#100\) Param limit must be an integer from 1 to /)
    },
  )

  test.each([1, '1', 2])('%j is accepted by a list without a maximum', (limit) => {
    const list = call(world, userToken, 'listFormLeads', { form, limit, fields: 'id' }).unwrap()
    expect(idsOf(list)).toHaveLength(Number(limit))
  })

  test('above 1,000 is reduced to 1,000 on a list without a maximum', () => {
    const other = start.world.fork()
    const answers = { full_name: 'A', email: 'a@example.test' }
    const had = 3
    for (let index = had; index < 1_001; index += 1) other.actions.submitLead({ form, answers }).unwrap()
    for (const limit of [1_000, 1_001, '999999999']) {
      const list = call(other, userToken, 'listFormLeads', { form, limit, fields: 'id' }).unwrap()
      expect(idsOf(list)).toHaveLength(1_000)
      expect(list['paging']).toHaveProperty('next')
    }
  })
})

describe('paging', () => {
  test('of an empty list is an empty object [CNV-011]', () => {
    expect(feed({}, start.world)).toEqual({ data: [], paging: {} })
  })

  test('has two opaque cursors, and no link when all is on one page [CNV-012..014]', () => {
    const { paging } = feed({ limit: 30 })
    expect(paging).toEqual({ cursors: { before: expect.any(String), after: expect.any(String) } })
    for (const cursor of Object.values(cursorsOf(feed({})))) expect(cursor).toMatch(/^[\w-]+$/)
  })

  test.each([
    ['the first', {}, true, false],
    ['one in the middle', { after: cursorsOf(feed({ limit: 5 })).after }, true, true],
    ['the last', { after: cursorsOf(feed({ limit: 20 })).after }, false, true],
    [
      'one found backwards',
      { before: cursorsOf(feed({ limit: 20, after: cursorsOf(feed({ limit: 15 })).after })).before },
      true,
      true,
    ],
    [
      'the first found backwards',
      { before: cursorsOf(feed({ limit: 5, after: cursorsOf(feed({ limit: 10 })).after })).before },
      true,
      false,
    ],
  ])('links from %s page to the pages that have rows [CNV-015]', (_, where, next, previous) => {
    const { paging } = feed({ limit: 10, ...where })
    expect(['next' in paging, 'previous' in paging]).toEqual([next, previous])
  })

  test('the page after the last row is empty, and so is the one before the first', () => {
    expect(feed({ after: cursorsOf(feed({ limit: 30 })).after })).toEqual({ data: [], paging: {} })
    expect(feed({ before: cursorsOf(feed({})).before })).toEqual({ data: [], paging: {} })
  })
})

describe('a cursor', () => {
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const list = JSON.parse(Buffer.from(cursorsOf(feed({})).after, 'base64url').toString())[0] as string

  test.each([
    ['123,000 elements', Array(123_000).fill(1), 'of at most 4096 characters, got 3'],
    ['123,000 wrong elements', Array(123_000).fill(null), 'of at most 4096 characters, got 8'],
    ['17 elements', Array(17).fill(1), ', got "'],
    ['an element that is no number and no text', [null], ', got "'],
    ['no list of elements', 1, ', got "'],
  ])('of %s is refused', (_, position, why) => {
    const { code, message } = refused({ after: encoded([list, position]) })
    expect([code, message]).toEqual([
      100,
      expect.stringContaining(`a cursor of this list${why === ', got "' ? '' : ' '}${why}`),
    ])
  })

  test('has at most 4,096 characters, and the error of a longer one says so', () => {
    expect(refused({ after: 'x'.repeat(4_096) }).message).toMatch(/a cursor of this list, got "x+/)
    expect(refused({ after: 'x'.repeat(4_097) }).message).toContain(
      'a cursor of this list of at most 4096 characters, got 4097 characters',
    )
  })

  const [time = 0, id = 0] = JSON.parse(
    Buffer.from(cursorsOf(feed({ limit: 3 })).after, 'base64url').toString(),
  )[1] as number[]

  // SIL-025: a cursor is a sort key and an id, and a malformed one is an error of code 100.
  test.each([
    ['no element', []],
    ['one element, behind all rows', [1]],
    ['one element, before all rows', [time * 2]],
    ['three elements', [time, id, 3]],
    ['texts', ['a', 'b', 3]],
    ['a text as its sort key', [String(time), id]],
    ['a text as its id', [time, String(id)]],
    ['16 elements', Array(16).fill(0)],
  ])('with a position of %s is refused, as one with a further member is', (_, position) => {
    for (const name of ['after', 'before'])
      for (const cursor of [encoded([list, position]), encoded([list, [time, id], 'more'])]) {
        const { code, message } = refused({ [name]: cursor })
        expect([code, message]).toEqual([
          100,
          expect.stringContaining(`Param ${name} must be a cursor of this list, got "`),
        ])
      }
    expect(idsOf(feed({ after: encoded([list, [time, id]]), limit: 1 }))).toEqual([ids[3]])
  })

  const { after } = cursorsOf(feed({ limit: 3 }))

  test('gives the rows after it, or those before it in the same order', () => {
    expect(idsOf(feed({ after, limit: 2 }))).toEqual(ids.slice(3, 5))
    expect(idsOf(feed({ before: cursorsOf(feed({ after, limit: 2 })).before, limit: 2 }))).toEqual(
      ids.slice(1, 3),
    )
  })

  // The Base64 reader of the platform would pass over white space: behind and before a cursor it is junk.
  const junk = [' ', '\n', '\t', '=', '.', '%'].flatMap((text) => [`${text}${after}`, `${after}${text}`])

  test.each(['', 'x', '%', 'e30', 'bnVsbA', 'WzFd', `${after}x`, after.slice(1), '1', 'W10', ...junk])(
    'that is malformed is refused: %j',
    (cursor) => {
      for (const name of ['after', 'before']) {
        const { code, message } = refused({ [name]: cursor })
        expect(code).toBe(100)
        expect(message.startsWith(`(#100) Param ${name} must be a cursor of this list, got "`)).toBe(true)
      }
    },
  )

  test('of another list is refused', () => {
    const leads = call(world, userToken, 'listFormLeads', { form }).unwrap() as unknown as Page
    expect(refused({ after: cursorsOf(leads).after }).code).toBe(100)
    const other = world.fork()
    const second = other.actions.createPage({ name: 'Second', administrators: [scene.user] }).unwrap().id
    const params = { page: second, after }
    expect(refusedBy(other, () => call(other, userToken, 'listPageFeed', params)).code).toBe(100)
  })

  test('cannot be combined with one for the other direction', () => {
    const both = refused({ after, before: after })
    expect(both).toMatchObject({ code: 100, message: '(#100) Params after and before exclude each other' })
  })

  test('stays valid after its row is removed', () => {
    const other = start.world.fork()
    const uploads = Array.from({ length: 4 }, () => {
      other.clock.advance('1m')
      return other.as(pageToken).uploadPagePhoto({ page, url: 'https://img.test/a.png' }).unwrap()
    }).reverse()
    const [, second, third, fourth] = uploads
    const two = feed({ limit: 2 }, other)
    expect(idsOf(two).at(-1)).toBe(second?.post_id)
    other
      .as(pageToken)
      .deletePhoto({ photo: second?.id ?? '' })
      .unwrap()
    expect(idsOf(feed({ after: cursorsOf(two).after }, other))).toEqual([third?.post_id, fourth?.post_id])
  })
})

describe('the links', () => {
  test('are absolute and carry every parameter, the token too, so that they can be used as they are [CNV-015]', () => {
    const fields = 'message,created_time'
    const url = `https://graph.test/v19.0/${page}/feed?limit=12&fields=${fields}&is_published=true&access_token=${pageToken}`
    const seen: string[] = []
    let list = get(world, url) as unknown as Page
    const first = list
    for (;;) {
      seen.push(...idsOf(list))
      const { next } = list.paging
      if (next === undefined) break
      const { origin, pathname, searchParams } = new URL(next)
      expect(origin + pathname).toBe(`https://graph.test/v19.0/${page}/feed`)
      expect(Object.fromEntries(searchParams)).toEqual({
        limit: '12',
        fields,
        is_published: 'true',
        access_token: pageToken,
        after: cursorsOf(list).after,
      })
      list = get(world, next) as unknown as Page
    }
    expect(seen).toEqual(ids)
    const middle = get(world, list.paging.previous ?? '') as unknown as Page
    expect(idsOf(middle)).toEqual(ids.slice(12, 24))
    expect(idsOf(get(world, middle.paging.previous ?? ''))).toEqual(idsOf(first))
  })

  test('lead to the origin of the request', () => {
    const request = {
      method: 'GET',
      url: `http://127.0.0.1:8080/${page}/feed?limit=1&access_token=${pageToken}`,
    }
    const { paging } = JSON.parse(String(world.request(request).body)) as Page
    expect(paging.next?.startsWith(`http://127.0.0.1:8080/${page}/feed?`)).toBe(true)
  })

  test('of a typed call are links too [CNV-001]', () => {
    const { next = '' } = feed({ limit: 20, fields: ['message'], is_published: true }).paging
    expect(next.startsWith(`https://graph.test/${page}/feed?`)).toBe(true)
    expect(idsOf(get(world, next))).toEqual(ids.slice(20))
  })
})

describe('a list of an array of rows', () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  const places = names.map((name, at) => [[at], name] as const)
  const read = (where: object, ascending = false) => {
    const reading = readerOfRows('letters', places, (name) => [names.indexOf(name)], ascending)
    const page = pageOf(reading, { limit: 2, ...where }, (name) => ({ id: name }))
    if ('code' in page) throw new Error(page.message)
    return page
  }
  /** The cursor at a letter, taken from a page of that letter alone. */
  const at = (name: string, ascending = false) => {
    const before = (ascending ? names : names.toReversed()).indexOf(name)
    const { after } = cursorsOf(read({ limit: before + 1 }, ascending))
    return after
  }

  test.each<[string, object, boolean, string, boolean, boolean]>([
    ['from the highest on', {}, false, 'ed', true, false],
    ['behind a row', { after: at('d') }, false, 'cb', true, true],
    ['behind the last row but one', { after: at('b') }, false, 'a', false, true],
    ['behind the last row', { after: at('a') }, false, '', false, false],
    ['behind the last row, with room for all', { after: at('a'), limit: 9 }, false, '', false, false],
    ['before the first row, with room for all', { before: at('e'), limit: 9 }, false, '', false, false],
    ['before a row', { before: at('b') }, false, 'dc', true, true],
    ['before the second row', { before: at('d') }, false, 'e', true, false],
    ['before the first row', { before: at('e') }, false, '', false, false],
    ['from the lowest on', {}, true, 'ab', true, false],
    ['upwards behind a row', { after: at('b', true) }, true, 'cd', true, true],
    ['upwards behind the last row', { after: at('e', true) }, true, '', false, false],
    ['upwards before a row', { before: at('d', true) }, true, 'bc', true, true],
    ['upwards before the first row', { before: at('a', true) }, true, '', false, false],
  ])('is read %s', (_, where, ascending, expected, next, previous) => {
    const page = read(where, ascending)
    expect(idsOf(page).join('')).toBe(expected)
    expect(['next' in page.paging, 'previous' in page.paging]).toEqual([next, previous])
  })

  test('has no page before a removed row if all rows before it are removed too', () => {
    const left = places.slice(0, 3)
    const page = pageOf(
      readerOfRows('letters', left, (name) => [names.indexOf(name)]),
      { limit: 2, after: at('d') },
      (name) => ({ id: name }),
    )
    expect(page).toMatchObject({ data: [{ id: 'c' }, { id: 'b' }] })
    expect('paging' in page && ['next' in page.paging, 'previous' in page.paging]).toEqual([true, false])
  })

  test('is empty if there are no rows', () => {
    const page = pageOf(
      readerOfRows('letters', [], () => []),
      { limit: 2 },
      () => ({ id: '' }),
    )
    expect(page).toEqual({ data: [], paging: {} })
  })
})

describe('walking a list', () => {
  const { scene: small, ids: all } = withPosts(7)

  test('with any limit visits every row once, in order, forwards and backwards', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }), (limits) => {
        const seen: string[] = []
        let last: Page | undefined
        for (let turn = 0; ; turn += 1) {
          const after = last && cursorsOf(last).after
          const list = feed({ limit: limits[turn % limits.length], ...(after && { after }) }, small.world)
          if (list.data.length === 0) break
          seen.push(...idsOf(list))
          last = list
        }
        expect(seen).toEqual(all)
        const back: string[] = idsOf(last ?? { data: [] })
        for (let turn = 0; last && 'previous' in last.paging; turn += 1) {
          const { before } = cursorsOf(last)
          last = feed({ limit: limits[turn % limits.length], before }, small.world)
          back.unshift(...idsOf(last))
        }
        expect(back).toEqual(all)
      }),
      { numRuns: 40 },
    )
  })

  test('while rows come and go never repeats a row and never skips one that stays', () => {
    const change = fc.record({
      limit: fc.integer({ min: 1, max: 3 }),
      adds: fc.boolean(),
      removes: fc.nat({ max: 9 }),
    })
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 10 }), (changes) => {
        const other = start.world.fork()
        const caller = other.as(pageToken)
        const add = () => {
          const { id, post_id: post = '' } = caller
            .uploadPagePhoto({ page, url: 'https://img.test/a.png' })
            .unwrap()
          return { id, post }
        }
        const rows = Array.from({ length: 8 }, add)
        const gone = new Set<string>()
        const seen: string[] = []
        let after: string | undefined
        for (let turn = 0; ; turn += 1) {
          const { limit, adds, removes } = changes[turn % changes.length] ?? {
            limit: 1,
            adds: false,
            removes: 9,
          }
          const list = feed({ limit, ...(after !== undefined && { after }) }, other)
          if (list.data.length === 0) break
          seen.push(...idsOf(list))
          after = cursorsOf(list).after
          if (adds) add()
          const target = rows[removes]
          if (!target || gone.has(target.post)) continue
          caller.deletePhoto({ photo: target.id }).unwrap()
          gone.add(target.post)
        }
        expect(new Set(seen).size).toBe(seen.length)
        const stayed = rows.map(({ post }) => post).filter((post) => !gone.has(post))
        expect(seen.filter((id) => stayed.includes(id))).toEqual(stayed.reverse())
      }),
      { numRuns: 40 },
    )
  })
})
