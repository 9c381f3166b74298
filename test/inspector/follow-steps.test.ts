import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { followSteps } from '../../src/inspector/viewer/state/follow-steps.ts'
import { lineOf, noSource } from '../../src/inspector/viewer/state/source.ts'
import type { StepLine } from '../../src/world/history/world-step.ts'
import { SeenDocument } from './seen-document.ts'

/** A stream that the test speaks for. */
class Stream extends EventTarget {
  static readonly CLOSED = 2
  static all: Stream[] = []
  readyState = 1
  readonly path: string
  constructor(path: string) {
    super()
    this.path = path
    Stream.all.push(this)
  }
  close() {
    this.readyState = 2
  }
  say(name: string, data: unknown = {}, lastEventId = '') {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data), lastEventId }))
  }
  /** The server refuses it. */
  refuse() {
    this.readyState = 2
    this.dispatchEvent(new Event('error'))
  }
}

const line = (sequence: number) => ({ sequence }) as StepLine
const lines = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => line(from + at))

describe('an open page', () => {
  let page: SeenDocument
  let source: ReturnType<typeof noSource>
  const stream = () => Stream.all.at(-1) as Stream

  beforeEach(() => {
    vi.useFakeTimers()
    page = new SeenDocument()
    Stream.all = []
    source = noSource()
    vi.stubGlobal('document', page)
    vi.stubGlobal('EventSource', Stream)
    vi.stubGlobal('requestAnimationFrame', setTimeout)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  test('closes its stream while nobody sees it, and goes on after the last event', () => {
    followSteps('/stream', source)
    stream().say('steps', lines(1, 3), 'life-1.3')
    page.show(false)
    expect([stream().readyState, Stream.all.length]).toEqual([2, 1])
    page.show(true)
    expect(stream().path).toBe('/stream?after=life-1.3')
    stream().say('steps', lines(4, 4), 'life-1.4')
    expect(source.lines).toEqual(lines(1, 4))
  })

  test('says why its stream was refused, asks again, and says no more once it is served', async () => {
    vi.stubGlobal('fetch', async () =>
      Response.json({ error: { message: 'Too many streams' } }, { status: 503 }),
    )
    followSteps('/stream', source)
    stream().refuse()
    await vi.advanceTimersByTimeAsync(0)
    expect(source.notice.value).toBe('Too many streams. This page asks again.')
    expect(Stream.all).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(Stream.all).toHaveLength(2)
    stream().say('open')
    expect(source.notice.value).toBe('')
  })

  test('says that the server is away, and keeps what it said of the world', () => {
    followSteps('/stream', source)
    stream().dispatchEvent(new Event('error'))
    expect(source.notice.value).toBe('The server does not answer: start it again, and this page continues.')
    stream().say('gone', { message: 'The steps before 4 are gone.' }, 'life-1.3')
    stream().say('open')
    expect(source.notice.value).toBe('The steps before 4 are gone.')
  })

  test('forgets what was chosen of the life before', () => {
    followSteps('/stream', source)
    stream().say('steps', lines(1, 3), 'life-1.3')
    stream().say('reset', { message: 'The steps begin again.' }, 'life-2.0')
    expect([source.lines, source.life.value]).toEqual([[], 1])
    expect(source.notice.value).toBe('The steps begin again.')
  })

  test('keeps a bounded number of steps, the newest, and says so', () => {
    followSteps('/stream', source, 100)
    stream().say('steps', lines(1, 100), 'life-1.100')
    expect([source.lines.length, source.notice.value]).toEqual([100, ''])
    stream().say('steps', lines(101, 101), 'life-1.101')
    expect(source.lines).toEqual(lines(12, 101))
    expect(source.notice.value).toBe('This page keeps the last steps only, from step 12 on.')
  })
})

test.each([
  [1, undefined],
  [4, 4],
  [5, undefined],
  [6, 6],
  [9, 9],
  [10, undefined],
])('the line of step %i, in a list with a gap, is found by its number', (sequence, found) => {
  expect(lineOf([...lines(2, 4), ...lines(6, 9)], sequence)?.sequence).toBe(found)
})
