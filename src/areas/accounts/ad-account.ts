import { z } from 'zod'
import { isoTime } from '../../graph/values/times.ts'
import { field, type View } from '../../graph/views/fields.ts'
import type { AdAccountRow } from '../rows.ts'

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
  },
} satisfies View<AdAccountRow>
