import { open } from '/work/main/src/engine/draft.ts'
import { indexesOf } from '/work/main/src/engine/edge.ts'
import { begin } from '/work/main/src/engine/state.ts'
import { table } from '/work/main/src/engine/table.ts'
import { z } from 'zod'
const schema = { books: table({ row: z.object({ title: z.string(), pages: z.number(), shelf: z.number(), author: z.string() }), edges: {
  byTitle: { owners: () => [[]], order: (b: any) => [b.title] }, onShelf: { owners: (b: any) => [[b.shelf]], order: (b: any) => [b.pages], counted: true }, byAuthor: { owners: (b: any) => [[b.author]], counted: true } } }) }
const indexes = indexesOf({ ...schema })
const median = (xs: number[]) => xs.sort((a, b) => a - b)[xs.length >> 1]!
for (const n of [1e3, 1e5, 1e3, 1e5]) {
  let g = begin(schema as any, { seed: 's', now: 0, settings: {}, logSize: 10 }).graph
  let tx = open<any>(g, indexes); const ids: number[] = []
  for (let i = 0; i < n; i++) ids.push(tx.insert('books', { title: `t${(i * 7919) % 10007}`, pages: i % 300, shelf: i % 20, author: `a${i % 100}` }).id)
  g = tx.commit()
  const keep: any[] = []
  const time = (f: (i: number) => void) => { const runs: number[] = []; for (let r = 0; r < 15; r++) { const t = performance.now(); for (let i = 0; i < 300; i++) f(r * 300 + i); runs.push((performance.now() - t) / 300 * 1000) } return median(runs).toFixed(1) }
  const one = (f: (tx: any) => void) => { const t = open<any>(g, indexes); f(t); const g2 = t.commit(); keep.push(g2); return g2 }
  const g0 = g
  const ins = time((i) => { g = one((t) => t.insert('books', { title: `n${i}`, pages: i % 300, shelf: i % 20, author: `a${i % 100}` })) })
  g = g0
  const patchSame = time((i) => { g = one((t) => t.patch('books', ids[(i * 7919) % n]!, { note: i })) })
  const patchMove = time((i) => { g = one((t) => t.patch('books', ids[(i * 7919) % n]!, { pages: i % 311 })) })
  const edit = time((i) => { g = one((t) => t.edit('books', ids[(i * 7919) % n]!, (d: any) => { d.note = i + 1 + 1e6 })) })
  const list = time((i) => { const t = open<any>(g, indexes); t.list('books', 'onShelf', [i % 20], { limit: 25 }) })
  const mid = time((i) => { const t = open<any>(g, indexes); t.list('books', 'onShelf', [i % 20], { limit: 25, after: [150, 0], newestFirst: i % 2 === 0 }) })
  const find = time((i) => { open<any>(g, indexes).find('books', ids[i % n]!) })
  const noop = time(() => { open<any>(g, indexes).commit() })
  console.log({ n, ins, patchSame, patchMove, edit, list, mid, find, noop })
}
