import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { atMostEvery, keepUp } from '../../src/inspector/viewer/state/pace.ts'
import { SeenDocument } from './seen-document.ts'

describe('the pace of an open page', () => {
  let page: SeenDocument
  let runs: number
  const run = (milliseconds: number) => async () => {
    runs += 1
    await vi.advanceTimersByTimeAsync(milliseconds)
  }

  beforeEach(() => {
    page = new SeenDocument()
    runs = 0
    vi.useFakeTimers()
    vi.stubGlobal('document', page)
    vi.stubGlobal('window', globalThis)
  })
  afterEach(async () => {
    await vi.runAllTimersAsync()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  test('is one run at once, and one after the rest for all that was asked meanwhile', async () => {
    const ask = atMostEvery(500, 25, run(0))
    ask()
    await vi.advanceTimersByTimeAsync(0)
    expect(runs).toBe(1)
    ask()
    ask()
    await vi.advanceTimersByTimeAsync(499)
    expect(runs).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(runs).toBe(2)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(runs).toBe(2)
    ask()
    await vi.advanceTimersByTimeAsync(0)
    expect(runs).toBe(3)
  })

  test('is a rest of 50 times as long as a read of the server took, for all reads of a page', async () => {
    const [ask, askOther] = [keepUp(run(100)), keepUp(run(100))]
    ask()
    await vi.advanceTimersByTimeAsync(0)
    askOther()
    ask()
    await vi.advanceTimersByTimeAsync(4_999)
    expect(runs).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(runs).toBe(2)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(runs).toBe(3)
  })

  test('is a rest of ten seconds at most', async () => {
    const [ask, askOther] = [keepUp(run(1_000)), keepUp(run(0))]
    ask()
    await vi.advanceTimersByTimeAsync(0)
    askOther()
    await vi.advanceTimersByTimeAsync(9_999)
    expect(runs).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(runs).toBe(2)
  })

  test('is nothing while nobody sees the page, and once when a person looks again', async () => {
    const ask = keepUp(run(0))
    page.show(false)
    ask()
    ask()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(runs).toBe(0)
    page.show(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(runs).toBe(1)
  })
})
