import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priorityQueue } from '../../src/engine/store/priority-queue.ts'
import { holds } from '../chance.ts'

test('a priority queue returns the first of its items, as a sorted list does', () => {
  const edits = fc.array(fc.oneof(fc.nat(30), fc.constant('pop' as const)), { maxLength: 200, size: 'max' })
  const property = fc.property(edits, fc.boolean(), (story, descending) => {
    const isBefore = (one: number, other: number) => (descending ? one > other : one < other)
    const queue = priorityQueue(isBefore)
    const list: number[] = []
    for (const edit of story) {
      if (edit === 'pop') expect(queue.pop()).toBe(list.shift())
      else {
        queue.push(edit)
        list.push(edit)
        list.sort((one, other) => (descending ? other - one : one - other))
      }
    }
    while (list.length > 0) expect(queue.pop()).toBe(list.shift())
    expect(queue.pop()).toBeUndefined()
  })
  holds(100, property)
})
