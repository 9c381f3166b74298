import { type Failure, isFailure } from '../contract/errors.ts'
import { list } from '../values/compounds.ts'
import { boolean, oneOf, scalar } from '../values/scalars.ts'

const summaryNames = list(oneOf(['total_count']), { split: true })

type Asked = boolean | string | readonly string[]

/** Reads `summary`: whole, its total alone, or none. Returns undefined for any other value. */
function readSummary(raw: unknown): 'all' | 'total_count' | 'none' | undefined {
  const flag = boolean.safeParse(raw)
  if (flag.success) return flag.data ? 'all' : 'none'
  const names = summaryNames.safeParse(raw)
  if (!names.success) return undefined
  return names.data.length > 0 ? 'total_count' : 'none'
}

const EXPECTED = 'true or total_count'

/** The parameter `summary`: `true`, or a list of names. The only valid name is `total_count` (SIL-171). */
export const summaryParam = scalar<boolean, Asked>(
  EXPECTED,
  (raw) => {
    const asked = readSummary(raw)
    return asked && asked !== 'none'
  },
  { type: 'string' },
)

/** The parameter `summary` of a list whose summary has several members: `true` asks for all of them. */
export const summaryMembers = scalar<'all' | 'total_count' | 'none', Asked>(EXPECTED, readSummary, {
  type: 'string',
})

/** Returns a page of a list with the members of its summary that a read asks for. */
export function withSummary<P extends object, S extends { readonly total_count: number }>(
  page: P | Failure,
  asked: 'all' | 'total_count' | 'none',
  summaryOf: () => S,
): P | Failure | (P & { readonly summary: S | Pick<S, 'total_count'> }) {
  if (isFailure(page) || asked === 'none') return page
  const summary = summaryOf()
  return { ...page, summary: asked === 'all' ? summary : { total_count: summary.total_count } }
}
