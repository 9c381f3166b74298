import type { Tx } from '../../service/routes/context.ts'
import { present } from '../../service/values/references.ts'
import type { AdResultRow, AdRow } from '../rows.ts'
import { type AudienceSegment, segmentDimensions, segmentKey } from './result-segments.ts'

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

/** The actions of one type: their number and their value in subunits. */
interface ActionCount {
  readonly type: string
  readonly count: number
  readonly value: number
}

/** What an ad achieved. Amounts are in subunits of the currency. */
interface Achieved extends Pick<AdResultRow, 'impressions' | 'reach' | 'clicks'> {
  readonly spend: number
  readonly segment?: AudienceSegment | undefined
  readonly actions: readonly ActionCount[]
}

type ActionCounts = NonNullable<AdResultRow['actions']>

/** Returns the counts of actions after some more. A type that occurs twice counts twice. */
function actionsAfter(before: ActionCounts = {}, added: readonly ActionCount[]): ActionCounts | undefined {
  const after = new Map(Object.entries(before))
  for (const { type, count, value } of added) {
    const known = after.get(type) ?? { count: 0, value: '0' }
    after.set(type, { count: known.count + count, value: sum(known.value, value) })
  }
  return after.size === 0 ? undefined : Object.fromEntries(after)
}

/** Returns the known values of a segment. */
const valuesOf = (segment: AudienceSegment): [string, string][] =>
  segmentDimensions.flatMap((name) => {
    const { [name]: value } = segment
    return value === undefined ? [] : [[name, value]]
  })

/** Adds to the results of an ad on a day, and to the spend of its campaign. */
export function addResults(tx: Tx, ad: AdRow, day: number, achieved: Achieved): void {
  const { id, adAccount, campaign, adSet } = ad
  const segment = valuesOf(achieved.segment ?? {}).length > 0 ? achieved.segment : undefined
  const known = tx.first('adResults', 'byAdDay', [id, day, segmentKey(segment)])
  const before = known ?? { impressions: 0, reach: 0, clicks: 0, spend: '0', actions: undefined }
  const actions = actionsAfter(before.actions, achieved.actions)
  const counts = {
    impressions: before.impressions + achieved.impressions,
    reach: before.reach + achieved.reach,
    clicks: before.clicks + achieved.clicks,
    spend: sum(before.spend, achieved.spend),
    ...(actions && { actions }),
  }
  if (known) tx.patch('adResults', known.id, counts)
  else
    tx.insert('adResults', {
      ...{ adAccount, campaign, adSet, ad: id, day },
      ...counts,
      ...(segment && { segment: Object.fromEntries(valuesOf(segment)) }),
    })
  if (achieved.spend > 0) addSpend(tx, campaign, achieved.spend)
}
