import { numbersBelow } from './measure.mjs'

/** A record of about the size of a post. */
export const record = (id) => ({
  id,
  owner: id % 7,
  message: `message ${id}`,
  createdTime: id * 60_000,
  published: true,
  hidden: false,
  rank: 0,
  photos: [],
})

/**
 * The least that any fake can do: a mutable Map and an array. Inserts a record, lists it, reads another and
 * writes that one out as JSON. What a command costs is told as a multiple of this.
 */
export function floorOf(size) {
  const records = new Map()
  const order = []
  const pick = numbersBelow(size)
  let next = 0
  const insert = () => {
    const id = next++
    records.set(id, record(id))
    order.push(id)
  }
  while (next < size) insert()
  return {
    records,
    order,
    pick,
    insert,
    create() {
      insert()
      return JSON.stringify(records.get(pick()))
    },
    read: () => JSON.stringify(records.get(pick())),
    page(from) {
      return order.slice(from, from + 25).map((id) => records.get(id))
    },
    put(id, change) {
      records.set(id, { ...records.get(id), ...change })
    },
    shrink() {
      while (next > size) {
        next--
        records.delete(next)
        order.pop()
      }
    },
  }
}
