import { z } from '../../engine/zod.ts'
import { bounds } from '../../graph/contract/bounds.ts'
import { action } from '../../graph/define.ts'
import { list } from '../../graph/values/compounds.ts'
import { defaulted, filledText, integer, oneOf, text } from '../../graph/values/scalars.ts'
import { datetime } from '../../graph/values/times.ts'
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
    indicator: filledText,
    type: threatName,
    threatTypes: defaulted(list(threatName, { split: true }), []),
    description: defaulted(text, ''),
    confidence: defaulted(integer(0, 100), 50),
    severity: defaulted(oneOf(severities), 'INFO'),
    shareLevel: defaulted(oneOf(shareLevels), 'UNKNOWN'),
    status: defaulted(oneOf(indicatorStatuses), 'UNKNOWN'),
    addedOn: datetime.optional(),
  }),
  result: z.object({ id: z.string() }),
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
