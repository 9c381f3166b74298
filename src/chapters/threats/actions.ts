import { z } from '../../engine/schema/zod.ts'
import { bounds } from '../../service/contract/bounds.ts'
import { action } from '../../service/routes/define.ts'
import { list } from '../../service/values/compounds.ts'
import { defaulted, filledText, integer, oneOf, text } from '../../service/values/scalars.ts'
import { datetime } from '../../service/values/times.ts'
import { textCharacters } from './search-cost.ts'
import { threatName } from './threat-indicator.ts'
import { indicatorStatuses, severities, shareLevels } from './threat-values.ts'

/**
 * Adds an indicator of compromise, which every app sees at any share level (SIL-180). `addedOn` is the time
 * of its collection, now unless given, cut to whole seconds.
 */
export const addThreatIndicator = action({
  chapter: 'Resources and their fields › Threat indicator',
  params: z.object({
    /** The value of the indicator, such as an IP address. */
    indicator: filledText,
    /** The type of the indicator, such as IP_ADDRESS. */
    type: threatName,
    /** The broad types of threat. */
    threatTypes: defaulted(list(threatName, { split: true }), []),
    /** A description of the threat. */
    description: defaulted(text, ''),
    /** The confidence in the indicator, in percent. */
    confidence: defaulted(integer(0, 100), 50),
    /** The severity of the threat. */
    severity: defaulted(oneOf(severities), 'INFO'),
    /** With whom the indicator may be shared. */
    shareLevel: defaulted(oneOf(shareLevels), 'UNKNOWN'),
    /** Whether the indicator is known to be malicious. */
    status: defaulted(oneOf(indicatorStatuses), 'UNKNOWN'),
    /** When the indicator was collected. Now, if left out. */
    addedOn: datetime.optional(),
  }),
  result: z.object({
    /** The id of the new indicator. */
    id: z.string(),
  }),
  run({ params, tx, refuse }) {
    const { addedOn = tx.now, threatTypes, ...given } = params
    if (addedOn > tx.now) return refuse('Param addedOn must not be later than now')
    const indicator = { ...given, threatTypes: [...new Set(threatTypes)] }
    const characters = textCharacters(indicator)
    if (characters > bounds.indicatorCharactersMax) {
      const names = 'indicator, type, threatTypes and description'
      const most = `at most ${bounds.indicatorCharactersMax} characters together`
      return refuse(`Params ${names} must have ${most}, got ${characters}`)
    }
    const { id } = tx.insert('threatIndicators', {
      ...indicator,
      addedOn: Math.floor(addedOn / 1000) * 1000,
    })
    return { id: String(id) }
  },
})
