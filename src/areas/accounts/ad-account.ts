import { z } from '../../engine/zod.ts'
import type { ReadContext } from '../../graph/context.ts'
import { isoTime } from '../../graph/values/times.ts'
import { field, type View } from '../../graph/views/fields.ts'
import type { AdAccountRow } from '../rows.ts'

const beyond = { beyond: true } as const

const [ACTIVE, DISABLED] = [1, 2]

/** The status of an ad account: 1 for an active one, 2 for one that the platform blocked. */
const accountStatus = ({ blocked }: AdAccountRow): number => (blocked ? DISABLED : ACTIVE)

const Business = z.object({ id: z.string(), name: z.string() })

/** Returns the business that owns an ad account, if one does. */
function businessOf({ business: id }: AdAccountRow, { tx }: ReadContext) {
  const business = id === undefined ? undefined : tx.find('businesses', id)
  return business && { id: String(business.id), name: business.name }
}

/** The fields of an ad account. Its `id` begins with `act_`, as in paths. */
export const adAccountView = {
  name: 'AdAccount',
  minimal: ['id', 'account_id'],
  fields: {
    id: field(z.string(), (account: AdAccountRow) => `act_${account.id}`),
    account_id: field(z.string(), (account: AdAccountRow) => String(account.id)),
    name: field(z.string(), (account: AdAccountRow) => account.name),
    currency: field(z.string(), (account: AdAccountRow) => account.currency),
    created_time: field(z.string(), (account: AdAccountRow) => isoTime(account.createdTime)),
    // The days of a world are those of UTC.
    timezone_name: field(z.string(), (_account: AdAccountRow) => 'Etc/UTC', beyond),
    account_status: field(z.int(), accountStatus, beyond),
    amount_spent: field(z.string(), ({ spent = '0' }: AdAccountRow) => spent, beyond),
    spend_cap: field(z.string(), ({ spendCap = '0' }: AdAccountRow) => spendCap, beyond),
    // Nothing is ever paid, so that the bill is the whole spend.
    balance: field(z.string(), ({ spent = '0' }: AdAccountRow) => spent, beyond),
    business: field(Business, businessOf, beyond),
  },
} satisfies View<AdAccountRow>
