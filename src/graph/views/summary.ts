import { list } from '../values/compounds.ts'
import { bool, oneOf, scalar } from '../values/scalars.ts'

const summaryNames = list(oneOf(['total_count']), { split: true })

type Asked = boolean | string | readonly string[]

/** Reads `summary`: whole, its total alone, or none. Returns undefined for any other value. */
function readSummary(raw: unknown): 'all' | 'total_count' | 'none' | undefined {
  const flag = bool.safeParse(raw)
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

/** Returns the members of a summary that a read asks for. */
export const askedSummary = <S extends { readonly total_count: number }>(
  summary: S,
  asked: 'all' | 'total_count',
): S | Pick<S, 'total_count'> => (asked === 'all' ? summary : { total_count: summary.total_count })
