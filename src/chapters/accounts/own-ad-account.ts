import type { ReadContext } from '../../service/routes/read-context.ts'
import { borrowedFields } from '../../service/views/borrowed-fields.ts'
import type { View } from '../../service/views/view.ts'
import type { AdAccountRoleRow } from '../rows.ts'
import { adAccountView } from './ad-account.ts'

/** An ad account in the list of those on which a person has a role. */
export const ownAdAccountView = {
  name: 'AdAccount',
  minimal: ['id', 'account_id'],
  fields: borrowedFields(adAccountView.fields, ({ adAccount }: AdAccountRoleRow, { tx }: ReadContext) =>
    tx.find('adAccounts', adAccount),
  ),
} satisfies View<AdAccountRoleRow>
