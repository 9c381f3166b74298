import { z } from '../../engine/schema/zod.ts'
import { inOrderOf, instant, table } from '../../engine/store/table.ts'
import type { Key } from '../../engine/store/tree.ts'
import { indicatorStatuses, severities, shareLevels } from './threat-values.ts'

/** The owner of the list of a type, of a threat type, of both, or of all indicators. */
export const indicatorsOf = (type = '', threatType = ''): Key => [type, threatType]

/**
 * Indicators of compromise. They belong to no app: every app sees all of them (SIL-180). There is one list
 * for each type and threat type that a search can name, and for each pair of them, so that a search without a
 * text reads a range of one list.
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
    /** The time of its collection, in whole seconds, because a search compares the time that is shown. */
    addedOn: instant(),
  }),
  edges: {
    byTime: {
      owners: ({ type, threatTypes }) =>
        ['', ...threatTypes].flatMap((threat) => [indicatorsOf('', threat), indicatorsOf(type, threat)]),
      order: inOrderOf('addedOn'),
    },
  },
})
