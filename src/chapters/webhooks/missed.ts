import { boundedArray } from '../../engine/schema/schema.ts'
import { z } from '../../engine/schema/zod.ts'
import { LATEST } from '../../engine/state/clock.ts'
import { bounds } from '../../service/contract/bounds.ts'
import { webhookFields } from './page-fields.ts'
import { userFields } from './user-fields.ts'

const whole = z.number().int().nonnegative()

const Missed = z.strictObject({
  at: z.number().int().max(LATEST),
  /** The page that changed, or the person. */
  page: whole,
  /** Null if no app is installed on the page. */
  app: whole.nullable(),
  field: z.enum([...webhookFields, ...userFields]),
  reason: z.enum(['notInstalled', 'noWebhook', 'pending', 'failed', 'notSubscribed', 'notChosen']),
})

/** The last changes of which an app was not notified, oldest first. They explain a missing delivery. */
export const MissedList = boundedArray(Missed).refine(
  (missed) => missed.length <= bounds.missedNoticesMax,
  `has more than ${bounds.missedNoticesMax} entries`,
)

/** A change of which an app was not notified. */
export type Missed = z.output<typeof Missed>

/** The reason why an app was not notified of a change. */
export type MissedReason = Missed['reason']

/** Returns a list with one more change. It forgets the oldest beyond the limit. */
export const addMissed = (list: readonly Missed[] = [], missed: Missed): Missed[] => {
  const longer = [...list, Object.freeze(missed)].slice(-bounds.missedNoticesMax)
  Object.freeze(longer)
  return longer
}
