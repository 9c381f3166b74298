import { itemAt } from './tree-node.ts'

/** A queue that returns the first item in an order. Equal items leave it in any order. */
export interface PriorityQueue<T> {
  push(item: T): void
  pop(): T | undefined
}

/** Moves the item at an index up to its place in a binary heap. */
function moveUp<T>(heap: T[], at: number, isBefore: (one: T, other: T) => boolean): void {
  const parent = (at - 1) >> 1
  if (at === 0 || !isBefore(itemAt(heap, at), itemAt(heap, parent))) return
  swap(heap, at, parent)
  moveUp(heap, parent, isBefore)
}

/** Moves the item at an index down to its place in a binary heap. */
function moveDown<T>(heap: T[], at: number, isBefore: (one: T, other: T) => boolean): void {
  let first = at
  for (const child of [2 * at + 1, 2 * at + 2])
    if (child < heap.length && isBefore(itemAt(heap, child), itemAt(heap, first))) first = child
  if (first === at) return
  swap(heap, at, first)
  moveDown(heap, first, isBefore)
}

function swap<T>(heap: T[], one: number, other: number): void {
  const item = itemAt(heap, one)
  heap[one] = itemAt(heap, other)
  heap[other] = item
}

/** Returns an empty queue, a binary heap. */
export function priorityQueue<T>(isBefore: (one: T, other: T) => boolean): PriorityQueue<T> {
  const heap: T[] = []
  return {
    push(item) {
      heap.push(item)
      moveUp(heap, heap.length - 1, isBefore)
    },
    pop() {
      const [first] = heap
      const last = heap.pop()
      if (last !== undefined && heap.length > 0) {
        heap[0] = last
        moveDown(heap, 0, isBefore)
      }
      return first
    },
  }
}
