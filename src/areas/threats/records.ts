import { z } from 'zod'
import { instant, table } from '../../engine/table.ts'
import type { Key } from '../../engine/tree.ts'
import { indicatorStatuses, severities, shareLevels } from './threat-values.ts'

/** The owner of the indicators of a type, of a threat type, of both or of all. */
export const indicatorsOf = (type = '', threatType = ''): Key => [type, threatType]

/**
 * Indicators of compromise. They belong to no app: every one sees them all (SIL-180). Each stands in a list
 * for whatever a search may name of it, so that a search without a text is a range of one list.
 */
export const threatIndicators = table({
  row: z.object({
    indicator: z.string(),
    type: z.string(),
    threatTypes: z.array(z.string()),
    description: z.string(),
    confidence: z.int(),
    severity: z.enum(severities),
    shareLevel: z.enum(shareLevels),
    status: z.enum(indicatorStatuses),
    /** When it was collected: a whole second, since a search compares it as it is shown. */
    addedOn: instant(),
  }),
  edges: {
    byTime: {
      owners: ({ type, threatTypes }) =>
        ['', ...threatTypes].flatMap((threat) => [indicatorsOf('', threat), indicatorsOf(type, threat)]),
      order: ({ addedOn }) => [addedOn],
    },
  },
})
