/** Each further member of an object is distinct, because an object with more members becomes a hash table. */
const SMALL_OBJECT_MEMBERS = 100

const NAMES_MAX = 2 ** 21

/** An object whose members are counted. `shape` identifies its names so far, in their order. */
export interface CountedObject {
  shape: number
  members: number
}

export const countedObject = (): CountedObject => ({ shape: 0, members: 0 })

/**
 * Counts distinct members: those whose name is new after the names before it in its object, and those after
 * the 100th of their object. JavaScript engines keep a hidden class for each sequence of names, so such
 * members take up to a hundred times the time and memory of others.
 */
export interface DistinctMembers {
  readonly names: Map<string, number>
  readonly shapes: Map<number, number>
  readonly most: number
  count: number
}

export const distinctMembers = (most: number): DistinctMembers => ({
  names: new Map(),
  shapes: new Map(),
  most,
  count: 0,
})

/** Counts the next member of an object. Returns false if there are more distinct members than allowed. */
export function countMember(distinct: DistinctMembers, object: CountedObject, name: string): boolean {
  const { names, shapes } = distinct
  const number = names.get(name) ?? names.size
  names.set(name, number)
  const key = object.shape * NAMES_MAX + number
  const known = shapes.get(key)
  object.members += 1
  if (known === undefined || object.members > SMALL_OBJECT_MEMBERS) distinct.count += 1
  object.shape = known ?? shapes.size + 1
  if (known === undefined) shapes.set(key, object.shape)
  return distinct.count <= distinct.most
}
