import { type Import, importsOf, place, type Rule, resolve, type Source } from './source.ts'

/** The layers of src. What stands right may import, as values, what stands left. */
const layerOrder = [
  ['engine'],
  ['graph'],
  ['wire'],
  ['world'],
  ['scenario'],
  ['check', 'simulation', 'vitest'],
  ['adapters'],
  ['inspector', 'cli'],
]

/** The same inside src/graph; files of one group may import each other, short of a cycle. */
const graphOrder = [
  [
    'errors',
    'problem',
    'letter-case',
    'room',
    'links',
    'plain',
    'seen',
    'scalars',
    'times',
    'compounds',
    'limits',
    'bounds',
    'urls',
    'answer-size',
    'versions',
  ],
  ['vocabulary', 'picture', 'policy'],
  ['auth', 'fields', 'record', 'paging', 'proof'],
  ['model'],
  ['access', 'ownership', 'lead-access', 'visibility', 'rates', 'faults', 'webhooks'],
  ['define'],
  ['pipeline'],
  ['endpoints', 'actions'],
  ['routes', 'service'],
  ['registry'],
]

/** Libraries by the longest prefix of the path. A name that ends in a slash or a colon admits what follows it. */
const libraries: Record<string, readonly string[]> = {
  'src/engine/': ['zod', 'immer', 'sorted-btree', 'pure-rand', 'pure-rand/', '@noble/hashes/'],
  'src/graph/': ['zod', 'csv42', 'fflate', '@noble/hashes/', 'whatwg-url'],
  'src/wire/': [],
  'src/world/': ['zod'],
  'src/scenario/': ['zod', 'yaml'],
  'src/check/': ['fast-check'],
  'src/vitest/': ['vitest'],
  'src/adapters/node/': ['node:', 'sharp'],
  'src/inspector/': ['preact', 'preact/', 'uplot'],
  'src/cli/': ['node:', 'commander'],
  'src/': [],
}

/** What src/index.ts may not draw in: it is the core's surface, for any runtime. */
const beyondIndex = ['src/adapters/node/', 'src/inspector/', 'src/cli/']

function rankIn(order: readonly (readonly string[])[], name: string): number {
  return order.findIndex((group) => group.includes(name))
}

const layerOf = (path: string) => /^src\/([^/]+)\//.exec(path)?.[1] ?? ''
const graphPartOf = (path: string) => /^src\/graph\/([^/.]+)/.exec(path)?.[1] ?? ''

/** Every relative import of values in src, with the file it stands in and the path it leads to. */
function valueImports(sources: readonly Source[]): { source: Source; entry: Import; to: string }[] {
  return sources
    .filter(({ path }) => path.startsWith('src/'))
    .flatMap((source) =>
      importsOf(source)
        .filter(({ typeOnly }) => !typeOnly)
        .flatMap((entry) => {
          const to = resolve(source, entry.from)
          return to === undefined ? [] : [{ source, entry, to }]
        }),
    )
}

/** A file of src stands in a known layer, and a file of graph in a known part of it. */
export const knownLayers: Rule = (sources) =>
  sources.flatMap(({ path }) => {
    if (!path.startsWith('src/') || path === 'src/index.ts') return []
    if (rankIn(layerOrder, layerOf(path)) < 0)
      return [`${path}: stands in no layer; the layers are ${layerOrder.flat().join(', ')}`]
    if (path.startsWith('src/graph/') && rankIn(graphOrder, graphPartOf(path)) < 0)
      return [`${path}: stands in no part of graph; the parts are ${graphOrder.flat().join(', ')}`]
    return []
  })

/** Value imports point from right to left in the order of layers, and in the order of graph's parts. */
export const layers: Rule = (sources) =>
  valueImports(sources).flatMap(({ source, entry, to }) => {
    const reason = wrongArrow(source.path, to)
    if (!reason) return []
    return [
      `${place(source, entry.start)}: may not import ${to}: ${reason}; move what both need to the left, ` +
        'or write `import type { … }` if only types are needed',
    ]
  })

/** A path in no known place gives no arrow: `knownLayers` speaks of it. */
function pointsLeft(order: readonly (readonly string[])[], left: string, right: string): boolean {
  const [to, from] = [rankIn(order, left), rankIn(order, right)]
  return to < 0 || from < 0 || to < from
}

function wrongArrow(from: string, to: string): string | undefined {
  if (from === 'src/index.ts')
    return beyondIndex.some((prefix) => to.startsWith(prefix)) ? 'index.ts is for any runtime' : undefined
  if (to === 'src/index.ts')
    return beyondIndex.some((prefix) => from.startsWith(prefix)) ? undefined : 'the core imports no barrel'
  const [left, right] = [layerOf(to), layerOf(from)]
  if (left === right) return left === 'graph' ? wrongGraphArrow(from, to) : undefined
  if (pointsLeft(layerOrder, left, right)) return undefined
  return `${left} does not stand left of ${right}`
}

function wrongGraphArrow(from: string, to: string): string | undefined {
  const [left, right] = [graphPartOf(to), graphPartOf(from)]
  const isOneGroup = rankIn(graphOrder, left) === rankIn(graphOrder, right)
  if (isOneGroup || pointsLeft(graphOrder, left, right)) return undefined
  return `in graph, ${left} stands right of ${right}`
}

/** An endpoints file knows no other: what two share is a fact about a record. */
export const endpointsApart: Rule = (sources) =>
  valueImports(sources).flatMap(({ source, entry, to }) => {
    const both = [source.path, to].every((path) => path.startsWith('src/graph/endpoints/'))
    if (!both) return []
    return [
      `${place(source, entry.start)}: imports another endpoints file; move what both need to src/graph/model/`,
    ]
  })

/** Each layer has its own short list of libraries, and `node:` belongs to adapters/node and cli alone. */
export const librariesByLayer: Rule = (sources) =>
  sources
    .filter(({ path }) => path.startsWith('src/'))
    .flatMap((source) => {
      const prefixes = Object.keys(libraries).filter((prefix) => source.path.startsWith(prefix))
      const prefix = prefixes.sort((a, b) => b.length - a.length)[0] ?? 'src/'
      const allowed = libraries[prefix] ?? []
      return importsOf(source)
        .filter(({ from, typeOnly }) => !from.startsWith('.') && (!typeOnly || from.startsWith('node:')))
        .filter(({ from }) => !allowed.some((name) => isWithin(from, name)))
        .map(
          ({ from, start }) =>
            `${place(source, start)}: ${prefix} may not import '${from}'; ` +
            `it may import ${allowed.join(', ') || 'no library'}, and what does I/O is handed in`,
        )
    })

function isWithin(from: string, allowed: string): boolean {
  return /[:/]$/.test(allowed) ? from.startsWith(allowed) : from === allowed
}

/** No file reaches itself by value imports, whatever layer it stands in. */
export const noCycles: Rule = (sources) => {
  const arrows = new Map<string, Set<string>>()
  for (const { source, to } of valueImports(sources)) {
    arrows.set(source.path, (arrows.get(source.path) ?? new Set()).add(to))
  }
  const done = new Set<string>()
  const found: string[] = []
  const visit = (path: string, trail: readonly string[]): void => {
    const seenAt = trail.indexOf(path)
    if (seenAt >= 0) {
      const cycle = [...trail.slice(seenAt), path].join(' → ')
      found.push(`${path}: value imports make a cycle: ${cycle}; move what is shared below both`)
      return
    }
    if (done.has(path)) return
    for (const next of arrows.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of arrows.keys()) visit(path, [])
  return found
}
