import type { z } from '../../engine/zod.ts'
import { type Field, field, type View } from '../../graph/views/fields.ts'
import { adAccountView } from '../accounts/ad-account.ts'
import type { AdAccountRoleRow, AdAccountRow } from '../rows.ts'

/** Returns a field of an ad account as a field of a role on it. */
const ofAccount = <T extends z.ZodType>(of: Field<AdAccountRow, T>): Field<AdAccountRoleRow, T> =>
  field(
    of.type,
    ({ adAccount }: AdAccountRoleRow, context) => {
      const account = context.tx.find('adAccounts', adAccount)
      return account && of.show(account, context)
    },
    { beyond: of.beyond === true },
  )

const {
  id,
  account_id,
  name,
  currency,
  created_time,
  timezone_name,
  account_status,
  amount_spent,
  spend_cap,
  balance,
  business,
} = adAccountView.fields

/** An ad account in the list of those on which a person has a role. */
export const ownAdAccountView = {
  name: 'AdAccount',
  minimal: ['id', 'account_id'],
  fields: {
    id: ofAccount(id),
    account_id: ofAccount(account_id),
    name: ofAccount(name),
    currency: ofAccount(currency),
    created_time: ofAccount(created_time),
    timezone_name: ofAccount(timezone_name),
    account_status: ofAccount(account_status),
    amount_spent: ofAccount(amount_spent),
    spend_cap: ofAccount(spend_cap),
    balance: ofAccount(balance),
    business: ofAccount(business),
  },
} satisfies View<AdAccountRoleRow>
