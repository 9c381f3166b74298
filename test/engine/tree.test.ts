import fc from 'fast-check'
import sortedBtree from 'sorted-btree'
import { describe, expect, test } from 'vitest'
import {
  compareKeys,
  type Key,
  keyTree,
  stringTree,
  type Tree,
  type TreeNode,
  walkNode,
} from '../../src/engine/store/tree.ts'
import { holds } from '../chance.ts'

// The oracle is a kept library, which is CommonJS: a bundler gives its class as the import itself.
const Oracle = ('default' in sortedBtree ? sortedBtree.default : sortedBtree) as typeof sortedBtree.default
type Oracle<K, V> = InstanceType<typeof Oracle<K, V>>

/** Keys are drawn close together, and in runs: up, as lists grow, and down, as they empty. */
const edits = fc.array(
  fc.record({
    kind: fc.constantFrom('put', 'put', 'cut', 'keep'),
    from: fc.nat(1_500),
    count: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 120 })),
    step: fc.constantFrom(1, 1, -1, 7),
  }),
  { maxLength: 40, size: 'max' },
)

interface Pair<K, V> {
  tree: Tree<K, V>
  oracle: Oracle<K, V>
}

const entriesOf = <K, V>({ tree }: Pair<K, V>): [K, V][] => [...tree.entries()]

/** The keys from `low` on that are below `high`, up to 200 of them. */
function listed<K, V>(tree: Tree<K, V>, low: K, high: K, downwards = false): K[] {
  const keys: K[] = []
  tree.walk({ low, high, downwards, see: (key) => keys.push(key) < 200 })
  return keys
}

/** All that can be read of a tree around two keys. */
const seenOf = <K, V>(tree: Tree<K, V>, [key, other]: readonly [K, K]) => ({
  has: tree.get(key),
  first: tree.firstKey(key),
  upwards: listed(tree, key, other),
  downwards: listed(tree, key, other, true),
  rank: tree.rank(key),
  at: [tree.keyAt(tree.rank(key)), tree.keyAt(tree.size - 1), tree.keyAt(tree.size), tree.keyAt(-1)],
})

/** The same of the oracle. */
const wantedOf = <K, V>(
  oracle: Oracle<K, V>,
  [key, other]: readonly [K, K],
  compare: (a: K, b: K) => number,
) => {
  const keys = oracle.keysArray()
  const between = keys.filter((one) => compare(one, key) >= 0 && compare(one, other) < 0)
  return {
    has: oracle.get(key),
    first: keys.find((one) => compare(one, key) >= 0),
    upwards: between.slice(0, 200),
    downwards: between.toReversed().slice(0, 200),
    rank: keys.filter((one) => compare(one, key) < 0).length,
    at: [keys.find((one) => compare(one, key) >= 0), keys.at(-1), undefined, undefined],
  }
}

function agreement<K, V>(
  begin: () => Pair<K, V>,
  keyOf: (n: number) => K,
  valueAt: (n: number) => V,
  compare: (a: K, b: K) => number,
) {
  return fc.property(edits, fc.nat(1_600), fc.nat(1_600), (story, one, other) => {
    let pair = begin()
    const kept: (readonly [Pair<K, V>, [K, V][]])[] = []
    story.forEach(({ kind, from, count, step }, place) => {
      if (kind === 'keep') {
        kept.push([pair, entriesOf(pair)])
        pair = { tree: pair.tree.clone(), oracle: pair.oracle.clone() }
        return
      }
      // One expectation for all: each takes longer than an edit.
      const disagreed: K[] = []
      for (let turn = 0; turn < count; turn++) {
        const key = keyOf(from + turn * step)
        const [done, wanted] =
          kind === 'put'
            ? [pair.tree.set(key, valueAt(place)), pair.oracle.set(key, valueAt(place))]
            : [pair.tree.delete(key), pair.oracle.delete(key)]
        if (done !== wanted) disagreed.push(key)
      }
      expect(disagreed).toEqual([])
      expect(pair.tree.size).toBe(pair.oracle.size)
    })
    expect(entriesOf(pair)).toEqual(pair.oracle.toArray())
    expect([...pair.tree.values()]).toEqual(pair.oracle.valuesArray())
    const around = [keyOf(one), keyOf(other)] as const
    expect(seenOf(pair.tree, around)).toEqual(wantedOf(pair.oracle, around, compare))
    for (const [old, entries] of kept) expect(entriesOf(old)).toEqual(entries)
  })
}

/** Sorted as the number is. */
const textKey = (n: number): string => String(n + 10_000).padStart(6, '0')

const pathKey = (n: number): Key => [n % 3, `${n % 7}`, n]

describe('a tree agrees with sorted-btree, and no edit changes an older tree', () => {
  test('as a map of texts', () => {
    const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
    const begin = () => ({
      tree: stringTree<number>(),
      oracle: new Oracle<string, number>(undefined, compare),
    })
    holds(
      120,
      agreement<string, number>(begin, textKey, (n) => n, compare),
    )
  })

  test('as a set of keys of several parts', () => {
    const begin = () => ({ tree: keyTree(), oracle: new Oracle<Key, true>(undefined, compareKeys) })
    holds(
      60,
      agreement<Key, true>(begin, pathKey, () => true, compareKeys),
    )
  })
})

test('a tree that grows to 50,000 keys and is emptied in any direction stays right', () => {
  for (const direction of [1, -1]) {
    const tree = stringTree<string>()
    for (let n = 0; n < 50_000; n++) tree.set(textKey(n), `${n}`)
    expect([tree.size, tree.rank(textKey(25_000)), tree.get(textKey(49_999))]).toEqual([
      50_000,
      25_000,
      '49999',
    ])
    const order = Array.from({ length: 50_000 }, (_, n) => (direction === 1 ? n : 49_999 - n))
    for (const [done, n] of order.entries()) {
      expect(tree.delete(textKey(n))).toBe(true)
      if (done % 5_000 === 0) expect([...tree.values()].length).toBe(49_999 - done)
    }
    expect([tree.size, [...tree.entries()], tree.firstKey('')]).toEqual([0, [], undefined])
  }
})

/** A tree to which this many keys were added in their order. */
function grown(count: number): Tree<string, number> {
  const tree = stringTree<number>()
  for (let n = 0; n < count; n++) tree.set(textKey(n), n)
  return tree
}

// A node has at most 32 keys or nodes.
test.each<[string, number, number]>([
  ['one leaf', 32, 1],
  ['two leaves and a root', 33, 3],
  ['a full root', 32 * 32, 1 + 32],
  ['two branches', 32 * 32 + 1, 1 + 2 + 33],
  ['two full branches', 2 * 32 * 32, 1 + 2 + 64],
  ['three levels that are full', 32 * 32 * 32, 1 + 32 + 32 * 32],
])('a tree that only grows has full nodes: %s', (_, keys, nodes) => {
  expect(nodesOf(grown(keys)).length).toBe(nodes)
})

// The last leaf of the first tree has one key, and its branch has no other leaf.
test.each([1_025, 1_026, 1_027, 1_033, 1_056, 1_057])(
  'a tree of %i keys loses its last keys one by one',
  (count) => {
    const tree = grown(count)
    for (let size = count - 1; size >= 1_000; size--) {
      expect(tree.delete(textKey(size))).toBe(true)
      expect([tree.size, tree.rank('x'), tree.get(textKey(size)), tree.get(textKey(size - 1))]).toEqual([
        size,
        size,
        undefined,
        size - 1,
      ])
    }
    expect([...tree.values()]).toEqual(Array.from({ length: 1_000 }, (_, n) => n))
  },
)

describe('a walk over 1,100 keys in three levels', () => {
  const count = 1_100
  const tree = stringTree<number>()
  // Only even numbers are keys, so that there is a gap on each side of each.
  for (let n = 0; n < count; n++) tree.set(textKey(2 * n), n)
  const keys = Array.from({ length: count }, (_, n) => textKey(2 * n))
  const edges = [0, 1, 31, 32, 33, 1_023, 1_024, 1_025, 1_099, 1_100]
  const ends = edges.flatMap((n) => [2 * n - 1, 2 * n, 2 * n + 1].map(textKey))

  test.each([false, true])('shows the keys between any two ends, downwards: %s', (downwards) => {
    for (const low of ends)
      for (const high of ends) {
        const between = keys.filter((key) => key >= low && key < high)
        const expected = downwards ? between.toReversed() : between
        expect(listed(tree, low, high, downwards)).toEqual(expected.slice(0, 200))
      }
  })

  test('finds the first key from any end on', () => {
    for (const from of ends) expect(tree.firstKey(from)).toBe(keys.find((key) => key >= from))
  })

  test('ends as soon as it is told, also at the last key of a leaf', () => {
    for (const length of [1, 31, 32, 33, 1_024]) {
      const seen: string[] = []
      tree.walk({ low: '', high: 'x', downwards: false, see: (key) => seen.push(key) < length })
      expect(seen).toEqual(keys.slice(0, length))
    }
  })
})

test.each([false, true])('a walk compares keys only on the way to its ends, downwards: %s', (downwards) => {
  let [compared, seen] = [0, 0]
  const see = () => ++seen > 0
  const root = Reflect.get(grown(32 * 32 * 32), 'root') as TreeNode<string, number>
  walkNode(root, { low: textKey(5), high: textKey(32_700), downwards, see }, (a, b) => {
    compared += 1
    return a < b ? -1 : a > b ? 1 : 0
  })
  // In each of three levels, twice a search among at most 32 keys, and one comparison more.
  expect([seen, compared <= 3 * 2 * (6 + 1)]).toEqual([32_695, true])
})

test('a tree that loses most of its keys keeps few nodes', () => {
  const tree = grown(4_096)
  for (let n = 0; n < 4_096; n++) if (n % 32 !== 0) tree.delete(textKey(n))
  // The 128 keys that are left fill at least a quarter of each node but one.
  expect(nodesOf(tree).length).toBeLessThanOrEqual(1 + 128 / 8 + 1 + 2)
})

// A node with fewer than 8 keys is joined with its neighbor, and a root with one node is dropped.
test.each<[string, number, number]>([
  ['8 and 24 keys stay apart', 32, 3],
  ['7 and 24 keys become one leaf', 31, 1],
])('of two leaves, %s', (_, size, nodes) => {
  const tree = grown(33)
  for (let n = 33; n < 56; n++) tree.set(textKey(n), n)
  for (let n = 0; tree.size > size; n++) tree.delete(textKey(n))
  expect([tree.size, nodesOf(tree).length]).toEqual([size, nodes])
  expect([...tree.values()]).toEqual(Array.from({ length: size }, (_, n) => 56 - size + n))
})

test('an edit copies only the nodes on its path, and each of them once', () => {
  const before = stringTree<object>()
  for (let n = 0; n < 20_000; n++) before.set(textKey(n), {})
  const after = before.clone()
  after.set(textKey(10_000), {})
  const once = nodesOf(after)
  after.set(textKey(10_001), {})
  expect(nodesOf(after).every((node) => once.includes(node))).toBe(true)
  expect(nodesOf(after).filter((node) => !nodesOf(before).includes(node)).length).toBeLessThanOrEqual(4)
})

test('a tree and its clone may both be edited', () => {
  const one = stringTree<string>()
  for (let n = 0; n < 100; n++) one.set(textKey(n), 'old')
  const other = one.clone()
  one.set(textKey(50), 'one')
  other.set(textKey(51), 'other')
  expect([one, other].flatMap((tree) => [tree.get(textKey(50)), tree.get(textKey(51))])).toEqual([
    'one',
    'old',
    'old',
    'other',
  ])
})

/** All nodes of a tree. */
function nodesOf(tree: object): object[] {
  const nodes: object[] = []
  const visit = (node: { children?: { children?: never }[] }) => {
    nodes.push(node)
    node.children?.forEach(visit)
  }
  visit(Reflect.get(tree, 'root'))
  return nodes
}
