import { z } from '../../engine/schema/zod.ts'
import { action } from '../../service/routes/define.ts'
import { jsonObject, list } from '../../service/values/compounds.ts'
import { plain } from '../../service/values/plain.ts'
import { nodeId, present } from '../../service/values/references.ts'
import { defaulted, integer, numericId, oneOf, text } from '../../service/values/scalars.ts'
import { idResult } from '../../service/views/results.ts'
import { addSpend } from '../ads/ad-result.ts'
import { ruleEntityTypes } from './records.ts'

const chapter = 'Resources and their fields › Campaign'
const campaigns = list(nodeId, { split: true })

/** Creates a study of campaigns of an ad account. */
export const createAdStudy = action({
  chapter,
  params: z.object({
    adAccount: nodeId,
    /** The name of the study. */
    name: defaulted(text, ''),
    /** The ids of the campaigns in the study. */
    campaigns,
  }),
  result: idResult,
  run({ params, tx }) {
    const { adAccount, name } = params
    const unique = [...new Set(params.campaigns)]
    const study = { adAccount, name, campaigns: unique, createdTime: tx.now }
    return { id: String(tx.insert('adStudies', study).id) }
  },
})

/** Creates an ad rule of an ad account. It can name campaigns by id, or a kind of object. */
export const createAdRule = action({
  chapter,
  params: z.object({
    adAccount: nodeId,
    /** The name of the rule. */
    name: defaulted(text, ''),
    /** The kind of object that the rule governs as a whole, instead of single campaigns. */
    entityType: oneOf(ruleEntityTypes).optional(),
    /** The ids of the campaigns that the rule names. */
    campaigns: campaigns.optional(),
  }),
  result: idResult,
  run({ params, tx }) {
    const { adAccount, name, entityType = null } = params
    const unique = [...new Set(params.campaigns ?? [])]
    const rule = { adAccount, name, entityType, campaigns: unique, createdTime: tx.now }
    return { id: String(tx.insert('adRules', rule).id) }
  },
})

/**
 * Sets fields of a campaign that only the platform can set (SIL-131). A parameter that is left out changes
 * nothing. An empty object removes the recommendations; the other fields cannot be removed.
 */
export const setCampaignPlatformFields = action({
  chapter,
  params: z.object({
    campaign: nodeId,
    /** The id of the ad strategy. */
    ad_strategy_id: numericId.optional(),
    /** The id of the boosted object. */
    boosted_object_id: numericId.optional(),
    /** The automated brand lift studies. */
    brand_lift_studies: list(jsonObject).optional(),
    /** The recommendations for the campaign. */
    recommendations: jsonObject.optional(),
  }),
  run({ params, tx }) {
    const { campaign, ...fields } = params
    const changes = Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, plain(value)] as const],
    )
    const { platform } = present(tx, 'campaigns', campaign)
    tx.patch('campaigns', campaign, { platform: { ...platform, ...Object.fromEntries(changes) } })
    return { success: true }
  },
})

/** Adds to the spend of a campaign and of its ad account, in subunits of the account's currency. */
export const recordSpend = action({
  chapter,
  params: z.object({
    campaign: nodeId,
    /** The amount to add to the spend, in subunits of the account's currency. */
    amount: integer(0),
  }),
  result: z.object({
    /** The spend of the campaign afterwards, in subunits of the account's currency. */
    spent: z.string(),
  }),
  run({ params, tx }) {
    return { spent: addSpend(tx, params.campaign, params.amount) }
  },
})

/**
 * Records the people that an ad set reached. Returns the number of different people that the ad set and its
 * campaign have reached: a person reached by several ad sets counts once (CAM-057; SIL-133).
 */
export const recordReach = action({
  chapter,
  params: z.object({
    adSet: nodeId,
    /** The ids of the people whom the ad set reached. */
    users: list(nodeId, { split: true }),
  }),
  result: z.object({
    /** The number of distinct people whom the ad set has reached. */
    adSet: z.int(),
    /** The number of distinct people whom all ad sets of the campaign have reached. */
    campaign: z.int(),
  }),
  run({ params, tx }) {
    const { id, campaign, reached } = present(tx, 'adSets', params.adSet)
    const reachedNow = [...new Set([...reached, ...params.users])]
    tx.patch('adSets', id, { reached: reachedNow })
    const reachedByCampaign = tx.list('adSets', 'byCampaign', [campaign]).flatMap((adSet) => adSet.reached)
    return { adSet: reachedNow.length, campaign: new Set(reachedByCampaign).size }
  },
})
