import {
  childrenOf,
  isNode,
  type Node,
  nameOf,
  parse,
  place,
  type Source,
  stringOf,
} from '../.build/declarations/source.ts'

/** A row of docs/requirements.md. Its area is the first part of its id. */
export interface Requirement {
  readonly id: string
  readonly text: string
}

/** A row named by a test, and where. An unreadable name keeps its text as id. */
export interface Naming {
  readonly id: string
  readonly where: string
}

/** How far an area has come, and what is wrong. */
export interface Trace {
  readonly missing: readonly string[]
  readonly unknown: readonly string[]
  readonly idle: readonly string[]
  readonly summary: readonly string[]
}

/** The rows of the tables of the document, in its order. */
export function requirementsIn(markdown: string): Requirement[] {
  return [...markdown.matchAll(/^\| ([A-Z]{3}-\d{3}) \| (.*?) \|/gm)].map(([, id = '', text = '']) => ({
    id,
    text,
  }))
}

/** An area is the first part of an id: PHO of PHO-037. */
const areaOf = (id: string): string => id.slice(0, 3)

/**
 * The ids in square brackets in the strings of a test file: `[PHO-037]`, `[PHO-037, PHO-039]`, `[PHO-052..054]`.
 * What a test that is skipped, or still to be written, or known to fail says, proves nothing and is passed over.
 */
export function namingsIn(source: Source): Naming[] {
  const found: Naming[] = []
  const visit = (node: Node): void => {
    if (isIdleTest(node)) return
    for (const text of textsOf(node)) {
      for (const id of idsIn(text)) found.push({ id, where: place(source, node.start) })
    }
    childrenOf(node).forEach(visit)
  }
  parse(source).body.forEach(visit)
  return found
}

/** The words of a string or template; a template's words stand between its holes. */
function textsOf(node: Node): string[] {
  const whole = stringOf(node)
  if (whole !== undefined) return [whole]
  if (node.type !== 'TemplateLiteral') return []
  return (node['quasis'] as readonly { value: { cooked: string } }[]).map(({ value }) => value.cooked)
}

/** `test.skip(…)`, `describe.todo(…)`, `test.skip.each(rows)(…)`, `test.fails(…)`. */
function isIdleTest(node: Node): boolean {
  return node.type === 'CallExpression' && isIdleCallee(node['callee'])
}

function isIdleCallee(callee: unknown): boolean {
  if (!isNode(callee)) return false
  if (/^(skip|skipIf|runIf|todo|fails)$/.test(nameOf(callee['property']) ?? '')) return true
  return isIdleCallee(callee['object'] ?? callee['callee'])
}

/** Brackets whose content begins like an id are read whole: a list of ids and ranges, or else an offence. */
function idsIn(text: string): string[] {
  return [...text.matchAll(/\[([A-Z]{3}-\d[^\]]*)\]/g)].flatMap(([, inside = '']) =>
    inside.split(',').flatMap((part) => idsOf(part.trim())),
  )
}

function idsOf(part: string): string[] {
  const [, area, first, last] = /^([A-Z]{3})-(\d{3})(?:\.\.(\d{3}))?$/.exec(part) ?? []
  if (area === undefined || first === undefined) return [part]
  const count = Number(last ?? first) - Number(first) + 1
  if (count < 1) return [part]
  return Array.from(
    { length: count },
    (_, index) => `${area}-${String(Number(first) + index).padStart(3, '0')}`,
  )
}

/**
 * Compares the rows with what tests name.
 * `finished` are the areas of which every row is proven, or stands in `unprovable` with its reason.
 */
export function trace(
  requirements: readonly Requirement[],
  namings: readonly Naming[],
  finished: readonly string[],
  unprovable: Readonly<Record<string, string>>,
): Trace {
  const ids = new Set(requirements.map(({ id }) => id))
  const proven = new Set(namings.map(({ id }) => id).filter((id) => ids.has(id)))
  const isExcused = (id: string) => Object.hasOwn(unprovable, id)
  const areas = [...new Set([...ids].map(areaOf))]
  return {
    missing: requirements
      .filter(({ id }) => finished.includes(areaOf(id)) && !proven.has(id) && !isExcused(id))
      .map(({ id, text }) => `${id}: no test names it: ${text}`),
    unknown: [
      ...namings
        .filter(({ id }) => !ids.has(id))
        .map(({ id, where }) => `${where}: names ${id}, which is no row`),
      ...finished.filter((area) => !areas.includes(area)).map((area) => `${area}: finished, but no area`),
    ],
    idle: idleExcuses(ids, proven, unprovable),
    summary: areas.map((area) => summaryOf(area, ids, proven, isExcused, finished.includes(area))),
  }
}

/** An excuse needs a row, a reason, and no test that shows what it says cannot be shown. */
function idleExcuses(
  ids: ReadonlySet<string>,
  proven: ReadonlySet<string>,
  unprovable: Readonly<Record<string, string>>,
): string[] {
  return Object.entries(unprovable).flatMap(([id, reason]) => {
    if (!ids.has(id)) return [`${id}: excused, but no row`]
    if (reason.trim() === '') return [`${id}: excused without a reason`]
    return proven.has(id) ? [`${id}: excused, but a test names it`] : []
  })
}

function summaryOf(
  area: string,
  ids: ReadonlySet<string>,
  proven: ReadonlySet<string>,
  isExcused: (id: string) => boolean,
  isFinished: boolean,
): string {
  const rows = [...ids].filter((id) => areaOf(id) === area)
  const excused = rows.filter(isExcused).length
  const count = `${area} ${rows.filter((id) => proven.has(id)).length}/${rows.length}`
  return [count, ...(excused > 0 ? [`${excused} excused`] : []), ...(isFinished ? ['finished'] : [])].join(
    ', ',
  )
}
