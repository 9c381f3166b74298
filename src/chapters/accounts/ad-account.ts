import { z } from '../../engine/schema/zod.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { field } from '../../service/views/fields.ts'
import type { View } from '../../service/views/view.ts'
import { businessFields } from '../people/business-profile.ts'
import type { AdAccountRow } from '../rows.ts'
import { accountTime, zoneOf } from './account-time.ts'
import { paymentFields } from './payment-fields.ts'
import { timeZoneId, timeZoneNames, zoneOffset } from './time-zones.ts'

const beyond = { beyond: true } as const
const onRequest = { beyond: true, onRequest: true } as const

const [ACTIVE, DISABLED] = [1, 2]

/** The status of an ad account: 1 for an active one, 2 for one that the platform blocked. */
const accountStatus = ({ blocked }: AdAccountRow): number => (blocked ? DISABLED : ACTIVE)

/** The fields of an ad account. Its `id` begins with `act_`, as in paths. */
export const adAccountView = {
  name: 'AdAccount',
  minimal: ['id', 'account_id'],
  fields: {
    id: field(z.string(), (account: AdAccountRow) => `act_${account.id}`),
    /** The id of the ad account, without the prefix `act_`. */
    account_id: field(z.string(), (account: AdAccountRow) => String(account.id)),
    /** The name of the ad account. */
    name: field(z.string(), (account: AdAccountRow) => account.name),
    /** The ISO 4217 code of the currency of all its amounts. */
    currency: field(z.string(), (account: AdAccountRow) => account.currency),
    /** When the ad account was created. */
    created_time: field(z.string(), (account: AdAccountRow, { tx }) =>
      accountTime(tx, account, account.createdTime),
    ),
    /** The time zone that bounds its days. */
    timezone_name: field(z.enum(timeZoneNames), zoneOf, beyond),
    /** The number of the time zone at the live service; 0 for `Etc/UTC`. */
    timezone_id: field(z.int(), (account: AdAccountRow) => timeZoneId(zoneOf(account)), onRequest),
    /** The offset of the time zone from UTC now, in hours. */
    timezone_offset_hours_utc: field(
      z.number(),
      (account: AdAccountRow, { now }: ReadContext) => zoneOffset(zoneOf(account), now) / 60,
      onRequest,
    ),
    /** 1 for an active account, 2 for one that the platform blocked. */
    account_status: field(z.int(), accountStatus, beyond),
    /** The total spend, in subunits of the currency such as cents. */
    amount_spent: field(z.string(), ({ spent = '0' }: AdAccountRow) => spent, beyond),
    /** The most that the account may spend, in subunits of the currency; `0` if there is no cap. */
    spend_cap: field(z.string(), ({ spendCap = '0' }: AdAccountRow) => spendCap, beyond),
    // Nothing is ever paid, so that the bill is the whole spend.
    /**
     * The amount that is not yet paid, in subunits of the currency. Nothing is ever paid, so it is the
     * total spend.
     */
    balance: field(z.string(), ({ spent = '0' }: AdAccountRow) => spent, beyond),
    ...businessFields,
    ...paymentFields,
  },
} satisfies View<AdAccountRow>
