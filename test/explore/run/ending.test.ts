import { expect, test } from 'vitest'
import type { Process, ProcessContext } from '../../../src/explore/run/options/options.ts'
import {
  belowEach,
  type Ending,
  endingOf,
  mirroredIn,
  replaceIds,
} from '../../../src/explore/search/play/ending.ts'
import type { Story } from '../../../src/explore/search/story/story.ts'
import { job, lead, play, post, world as starterWorld, wait } from '../play.ts'

test('a photo that names its post in two columns is below the post once', () => {
  const first = { row: { id: 1, kind: 'posts', photos: ['2'] }, text: 'a post' }
  const photo = { row: { id: 2, kind: 'photos', story: '1', posts: ['1'] }, text: 'a photo' }
  expect(belowEach([first, photo])).toEqual(
    new Map([
      ['a post', ['a photo']],
      ['a photo', ['a post']],
    ]),
  )
})

test('what is below is so at every depth, and nothing is below itself or below a row that is not there', () => {
  const rows = [
    { row: { id: 1, kind: 'posts', parent: '1' }, text: 'a post' },
    { row: { id: 2, kind: 'comments', post: '1' }, text: 'a comment' },
    { row: { id: 3, kind: 'comments', post: 9, parent: 2 }, text: 'a reply' },
    { row: { id: 4, kind: 'posts', photos: ['5', '6'] }, text: 'another post' },
    { row: { id: 5, kind: 'photos', albums: ['9', '4'] }, text: 'a photo' },
  ]
  expect(belowEach(rows)).toEqual(
    new Map([
      ['a post', ['a comment', 'a reply']],
      ['a comment', ['a reply']],
      ['a reply', []],
      ['another post', ['a photo']],
      ['a photo', ['another post']],
    ]),
  )
})

/** The rows that one run made: a lead with a name of its own, a post, and what they own. */
const [leadId, otherLeadId, madeId, otherMadeId] = [
  665306000000021, 665306000000022, 665306000000031, 665306000000032,
]
const olderId = 665306000000001
const names = {
  labels: new Map([
    [leadId, 'lead A'],
    [otherLeadId, 'lead B'],
  ]),
  firstId: leadId,
}

test.each([
  ['the id of a fact', `${leadId}`, 'lead A'],
  ['an id of the code under test', `${madeId}`, 'made'],
  ['an id that was there before', `${olderId}`, `${olderId}`],
  ['ids within a text', `/${olderId}_${madeId}/of-${leadId}?`, `/${olderId}_made/of-lead A?`],
  ['an id after a control character', `\u0001${leadId}`, '\u0001lead A'],
  ['an id after a line break', `lead\n${leadId}`, 'lead\nlead A'],
  ['14 digits', '99999999999999', '99999999999999'],
  ['no digits', 'lead', 'lead'],
])('%s is named', (_, text, named) => {
  expect(replaceIds(text, names)).toBe(named)
})

const isEqual = [true, 'are equal'] as const
const differs = [false, 'differ'] as const

test.each<[what: string, one: unknown, other: unknown, verdict: readonly [boolean, string]]>([
  ['members in another order', { a: 1, b: 2 }, { b: 2, a: 1 }, isEqual],
  ['members of nested objects in another order', [{ x: { a: 1, b: 2 } }], [{ x: { b: 2, a: 1 } }], isEqual],
  ['items of a list in another order', [1, 2], [2, 1], differs],
  ['a member that is undefined, and none', { a: 1, b: undefined }, { a: 1 }, isEqual],
  ['a member that is null, and none', { a: 1, b: null }, { a: 1 }, differs],
  ['an id as a number, and as a text', { lead: leadId }, { lead: `${leadId}` }, isEqual],
  ['an id as a number, and its name', leadId, 'lead A', isEqual],
  ['ids of two facts', leadId, otherLeadId, differs],
  ['two ids that the code made', { post: madeId }, { post: otherMadeId }, isEqual],
  ['an id that was there before, and a new one', olderId, madeId, differs],
  ['a small number as a number, and as a text', 17, '17', differs],
  ['numbers with many digits behind the point', 0.665306000000031, 0.665306000000032, differs],
  ['such a number, and itself in a list', [0.123456789012345], [0.123456789012345], isEqual],
  ['an id as the name of a member', { [madeId]: 'x' }, { [otherMadeId]: 'x' }, isEqual],
  [
    'values of members whose names are ids that the code made',
    { [madeId]: 'x', [otherMadeId]: 'y' },
    { [madeId]: 'z', [otherMadeId]: 'y' },
    differs,
  ],
  [
    'such members that were made in another order',
    { [madeId]: 'x', [otherMadeId]: 'y' },
    { [madeId]: 'y', [otherMadeId]: 'x' },
    isEqual,
  ],
  ['two such members, and one', { [madeId]: 'x', [otherMadeId]: 'x' }, { [madeId]: 'x' }, differs],
  ['an id after an escaped character', `\u0001${leadId}`, `\u0001${otherLeadId}`, differs],
  ['an object, and a list', {}, [], differs],
  ['null, and false', null, false, differs],
  ['a text, and a text with its quotation marks', 'a', '"a"', differs],
])('%s (an entry of a mirror)', (_, one, other, [equal]) => {
  const [left, right] = mirroredIn(names, { rows: [one, other] } as never)['rows'] ?? []
  expect(left === right).toBe(equal)
  // The judge reads entries as JSON.
  expect(() => [left, right].map((text) => JSON.parse(text ?? ''))).not.toThrow()
})

type Call = (path: string, params: Record<string, string>, method?: string) => Promise<{ id: string }>

/** A program that makes these calls at the start of its job. */
const calling =
  (work: (call: Call, context: ProcessContext) => unknown) =>
  (context: ProcessContext): Process => {
    const { baseUrl, names: ids, fetch } = context
    const call: Call = async (path, params, method = 'POST') => {
      const query = new URLSearchParams({ access_token: ids.pageToken, ...params })
      const answer = await fetch(`${baseUrl}/${path}?${query}`, { method })
      if (!answer.ok) throw new Error(await answer.text())
      return answer.json()
    }
    let isDone = false
    const run = async () => {
      if (isDone) return
      isDone = true
      await work(call, context)
    }
    return { jobs: { once: { every: '1d', run } } }
  }

async function endOf(sut: (context: ProcessContext) => Process, steps: Story['steps'] = []): Promise<Ending> {
  const { ending, run } = await play(sut, { steps: [...steps, job('once')] })
  expect(run.invocations.flatMap(({ error }) => error ?? [])).toEqual([])
  if (!ending) throw new Error('The run was stopped')
  return ending
}

const publishes = (...messages: readonly string[]) =>
  calling(async (call, { names: { page } }) => {
    for (const message of messages) await call(`${page}/feed`, { message })
  })

const deletesNewest = calling(async (call, { names: ids, fetch, baseUrl }) => {
  const answer = await fetch(`${baseUrl}/${ids.page}/feed?access_token=${ids.pageToken}`)
  const [newest] = ((await answer.json()) as { data: { id: string }[] }).data
  await call(newest?.id ?? '', {}, 'DELETE')
})

const rowsIn = (texts: readonly string[]) => texts.map((text) => JSON.parse(text))

test('a row that the code makes at another time, after other facts, has the same content', async () => {
  const now = await endOf(publishes('hello'))
  const later = await endOf(publishes('hello'), [lead, post, wait(3_600_000)])
  expect(rowsIn(now.made)).toEqual([expect.objectContaining({ kind: 'posts', message: 'hello' })])
  expect(later.made).toEqual(now.made)
  expect((await endOf(publishes('hullo'))).made).not.toEqual(now.made)
})

test('each row that the code makes is there, also two with one content', async () => {
  const { made, known } = await endOf(publishes('hello', 'hello', 'bye'))
  expect(rowsIn(made).map(({ message }) => message)).toEqual(['hello', 'hello', 'bye'])
  expect(new Set(made).size).toBe(2)
  expect([...known.values()].map((text) => JSON.parse(text).kind)).not.toContain('posts')
})

test.each([
  ['unpublished, that no post shows', false, 0],
  ['published', true, 1],
])('a photo that is %s', (_, published, count) => {
  const base = starterWorld()
  const world = base.fork()
  const { page = '', pageToken = '' } = base.names ?? {}
  const picture = { page, url: 'https://img.test/a.png', published }
  world.as(pageToken).uploadPagePhoto(picture).unwrap()
  const run = { world, labels: new Map(), firstId: base.state.graph.nextId, removed: new Map() }
  const { made, leftBehind } = endingOf(run as never, base, {})
  expect(rowsIn(made).filter(({ kind }) => kind === 'photos')).toHaveLength(count)
  expect(rowsIn(leftBehind)).toHaveLength(1 - count)
})

test('facts are known by their names, and what the code removes is told by them', async () => {
  const kept = await endOf(
    calling(() => {}),
    [post],
  )
  expect([...kept.known.keys()].filter((name) => name.startsWith('post'))).toEqual(['post A'])
  expect([kept.visible.has('post A'), [...kept.removed]]).toEqual([true, []])
  const gone = await endOf(deletesNewest, [post])
  expect([...gone.known.keys()].filter((name) => name.startsWith('post'))).toEqual([])
  expect([gone.visible.has('post A'), [...gone.removed]]).toEqual([false, [['post A', 'posts']]])
})

test('what the code made and removed again is no row that it removed', async () => {
  const { made, removed } = await endOf(
    calling(async (call, { names: { page } }) => {
      const { id } = await call(`${page}/feed`, { message: 'hello' })
      await call(id, {}, 'DELETE')
    }),
  )
  expect([made, [...removed]]).toEqual([[], []])
})

test('rows that were there before are known only if they changed', async () => {
  const renames = calling((call, { names: { campaign, userToken } }) =>
    call(campaign, { name: 'Renamed', access_token: userToken }),
  )
  const { known, visible } = await endOf(renames)
  const renamed = [...known].map(([id, text]) => [id, JSON.parse(text)] as const)
  const { names: ids } = starterWorld()
  expect(renamed).toEqual([[ids?.campaign, expect.objectContaining({ kind: 'campaigns', name: 'Renamed' })]])
  expect(visible.has(ids?.campaign ?? '')).toBe(true)
})
