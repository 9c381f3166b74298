import { z } from 'zod'
import { action } from '../../graph/define.ts'
import { jsonObject, list } from '../../graph/values/compounds.ts'
import { plain } from '../../graph/values/plain.ts'
import { missing, present, reference } from '../../graph/values/references.ts'
import { defaulted, integer, numericId, oneOf, text } from '../../graph/values/scalars.ts'
import { ruleEntityTypes } from './records.ts'

const chapter = 'Resources and their fields › Campaign'
const idResult = z.object({ id: z.string() })
const successResult = z.object({ success: z.boolean() })
const campaigns = list(reference, { split: true })

/** Creates a study of campaigns of an ad account. */
export const createAdStudy = action({
  chapter,
  params: z.object({ adAccount: reference, name: defaulted(text, ''), campaigns }),
  result: idResult,
  run({ params, tx, refuse }) {
    const { adAccount, name } = params
    const named = params.campaigns.map((id) => ['campaigns', 'campaigns', id] as const)
    const error = missing(tx, ['adAccount', 'adAccounts', adAccount], ...named)
    if (error) return refuse(error)
    const contained = [...new Set(params.campaigns)]
    const study = { adAccount, name, campaigns: contained, createdTime: tx.now }
    return { id: String(tx.insert('adStudies', study).id) }
  },
})

/** Creates an ad rule of an ad account: it names campaigns by id, a kind of object as a whole, or neither. */
export const createAdRule = action({
  chapter,
  params: z.object({
    adAccount: reference,
    name: defaulted(text, ''),
    entityType: oneOf(ruleEntityTypes).optional(),
    campaigns: campaigns.optional(),
  }),
  result: idResult,
  run({ params, tx, refuse }) {
    const { adAccount, name, entityType = null } = params
    const named = [...new Set(params.campaigns ?? [])]
    const error = missing(
      tx,
      ['adAccount', 'adAccounts', adAccount],
      ...named.map((id) => ['campaigns', 'campaigns', id] as const),
    )
    if (error) return refuse(error)
    const rule = { adAccount, name, entityType, campaigns: named, createdTime: tx.now }
    return { id: String(tx.insert('adRules', rule).id) }
  },
})

/**
 * Sets the fields of a campaign that only the platform sets. What is left out stays as it is. An empty object
 * removes the recommendations; the other fields cannot be removed.
 */
export const setCampaignPlatformFields = action({
  chapter,
  params: z.object({
    campaign: reference,
    ad_strategy_id: numericId.optional(),
    boosted_object_id: numericId.optional(),
    brand_lift_studies: list(jsonObject).optional(),
    recommendations: jsonObject.optional(),
  }),
  result: successResult,
  run({ params, tx, refuse }) {
    const { campaign, ...given } = params
    const error = missing(tx, ['campaign', 'campaigns', campaign])
    if (error) return refuse(error)
    const set = Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, plain(value)] as const],
    )
    const { platform } = present(tx, 'campaigns', campaign)
    tx.patch('campaigns', campaign, { platform: { ...platform, ...Object.fromEntries(set) } })
    return { success: true }
  },
})

/** Adds to what a campaign has spent, in subunits of its ad account's currency. */
export const recordSpend = action({
  chapter,
  params: z.object({ campaign: reference, amount: integer(0) }),
  result: z.object({ spent: z.string() }),
  run({ params, tx, refuse }) {
    const error = missing(tx, ['campaign', 'campaigns', params.campaign])
    if (error) return refuse(error)
    const { id, spent: before } = present(tx, 'campaigns', params.campaign)
    const spent = String(BigInt(before) + BigInt(params.amount))
    tx.patch('campaigns', id, { spent })
    return { spent }
  },
})

/**
 * Notes whom an ad set reached, and answers how many different people it and its whole campaign reached: a
 * person whom several ad sets of a campaign reached counts once.
 */
export const recordReach = action({
  chapter,
  params: z.object({ adSet: reference, users: list(reference, { split: true }) }),
  result: z.object({ adSet: z.int(), campaign: z.int() }),
  run({ params, tx, refuse }) {
    const named = params.users.map((id) => ['users', 'users', id] as const)
    const error = missing(tx, ['adSet', 'adSets', params.adSet], ...named)
    if (error) return refuse(error)
    const { id, campaign, reached } = present(tx, 'adSets', params.adSet)
    const people = [...new Set([...reached, ...params.users])]
    tx.patch('adSets', id, { reached: people })
    const all = tx.list('adSets', 'byCampaign', [campaign]).flatMap((adSet) => adSet.reached)
    return { adSet: people.length, campaign: new Set(all).size }
  },
})
