import { expect, test } from 'vitest'
import { forgive } from '../../src/explore/report/judge/gave-up.ts'
import type { Ending } from '../../src/explore/search/play/ending.ts'

const page = '100000000000001'
const campaign = '100000000000002'
const owners = new Set([page])

const post = (message: string) => JSON.stringify({ kind: 'posts', message, page })
const copy = (name: string, source = campaign) => JSON.stringify({ kind: 'campaigns', name, source })

const remark = (text: string) => JSON.stringify({ kind: 'comments', text })

interface Side {
  /** The rows of the mirror `queue`. */
  readonly queue: readonly object[]
  readonly made: readonly string[]
  /** The comments of posts, by post. */
  readonly below?: Readonly<Record<string, readonly string[]>>
}

const endingOf = ({ queue, made, below = {} }: Side): Ending => {
  const mirrors = { queue: queue.map((row) => JSON.stringify(row)) }
  const nothing = { known: new Map(), visible: new Set<string>(), removed: new Map(), leftBehind: [] }
  return { mirrors, raw: mirrors, made, below: (text) => below[text] ?? [], ...nothing }
}

const sent = (message: string) => ({ page, message, status: 'sent' })
const failed = (message: string) => ({ page, message, status: 'failed' })

interface Row {
  readonly what: string
  readonly actual: Side
  readonly baseline: Side
  /** The part of the baseline run that the run must still show. */
  readonly expected: Side
  readonly live?: true
}

const rows: Row[] = [
  {
    what: 'a failed run excuses no entry of the same time: a time names no work',
    actual: { queue: [{ at: 'time', key: 'random', status: 'failed' }], made: [] },
    baseline: { queue: [{ at: 'time', key: 'random', message: 'hello' }], made: [] },
    expected: { queue: [{ at: 'time', key: 'random', message: 'hello' }], made: [] },
  },
  {
    what: 'a failed post excuses that post, and no other of its page',
    actual: { queue: [failed('hello'), sent('bye')], made: [] },
    baseline: { queue: [sent('hello'), sent('bye')], made: [post('hello'), post('bye')] },
    expected: { queue: [sent('bye')], made: [post('bye')] },
  },
  {
    what: 'a failed post that nobody made before excuses no post of its page',
    actual: { queue: [failed('later'), sent('hello')], made: [] },
    baseline: { queue: [sent('hello')], made: [post('hello')] },
    expected: { queue: [sent('hello')], made: [post('hello')] },
  },
  {
    what: 'a failed post excuses its comment, and no comment of another post',
    actual: { queue: [failed('hello'), sent('bye')], made: [post('bye')] },
    baseline: {
      queue: [sent('hello'), sent('bye')],
      made: [post('hello'), post('bye'), remark('first'), remark('second')],
      below: { [post('hello')]: [remark('first')], [post('bye')]: [remark('second')] },
    },
    expected: { queue: [sent('bye')], made: [post('bye'), remark('second')] },
  },
  {
    what: 'an entry about a page alone excuses the work on the page',
    actual: { queue: [{ page, status: 'failed' }], made: [] },
    baseline: { queue: [{ page, status: 'done' }], made: [post('hello'), post('bye')] },
    expected: { queue: [], made: [] },
  },
  {
    what: 'a failed copy excuses the copies of its source',
    actual: { queue: [{ source: campaign, status: 'failed' }], made: [] },
    baseline: { queue: [{ source: campaign, status: 'done' }], made: [copy('Copy')] },
    expected: { queue: [], made: [] },
  },
  {
    what: 'a text that many rows hold names none of them',
    actual: { queue: [{ ...failed('hello'), format: 'posts' }, sent('bye')], made: [] },
    baseline: {
      queue: [{ ...sent('hello'), format: 'posts' }, sent('bye')],
      made: [post('hello'), post('bye')],
    },
    expected: { queue: [sent('bye')], made: [post('bye')] },
  },
  {
    what: 'a post that is live did not fail',
    actual: { queue: [failed('hello'), sent('bye')], made: [post('hello'), post('bye')] },
    baseline: { queue: [sent('hello'), sent('bye')], made: [post('hello'), post('bye')] },
    expected: { queue: [sent('bye')], made: [post('hello'), post('bye')] },
    live: true,
  },
  {
    what: 'other posts of the page being live do not make a failed one live',
    actual: { queue: [failed('hello'), sent('bye')], made: [post('bye')] },
    baseline: { queue: [sent('hello'), sent('bye')], made: [post('hello'), post('bye')] },
    expected: { queue: [sent('bye')], made: [post('bye')] },
  },
]

test.each(rows)('$what', ({ actual, baseline, expected, live }) => {
  const forgiven = forgive(endingOf(actual), endingOf(baseline), (text) => owners.has(text))
  expect(forgiven.expected.mirrors).toEqual(endingOf(expected).mirrors)
  expect(forgiven.expected.made).toEqual(expected.made)
  expect(forgiven.live !== undefined).toBe(live === true)
})

test('work that failed although it is live is shown by its names', () => {
  const actual = endingOf({ queue: [failed('hello')], made: [post('hello')] })
  const baseline = endingOf({ queue: [sent('hello')], made: [post('hello')] })
  expect(forgive(actual, baseline, () => false).live?.details).toEqual([
    `queue: {page:${page},message:hello,status:failed}`,
    "in the world: the post 'hello'",
  ])
})
