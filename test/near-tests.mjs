import { dirname, join, relative } from 'node:path'

/** Seconds that a test file counts for if no earlier run says how long it takes. */
const UNKNOWN = 1

/** The files of the project that a text imports, as paths from the root. */
const importsOf = (path, text) =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, target]) =>
    join(dirname(path), target.split('?')[0]),
  )

/** Whether the path of a test mirrors that of a source: `test/engine/ring.test.ts` that of `src/engine/store/ring.ts`. */
function mirrors(test, source) {
  const name = source.slice(source.lastIndexOf('/') + 1).replace(/\.tsx?$/, '')
  return test.startsWith(`test/${source.split('/')[1]}/`) && test.endsWith(`/${name}.test.ts`)
}

/** How near a test is to a changed file: 0 is nearest. Undefined if it is not near. */
function distance(test, imports, changed) {
  if (test === changed || mirrors(test, changed)) return 0
  if (imports.includes(changed)) return 1
  const folder = relative('src', dirname(changed))
  return changed.startsWith('src/') && dirname(test) === join('test', folder) ? 2 : undefined
}

/**
 * Chooses the tests of changed files, the nearest first, and of equally near ones the quickest, as long as they
 * take at most a number of seconds together.
 *
 * @param changed Paths of changed files.
 * @param tests `[path, text]` of each test file.
 * @param seconds How long each took in an earlier run, by path.
 */
export function nearTests(changed, tests, seconds, limit) {
  const ranked = tests.flatMap(([path, text]) => {
    const imports = importsOf(path, text)
    const distances = changed.flatMap((file) => distance(path, imports, file) ?? [])
    return distances.length === 0
      ? []
      : [{ path, distance: Math.min(...distances), seconds: seconds.get(path) ?? UNKNOWN }]
  })
  const sorted = ranked.sort(
    (one, other) =>
      one.distance - other.distance || one.seconds - other.seconds || (one.path < other.path ? -1 : 1),
  )
  const chosen = []
  const left = []
  let spent = 0
  for (const { path, seconds: cost } of sorted) {
    if (spent + cost > limit) left.push(path)
    else {
      spent += cost
      chosen.push(path)
    }
  }
  return { chosen, left }
}
