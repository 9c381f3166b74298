import { unixTime } from '../../service/values/times.ts'
import type { FilterFields } from '../ads/ad-filter.ts'
import type { CampaignRow } from '../rows.ts'
import { effectiveStatus } from './campaign-view.ts'

/** Returns the fields of campaigns that the conditions of `filtering` can name, in a version. */
export const campaignFilterFields = (version: string): FilterFields<CampaignRow> =>
  new Map<string, (row: CampaignRow) => string | number>([
    ['id', ({ id }) => id],
    ['name', ({ name }) => name],
    ['effective_status', (row) => effectiveStatus(row, version)],
    ['created_time', ({ createdTime }) => unixTime(createdTime)],
    ['updated_time', ({ updatedTime }) => unixTime(updatedTime)],
  ])
