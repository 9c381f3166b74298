import {
  type Import,
  importsOf,
  place,
  type Rule,
  resolve,
  type Source,
} from '../../.build/declarations/source.ts'

/** The rooms of src, in order: a room is a folder. A file may import, as values, from its own room and those before. */
const rooms = [
  'engine/values',
  'engine/schema',
  'engine/store',
  'engine/state',
  'engine',
  'service/contract',
  'service/values',
  'service/caller',
  'service/access',
  'service/views',
  'service/ledger',
  'service/routes',
  'service/stubs',
  'service',
  'service/area',
  'chapters/pictures',
  'chapters/people',
  'chapters/accounts',
  'chapters/content',
  'chapters/photos',
  'chapters/media',
  'chapters/ad-images',
  'chapters/ads',
  'chapters/feed/metrics',
  'chapters/feed',
  'chapters/feed/posts',
  'chapters/feed/replies',
  'chapters/photos/albums',
  'chapters/media/videos',
  'chapters/campaigns',
  'chapters/targeting',
  'chapters/leads',
  'chapters/catalog',
  'chapters/threats',
  'chapters/webhooks',
  'chapters/platform',
  'chapters/webhooks/subscriptions',
  'chapters/people/login',
  'chapters/ads/objects',
  'chapters/targeting/audiences',
  'chapters/insights',
  'chapters',
  'machine/wire',
  'machine',
  'world/time',
  'world/handle',
  'world/sending',
  'world/starter',
  'world/history',
  'world',
  'scenario/read',
  'scenario/check',
  'scenario/play',
  'scenario/record',
  'scenario',
  'inspector',
  'inspector/viewer/simulation',
  'inspector/viewer/study',
  'inspector/viewer/state',
  'inspector/viewer/parts',
  'inspector/viewer/tabs',
  'inspector/viewer',
  'live/compare',
  'live/scrub',
  'live/against',
  'server/openapi',
  'server',
  'server/http',
  'server/recording',
  'server/proxy',
  'server/node',
  'explore/run/options',
  'explore/run',
  'explore/run/calls',
  'explore/time',
  'explore/io/stores',
  'explore/io/sockets',
  'explore/io/durable',
  'explore/io/files',
  'explore/io/redis',
  'explore/io/sqlite',
  'explore/io/postgres',
  'explore/program',
  'explore/search/play',
  'explore/search/story',
  'explore/search/generate',
  'explore/search/shrink',
  'explore/search/properties',
  'explore/report/judge',
  'explore/report',
  'explore/outside',
  'explore',
  'simulation/load',
  'simulation/run',
  'simulation/study',
  'simulation',
  'front/runners',
  'front/runners/vitest',
  'front/runners/jest',
  'front/runners/node-test',
  'front/cli/parts',
  'front/cli/commands',
  'front/cli',
]

/** Rooms that stand side by side: none of them imports another. */
const apart = ['simulation', 'front/runners/vitest', 'front/runners/jest', 'front/runners/node-test']

/** Libraries by the longest prefix of the path. A name that ends in a slash or a colon admits what follows it. */
const libraries: Record<string, readonly string[]> = {
  'src/engine/': ['immer', 'pure-rand', 'pure-rand/', 'nanoid', '@noble/hashes/'],
  'src/engine/schema/deferred-zod.ts': ['zod'],
  'src/service/': [
    '@noble/hashes/',
    'whatwg-url',
    'whatwg-url/',
    'fastest-levenshtein',
    'date-fns/',
    '@date-fns/utc/',
  ],
  'src/service/area/': [],
  'src/chapters/pictures/': ['fflate', 'pako'],
  'src/chapters/': ['csv42', '@noble/hashes/'],
  'src/machine/wire/': [],
  'src/machine/': [],
  'src/world/': ['date-fns/', '@date-fns/tz/'],
  'src/server/openapi/': [],
  'src/scenario/': ['yaml'],
  'src/live/compare/': ['yaml', 'pako'],
  'src/live/scrub/': ['yaml', 'node:zlib'],
  'src/explore/': ['yaml', 'pure-rand', 'pure-rand/', 'node:'],
  'src/explore/outside/': ['csv42', 'node:'],
  'src/explore/search/properties/': ['fast-check'],
  'src/explore/program/': ['vite', 'vite/module-runner', 'node:'],
  'src/simulation/': ['csv42', 'pure-rand/', 'tinyqueue', '@stdlib/'],
  'src/front/runners/vitest/': ['vitest'],
  'src/front/runners/jest/': ['@jest/globals', 'node:path'],
  'src/front/runners/node-test/': ['node:'],
  'src/front/runners/': ['node:fs'],
  'src/server/http/': ['node:', 'sharp', 'node-forge'],
  'src/server/recording/': ['node:'],
  'src/server/proxy/': ['node:', 'node-forge'],
  'src/server/node/': ['node:', '@mswjs/interceptors/'],
  'src/inspector/': ['@noble/hashes/', 'virtual:fauxgraph-viewer'],
  'src/inspector/viewer/': ['preact', 'preact/', '@preact/signals', 'uplot'],
  'src/front/cli/': ['node:', 'commander'],
  'src/': [],
}

/** What src/index.ts may not draw in: it is the core's surface, for any runtime. */
const beyondIndex = ['http', 'recording', 'proxy', 'node']
  .map((room) => `src/server/${room}/`)
  .concat(['src/inspector/', 'src/front/cli/'])

const roomOf = (path: string) => /^src\/(.+)\/[^/]+$/.exec(path)?.[1] ?? ''

/** Every relative import in src, with the file it stands in and the path it leads to. */
function relativeImports(sources: readonly Source[]): { source: Source; entry: Import; to: string }[] {
  return sources
    .filter(({ path }) => path.startsWith('src/'))
    .flatMap((source) =>
      importsOf(source).flatMap((entry) => {
        const to = resolve(source, entry.from)
        return to === undefined ? [] : [{ source, entry, to }]
      }),
    )
}

/** Those of values. */
const valueImports = (sources: readonly Source[]) =>
  relativeImports(sources).filter(({ entry: { typeOnly } }) => !typeOnly)

/** A file of src stands in a known room. */
export const knownRooms: Rule = (sources) =>
  sources.flatMap(({ path }) => {
    if (!path.startsWith('src/') || path === 'src/index.ts' || rooms.includes(roomOf(path))) return []
    return [`${path}: stands in no room; the rooms are ${rooms.join(', ')}`]
  })

const FILES_MAX = 25

/** A room is seen at one glance: 25 files at most, those in its folders not counted. */
export const smallRooms: Rule = (sources) => {
  const counts = new Map<string, number>()
  for (const { path } of sources)
    if (path.startsWith('src/')) counts.set(roomOf(path), (counts.get(roomOf(path)) ?? 0) + 1)
  return [...counts].flatMap(([room, count]) =>
    count > FILES_MAX ? [`src/${room}: ${count} files, more than ${FILES_MAX}; split it by subject`] : [],
  )
}

/** Value imports point from a room to those before it. */
export const roomOrder: Rule = (sources) =>
  valueImports(sources).flatMap(({ source, entry, to }) => {
    const reason = wrongArrow(source.path, to)
    if (!reason) return []
    return [
      `${place(source, entry.start)}: may not import ${to}: ${reason}; move what both need to an earlier room, ` +
        'or write `import type { … }` if only types are needed',
    ]
  })

function wrongArrow(from: string, to: string): string | undefined {
  if (from === 'src/index.ts')
    return beyondIndex.some((prefix) => to.startsWith(prefix)) ? 'index.ts is for any runtime' : undefined
  if (to === 'src/index.ts')
    return beyondIndex.some((prefix) => from.startsWith(prefix)) ? undefined : 'the core imports no barrel'
  const [importer, imported] = [roomOf(from), roomOf(to)]
  // An unknown room has no place in the order: `knownRooms` reports it.
  if (importer === imported || !rooms.includes(importer) || !rooms.includes(imported)) return undefined
  const isNeighbor = apart.includes(importer) && apart.includes(imported)
  if (!isNeighbor && rooms.indexOf(imported) < rooms.indexOf(importer)) return undefined
  return `${imported} is not before ${importer}`
}

/** Files of chapters that export operations: `endpoints.ts`, `edge-endpoints.ts`, `actions.ts`. */
export const operationFile = /^src\/chapters\/(?:[^/]+\/)+([\w-]+-)?(endpoints|actions)\.ts$/

/** No file of a chapter imports a file of operations: what two operations share has a file of its own. */
export const operationsApart: Rule = (sources) =>
  valueImports(sources).flatMap(({ source, entry, to }) => {
    if (!operationFile.test(to) || !/^src\/chapters\/[^/]+\//.test(source.path)) return []
    return [`${place(source, entry.start)}: imports operations; move what both need to a file of its own`]
  })

/** Each room has its own short list of libraries, and `node:` belongs to server and front alone. */
export const librariesByRoom: Rule = (sources) =>
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

/** The files that a file reaches by imports of any kind. */
function reachedFrom(start: string, arrows: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>()
  const next = [start]
  for (let path = next.pop(); path !== undefined; path = next.pop()) {
    for (const to of arrows.get(path) ?? []) {
      if (reached.has(to)) continue
      reached.add(to)
      next.push(to)
    }
  }
  return reached
}

/** No files reach each other by imports, even by those of types: they could only be read together. */
export const noCircles: Rule = (sources) => {
  const arrows = new Map<string, Set<string>>()
  for (const { source, to } of relativeImports(sources))
    arrows.set(source.path, (arrows.get(source.path) ?? new Set()).add(to))
  const reached = new Map([...arrows.keys()].map((path) => [path, reachedFrom(path, arrows)]))
  return [...reached].flatMap(([path, files]) => {
    const circle = [...files].filter((file) => reached.get(file)?.has(path))
    if (circle.length === 0 || circle.sort()[0] !== path) return []
    return [
      `${path}: ${circle.length} files import each other's types: ${circle.join(', ')}; move types below both`,
    ]
  })
}
