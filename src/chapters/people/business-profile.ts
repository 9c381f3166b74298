import { z } from '../../engine/schema/zod.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { field } from '../../service/views/fields.ts'

/** A business, as a record of its page or ad account names it. */
const BusinessProfile = z.object({
  /** The id of the business. */
  id: z.string(),
  /** The name of the business. */
  name: z.string(),
})

/** Returns the business that owns a page or an ad account, if one does. */
function ownerOf({ business: id }: { readonly business?: number | undefined }, { tx }: ReadContext) {
  const business = id === undefined ? undefined : tx.find('businesses', id)
  return business && { id: String(business.id), name: business.name }
}

/** The fields of a page and of an ad account that name its business; all beyond the description (SIL-189). */
export const businessFields = {
  /** The business that owns it. Missing if none does. */
  business: field(BusinessProfile, ownerOf, { beyond: true }),
  /** The same as `business`. */
  owner_business: field(BusinessProfile, ownerOf, { beyond: true, onRequest: true }),
}
