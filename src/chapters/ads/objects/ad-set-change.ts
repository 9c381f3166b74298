import { z } from '../../../engine/schema/zod.ts'
import { type CallError, invalidParameter } from '../../../service/contract/errors.ts'
import type { Tx } from '../../../service/routes/context.ts'
import { jsonObject } from '../../../service/values/compounds.ts'
import { plainObject } from '../../../service/values/plain.ts'
import { present } from '../../../service/values/references.ts'
import { filledText, integer, oneOf } from '../../../service/values/scalars.ts'
import { datetime } from '../../../service/values/times.ts'
import type { AdSetRow } from '../../rows.ts'
import { objectiveErrorMessage } from '../objective-rules.ts'
import { isLiving, statuses, statusMessage } from '../status.ts'
import { adSetBidStrategies } from './ad-set-params.ts'

/** The parameters of updateAdSet. */
export const adSetChanges = z.object({
  /** The new name. */
  name: filledText.optional(),
  /** The new status. DELETED deletes its ads too; ARCHIVED can only become DELETED. */
  status: oneOf(statuses).optional(),
  /** The budget for a day, in subunits of the account's currency. It replaces a lifetime budget. */
  daily_budget: integer(1).optional(),
  /** The budget for the whole run, in subunits of the account's currency. It replaces a daily budget. */
  lifetime_budget: integer(1).optional(),
  /** The bid, in subunits of the account's currency. */
  bid_amount: integer(1).optional(),
  /** How the ad set bids. */
  bid_strategy: oneOf(adSetBidStrategies).optional(),
  /** The audience of the ads. */
  targeting: jsonObject.optional(),
  /** When delivery starts. */
  start_time: datetime.optional(),
  /** When delivery ends, after the start. */
  end_time: datetime.optional(),
  /** The object that the ads promote. The objective of the campaign restricts its members. */
  promoted_object: jsonObject.optional(),
})

type Changes = z.output<typeof adSetChanges>

/** Returns the message of changes that do not fit each other, the ad set or its campaign. */
function changeMessage(tx: Tx, adSet: AdSetRow, changes: Changes): string | undefined {
  const { daily_budget: daily, lifetime_budget: lifetime, promoted_object: promoted } = changes
  if (Object.values(changes).every((value) => value === undefined)) return 'At least one param is required'
  const campaign = present(tx, 'campaigns', adSet.campaign)
  if (daily !== undefined && lifetime !== undefined)
    return 'Params daily_budget and lifetime_budget exclude each other'
  if ((daily ?? lifetime) !== undefined && (campaign.dailyBudget ?? campaign.lifetimeBudget) !== null)
    return 'The campaign has a budget: its ad sets cannot have daily_budget or lifetime_budget'
  const { start_time: start = adSet.startTime, end_time: end = adSet.endTime } = changes
  if (start !== null && end !== null && start >= end) return 'Param end_time must lie after start_time'
  return objectiveErrorMessage(campaign.objective, { promotedObjectKeys: Object.keys(promoted ?? {}) })
}

/** Returns the columns of an ad set that its changes set. */
function changedColumns(adSet: AdSetRow, changes: Changes) {
  const { daily_budget: daily, lifetime_budget: lifetime, bid_amount: bid } = changes
  const budgets =
    (daily ?? lifetime) === undefined
      ? {}
      : {
          dailyBudget: daily === undefined ? null : String(daily),
          lifetimeBudget: lifetime === undefined ? null : String(lifetime),
        }
  const { targeting, promoted_object: promoted } = changes
  return {
    ...budgets,
    name: changes.name ?? adSet.name,
    status: changes.status ?? adSet.status,
    bidAmount: bid === undefined ? adSet.bidAmount : String(bid),
    bidStrategy: changes.bid_strategy ?? adSet.bidStrategy,
    targeting: targeting ? plainObject(targeting) : adSet.targeting,
    startTime: changes.start_time ?? adSet.startTime,
    endTime: changes.end_time ?? adSet.endTime,
    promotedObject: promoted ? plainObject(promoted) : adSet.promotedObject,
  }
}

/** Sets an ad set and its ads to DELETED. Their rows are kept, as those of a deleted campaign. */
export function removeAdSet(tx: Tx, { id, status }: AdSetRow): void {
  if (status === 'DELETED') return
  const change = { status: 'DELETED', updatedTime: tx.now } as const
  for (const ad of tx.list('ads', 'byAdSet', [id], { where: isLiving })) tx.patch('ads', ad.id, change)
  tx.patch('adSets', id, change)
}

/** Changes an ad set, or returns the error. */
export function changeAdSet(tx: Tx, adSet: AdSetRow, changes: Changes): CallError | undefined {
  const message = statusMessage('ad set', adSet, changes) ?? changeMessage(tx, adSet, changes)
  if (message !== undefined) return invalidParameter(message)
  if (adSet.status === 'DELETED') return undefined
  if (changes.status === 'DELETED') removeAdSet(tx, adSet)
  tx.patch('adSets', adSet.id, { ...changedColumns(adSet, changes), updatedTime: tx.now })
  return undefined
}
