import type { ReadContext } from '../../../graph/routes/read-context.ts'
import { borrowedFields } from '../../../graph/views/borrowed-fields.ts'
import type { View } from '../../../graph/views/view.ts'
import { adAccountView } from '../../accounts/ad-account.ts'
import type { AdAccountRoleRow } from '../../rows.ts'

/** An ad account in the list of those on which a person has a role. */
export const ownAdAccountView = {
  name: 'AdAccount',
  minimal: ['id', 'account_id'],
  fields: borrowedFields(adAccountView.fields, ({ adAccount }: AdAccountRoleRow, { tx }: ReadContext) =>
    tx.find('adAccounts', adAccount),
  ),
} satisfies View<AdAccountRoleRow>
