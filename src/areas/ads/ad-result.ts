import type { Tx } from '../../graph/context.ts'
import { present } from '../../graph/values/references.ts'
import { dayOf } from '../../graph/values/times.ts'
import type { AdResultRow, AdRow } from '../rows.ts'

const sum = (one: string, other: string | number): string => String(BigInt(one) + BigInt(other))

/** Adds to the spend of a campaign and of its ad account, in subunits. Returns the campaign's spend. */
export function addSpend(tx: Tx, campaign: number, amount: number): string {
  const { adAccount, spent: before } = present(tx, 'campaigns', campaign)
  const spent = sum(before, amount)
  tx.patch('campaigns', campaign, { spent })
  const { spent: ofAccount = '0' } = present(tx, 'adAccounts', adAccount)
  tx.patch('adAccounts', adAccount, { spent: sum(ofAccount, amount) })
  return spent
}

type Achieved = Pick<AdResultRow, 'impressions' | 'reach' | 'clicks'> & { readonly spend: number }

/** Adds to the results of an ad on a day, and to the spend of its campaign. */
export function addResults(tx: Tx, ad: AdRow, time: number, achieved: Achieved): void {
  const day = dayOf(time)
  const known = tx.first('adResults', 'byAdDay', [ad.id, day])
  const before = known ?? { impressions: 0, reach: 0, clicks: 0, spend: '0' }
  const counts = {
    impressions: before.impressions + achieved.impressions,
    reach: before.reach + achieved.reach,
    clicks: before.clicks + achieved.clicks,
    spend: sum(before.spend, achieved.spend),
  }
  if (known) tx.patch('adResults', known.id, counts)
  else tx.insert('adResults', { adAccount: ad.adAccount, ad: ad.id, day, ...counts })
  if (achieved.spend > 0) addSpend(tx, ad.campaign, achieved.spend)
}
