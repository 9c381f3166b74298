import { z } from '../../../engine/schema/zod.ts'
import { unixTime } from '../../../service/values/times.ts'
import { field } from '../../../service/views/fields.ts'
import type { View } from '../../../service/views/view.ts'
import type { CustomAudienceRow } from '../../rows.ts'
import { customAudienceSubtypes } from '../records.ts'

const Status = z.object({
  /** The number of the status. */
  code: z.int(),
  /** The status in words. */
  description: z.string(),
})

/** The record of a custom audience. No people are in it: their data is not simulated. */
export const customAudienceView = {
  name: 'CustomAudience',
  minimal: ['id'],
  fields: {
    id: field(z.string(), ({ id }: CustomAudienceRow) => String(id)),
    /** The id of the ad account, without the prefix `act_`. */
    account_id: field(z.string(), ({ adAccount }: CustomAudienceRow) => String(adAccount)),
    /** The name of the audience. */
    name: field(z.string(), ({ name }: CustomAudienceRow) => name),
    /** The description of the audience. Missing without one. */
    description: field(z.string(), ({ description }: CustomAudienceRow) => description),
    /** The kind of audience. */
    subtype: field(z.enum(customAudienceSubtypes), ({ subtype }: CustomAudienceRow) => subtype),
    /** Where the data of its people comes from. Missing if a call did not say so. */
    customer_file_source: field(z.string(), ({ fileSource }: CustomAudienceRow) => fileSource),
    /** The days for which people stay in the audience. Missing if a call did not say so. */
    retention_days: field(z.int(), ({ retentionDays }: CustomAudienceRow) => retentionDays),
    /** The rule that says who is in it, as JSON text. Missing without one. */
    rule: field(z.string(), ({ rule }: CustomAudienceRow) => rule),
    /** The lower bound of its people: -1, because it has too few. */
    approximate_count_lower_bound: field(z.int(), () => -1),
    /** The upper bound of its people: -1, because it has too few. */
    approximate_count_upper_bound: field(z.int(), () => -1),
    /** The state for ads. Its code is 200: ads can use the audience. */
    delivery_status: field(Status, () => ({ code: 200, description: 'This audience is ready for use.' })),
    /** The state of changes. Its code is 200: no change is under way. */
    operation_status: field(Status, () => ({ code: 200, description: 'Normal' })),
    /** When the audience was created, as a Unix time in seconds. */
    time_created: field(z.int(), ({ createdTime }: CustomAudienceRow) => unixTime(createdTime)),
    /** When the audience or its people last changed, as a Unix time in seconds. */
    time_updated: field(z.int(), ({ createdTime, updatedTime = createdTime }: CustomAudienceRow) =>
      unixTime(updatedTime),
    ),
  },
} satisfies View<CustomAudienceRow>
