import { describe, expect, test } from 'vitest'
import { createWorld, type World } from '../../src/index.ts'
import type { Fault } from '../../src/world/faults.ts'
import { jsonOf } from '../service/scene.ts'

interface Page {
  readonly data: readonly { readonly id: string }[]
  readonly paging: {
    readonly cursors?: { readonly before: string; readonly after: string }
    readonly next?: string
  }
}

const { names } = createWorld({ starter: true, seed: 'pages' })

/** A world with twelve leads, and a fault that acts so many times. */
function worldWith(
  fault: Fault,
  { times = 1, skip = 0, policy = 'contract' as 'contract' | 'platform' } = {},
) {
  const world = createWorld({ seed: 'pages', policy, starter: true })
  for (let lead = 0; lead < 9; lead++)
    world.actions
      .submitLead({ form: names.form, answers: { full_name: `P${lead}`, email: 'a@b.test' } })
      .unwrap()
  const rule = world.faults.add({ match: { operation: 'listFormLeads' }, fault, times, skip })
  return { world, rule }
}

const path = `/v24.0/${names.form}/leads?limit=5&fields=id&access_token=${names.pageToken}`
const read = (world: World, url = path) => world.request({ method: 'GET', url })
const pageAt = (world: World, url = path): Page => jsonOf(read(world, url)) as unknown as Page

/** Follows `next`, or the cursors, from the beginning to the end. */
function pagesOf(world: World, by: 'next' | 'cursors'): Page[] {
  const pages: Page[] = []
  for (let url: string | undefined = path; url !== undefined && pages.length < 30; ) {
    const page = pageAt(world, url)
    pages.push(page)
    const { next, cursors } = page.paging
    url = next && (by === 'next' ? next : `${path}&after=${cursors?.after}`)
  }
  return pages
}

const sizes = (pages: readonly Page[]) => pages.map(({ data }) => data.length)
const idsIn = (pages: readonly Page[]) => pages.flatMap(({ data }) => data.map(({ id }) => id))

describe.each(['next', 'cursors'] as const)('a client that follows %s', (by) => {
  test.each<[string, Fault, { times?: number; skip?: number }, number[]]>([
    ['an empty first page', { kind: 'emptyPage' }, {}, [0, 5, 5, 2]],
    ['an empty page in the middle', { kind: 'emptyPage' }, { skip: 1 }, [5, 0, 5, 2]],
    ['two empty pages in a row', { kind: 'emptyPage' }, { times: 2 }, [0, 0, 5, 5, 2]],
    ['a page of one row', { kind: 'shortPage' }, {}, [1, 5, 5, 1]],
    ['pages of three rows', { kind: 'shortPage', rows: 3 }, { times: 9 }, [3, 3, 3, 3]],
    ['a page that is no shorter', { kind: 'shortPage', rows: 9 }, {}, [5, 5, 2]],
  ])('gets all rows once, with %s', (_title, fault, more, expected) => {
    const whole = idsIn(pagesOf(createWorld({ seed: 'pages', starter: true }), 'next'))
    const { world, rule } = worldWith(fault, more)
    const pages = pagesOf(world, by)
    expect(sizes(pages)).toEqual(expected)
    expect(rule.hits).toBeGreaterThan(0)
    const ids = idsIn(pages)
    expect(new Set(ids).size).toBe(12)
    expect(ids).toHaveLength(12)
    expect(ids).toEqual(expect.arrayContaining(whole))
    expect(ids).toEqual(idsIn(pagesOf(world, 'next')))
  })
})

test('an empty page keeps the limit of its links, and an empty list has none', () => {
  const { world } = worldWith({ kind: 'emptyPage' })
  expect(pageAt(world).paging.next).toContain('limit=5')
  const none = createWorld({ seed: 'pages', starter: true })
  none.faults.add({ match: { operation: 'listTaggedPosts' }, fault: { kind: 'emptyPage' } })
  const { id } = none.actions.createPage({ name: 'Empty', administrators: [names.user] }).unwrap()
  expect(pageAt(none, `/v24.0/${id}/tagged?access_token=${names.userToken}`)).toEqual({
    data: [],
    paging: {},
  })
})

describe('an expired cursor', () => {
  test.each([
    ['contract', 100, '(#100) The cursor has expired: read the list from its beginning'],
    ['platform', 2642, '(#2642) Invalid cursors values'],
  ] as const)('under %s is %i (facebook-java-business-sdk#292)', (policy, code, message) => {
    const { world, rule } = worldWith({ kind: 'expiredCursor' }, { policy })
    const { paging } = pageAt(world)
    expect(rule.hits).toBe(0)
    const refused = read(world, paging.next)
    expect(refused.status).toBe(400)
    expect(jsonOf(refused)).toMatchObject({ error: { code, message } })
    expect(sizes([pageAt(world, paging.next)])).toEqual([5])
  })

  test('is met by a read before it too, and in a batch', () => {
    const { world } = worldWith({ kind: 'expiredCursor' }, { times: 2 })
    const { cursors } = pageAt(world).paging
    expect(read(world, `${path}&before=${cursors?.after}`).status).toBe(400)
    const batch = JSON.stringify([
      { method: 'GET', relative_url: `${names.form}/leads?after=${cursors?.after}` },
    ])
    const url = `/v24.0/?batch=${encodeURIComponent(batch)}&access_token=${names.pageToken}`
    expect(jsonOf(world.request({ method: 'POST', url }))).toMatchObject([{ code: 400 }])
  })
})

test('an empty page does not hide the rows before a cursor', () => {
  const { world } = worldWith({ kind: 'emptyPage' }, { skip: 1 })
  const { cursors } = pageAt(world).paging
  expect(pageAt(world, `${path}&before=${cursors?.after}`).data).toHaveLength(4)
})

test.each<[Fault, RegExp]>([
  [{ kind: 'emptyPage' }, /readLead is not the read of a list: only that has pages and cursors/],
  [{ kind: 'shortPage' }, /readLead is not the read of a list/],
  [{ kind: 'expiredCursor' }, /readLead is not the read of a list/],
])('%j is refused for what is no list', (fault, message) => {
  const world = createWorld()
  expect(() => world.faults.add({ match: { operation: 'readLead' }, fault })).toThrow(message)
  expect(() => world.faults.add({ match: {}, fault: { kind: 'shortPage', rows: 0 } })).toThrow(TypeError)
})

test('faults of pages of any call meet lists alone', () => {
  const world = createWorld({ seed: 'pages', starter: true })
  const rule = world.faults.add({ match: {}, fault: { kind: 'emptyPage' } })
  read(world, `/v24.0/${names.form}?access_token=${names.pageToken}`)
  expect(rule.hits).toBe(0)
  expect(pageAt(world).data).toEqual([])
  expect(rule.hits).toBe(1)
})
