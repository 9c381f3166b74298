import { z } from '../../engine/schema/zod.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { webLink } from '../../service/values/links.ts'
import { isoTime } from '../../service/values/times.ts'
import { borrowedFields } from '../../service/views/borrowed-fields.ts'
import { field } from '../../service/views/fields.ts'
import type { View } from '../../service/views/view.ts'
import { silhouetteOf } from '../people/page-fields.ts'
import { pictureLink } from '../people/picture-links.ts'
import type { BusinessRoleRow, BusinessRow } from '../rows.ts'

const onRequest = { onRequest: true } as const

const changedAt = ({ createdTime, updatedTime = createdTime }: BusinessRow): string | undefined =>
  updatedTime === undefined ? undefined : isoTime(updatedTime)

/** The record of a business. */
export const businessView = {
  name: 'Business',
  minimal: ['id', 'name'],
  fields: {
    id: field(z.string(), ({ id }: BusinessRow) => String(id)),
    /** The name of the business. */
    name: field(z.string(), ({ name }: BusinessRow) => name),
    /** When the business was created. Missing for one that a business tag or an ad account came with. */
    created_time: field(z.string(), ({ createdTime }: BusinessRow) =>
      createdTime === undefined ? undefined : isoTime(createdTime),
    ),
    /** When its pages and ad accounts last changed, or else when it was created. */
    updated_time: field(z.string(), changedAt),
    /** The same as `updated_time`. */
    extended_updated_time: field(z.string(), changedAt, onRequest),
    /** The person who created the business. It is missing if nobody is known to have done so. */
    created_by: field(
      z.object({
        /** The id of the person. */
        id: z.string(),
        /** The name of the person. */
        name: z.string(),
        /** The business. */
        business: z.object({
          /** The id of the business. */
          id: z.string(),
          /** The name of the business. */
          name: z.string(),
        }),
      }),
      ({ id, name, creator }: BusinessRow, { tx }) => {
        const user = creator === undefined ? undefined : tx.find('users', creator)
        return user && { id: String(user.id), name: user.name, business: { id: String(id), name } }
      },
      onRequest,
    ),
    /** The URL of the business. */
    link: field(z.string(), ({ id }: BusinessRow) => webLink(`/business/${id}`)),
    /** Whether the platform has verified the business. */
    verification_status: field(z.enum(['verified', 'not_verified']), ({ verified }: BusinessRow) =>
      verified === true ? 'verified' : 'not_verified',
    ),
    /** The URL of the picture: always a silhouette. */
    profile_picture_uri: field(z.string(), ({ id }: BusinessRow) =>
      pictureLink({ id, picture: silhouetteOf({ id }) }, 200, 200),
    ),
    /** Whether the business is hidden: never. */
    is_hidden: field(z.boolean(), (_business: BusinessRow) => false, onRequest),
    /** Whether people outside the business may not see its statistics of sales in shops: never. */
    block_offline_analytics: field(z.boolean(), (_business: BusinessRow) => false, onRequest),
    /** The id of the payment method. Missing without one. */
    payment_account_id: field(
      z.string(),
      ({ paymentMethod }: BusinessRow) => (paymentMethod === undefined ? undefined : String(paymentMethod)),
      onRequest,
    ),
    /** The number of the time zone: always 0, for UTC. */
    timezone_id: field(z.int(), (_business: BusinessRow) => 0, onRequest),
    /** The kind of business: always `OTHER`. */
    vertical: field(z.string(), (_business: BusinessRow) => 'OTHER', onRequest),
    /** The number of the kind of business: always 42, for others. */
    vertical_id: field(z.int(), (_business: BusinessRow) => 42, onRequest),
  },
} satisfies View<BusinessRow>

/** A business in the list of those in which a person has a role. */
export const ownBusinessView = {
  name: 'Business',
  minimal: ['id', 'name'],
  fields: {
    ...borrowedFields(businessView.fields, ({ business }: BusinessRoleRow, { tx }: ReadContext) =>
      tx.find('businesses', business),
    ),
    /** The roles of the person in the business. */
    permitted_roles: field(z.array(z.string()), ({ role }: BusinessRoleRow) => [role], onRequest),
  },
} satisfies View<BusinessRoleRow>
