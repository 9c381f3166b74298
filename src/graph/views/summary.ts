import { list } from '../values/compounds.ts'
import { bool, oneOf, scalar } from '../values/scalars.ts'

const summaryNames = list(oneOf(['total_count']), { split: true })

/** The parameter `summary`: `true`, or a list of names. The only valid name is `total_count` (SIL-171). */
export const summaryParam = scalar<boolean, boolean | string | readonly string[]>(
  'true or total_count',
  (raw) => {
    const flag = bool.safeParse(raw)
    if (flag.success) return flag.data === true
    const names = summaryNames.safeParse(raw)
    return names.success ? names.data.length > 0 : undefined
  },
  { type: 'string' },
)
