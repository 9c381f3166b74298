import { z } from 'zod'
import { jsonObject, list } from '../compounds.ts'
import { action } from '../define.ts'
import { adAccountRoleNames } from '../model/ad-account.ts'
import { temporaryUrlIn } from '../model/ad-image-link.ts'
import { currencies } from '../model/money.ts'
import { adObjectiveProblem, usableImage } from '../model/new-ad.ts'
import { missing, present, reference } from '../model/references.ts'
import { plain, plainObject } from '../plain.ts'
import { isProblem } from '../problem.ts'
import { defaulted, httpUrl, integer, oneOf, text } from '../scalars.ts'
import { datetime } from '../times.ts'

const chapter = 'Endpoints › Ad campaigns'
const created = z.object({ id: z.string() })
const done = z.object({ success: z.boolean() })
const openStatus = defaulted(oneOf(['ACTIVE', 'PAUSED'] as const), 'PAUSED')

/** Creates an ad account, and makes its administrators ADMIN on it. */
export const createAdAccount = action({
  chapter,
  params: z.object({
    name: text,
    currency: defaulted(oneOf(currencies), 'USD'),
    locale: defaulted(text, 'en_US'),
    administrators: defaulted(list(reference), []),
  }),
  result: created,
  run({ params, tx, refuse }) {
    const { administrators, ...account } = params
    const problem = missing(tx, ...administrators.map((id) => ['administrators', 'users', id] as const))
    if (problem) return refuse(problem)
    const { id } = tx.insert('adAccounts', { ...account, createdTime: tx.now, blocked: false })
    for (const user of new Set(administrators))
      tx.insert('adAccountRoles', { adAccount: id, user, role: 'ADMIN' })
    return { id: String(id) }
  },
})

/** Sets the role of a person on an ad account; without a role the person is taken off it. */
export const assignAdAccountRole = action({
  chapter: 'Authentication',
  params: z.object({ adAccount: reference, user: reference, role: oneOf(adAccountRoleNames).optional() }),
  result: done,
  run({ params, tx, refuse }) {
    const { adAccount, user, role } = params
    const problem = missing(tx, ['adAccount', 'adAccounts', adAccount], ['user', 'users', user])
    if (problem) return refuse(problem)
    const known = tx.first('adAccountRoles', 'byAccountUser', [adAccount, user])
    if (known) tx.remove(known.id)
    if (role) tx.insert('adAccountRoles', { adAccount, user, role })
    return { success: true }
  },
})

/**
 * Creates an ad set of a campaign. A budget stands on the campaign or on its ad sets, never on both; an ad
 * set has one of the two kinds at most.
 */
export const createAdSet = action({
  chapter,
  params: z.object({
    campaign: reference,
    name: defaulted(text, ''),
    status: openStatus,
    dailyBudget: integer(1).optional(),
    lifetimeBudget: integer(1).optional(),
    startTime: datetime.optional(),
    endTime: datetime.optional(),
    optimizationGoal: text.optional(),
    promotedObject: jsonObject.optional(),
    attributionSpec: defaulted(list(jsonObject), []),
    trackingSpecs: defaulted(list(jsonObject), []),
  }),
  result: created,
  run({ params, tx, refuse }) {
    const problem = missing(tx, ['campaign', 'campaigns', params.campaign])
    if (problem) return refuse(problem)
    const campaign = present(tx, 'campaigns', params.campaign)
    const { dailyBudget, lifetimeBudget, startTime = null, endTime = null } = params
    const budgets = [dailyBudget, lifetimeBudget].filter((budget) => budget !== undefined)
    if (campaign.status === 'DELETED') return refuse('Param campaign must not be deleted')
    if (budgets.length > 1) return refuse('Params dailyBudget and lifetimeBudget exclude each other')
    if (budgets.length > 0 && (campaign.dailyBudget ?? campaign.lifetimeBudget) !== null) {
      return refuse('The budget is set on the campaign: its ad sets take none')
    }
    if (startTime !== null && endTime !== null && startTime >= endTime)
      return refuse('Param endTime must lie after startTime')
    const adSet = tx.insert('adSets', {
      adAccount: campaign.adAccount,
      campaign: campaign.id,
      name: params.name,
      status: params.status,
      createdTime: tx.now,
      updatedTime: tx.now,
      dailyBudget: dailyBudget === undefined ? null : String(dailyBudget),
      lifetimeBudget: lifetimeBudget === undefined ? null : String(lifetimeBudget),
      startTime,
      endTime,
      optimizationGoal: params.optimizationGoal ?? null,
      promotedObject: params.promotedObject ? plainObject(params.promotedObject) : null,
      attributionSpec: params.attributionSpec.map(plain),
      trackingSpecs: params.trackingSpecs.map(plain),
      source: null,
    })
    return { id: String(adSet.id) }
  },
})

/** Creates an ad creative of an ad account, with one of its images perhaps. */
export const createCreative = action({
  chapter,
  params: z.object({
    adAccount: reference,
    name: defaulted(text, ''),
    title: text.optional(),
    body: text.optional(),
    objectUrl: httpUrl.optional(),
    imageHash: text.optional(),
  }),
  result: created,
  run({ params, tx, refuse }) {
    const problem = missing(tx, ['adAccount', 'adAccounts', params.adAccount])
    if (problem) return refuse(problem)
    const { adAccount, imageHash } = params
    if (temporaryUrlIn(tx, params) !== undefined)
      return refuse('The url of an ad image is temporary, and no creative may use it')
    const image = imageHash === undefined ? undefined : usableImage(tx, adAccount, imageHash)
    if (isProblem(image)) return refuse(image.message)
    return { id: String(tx.insert('creatives', { ...params, status: 'ACTIVE', createdTime: tx.now }).id) }
  },
})

/** Deletes an ad creative: it uses its image no longer. Ads that show it stay as they are. */
export const deleteCreative = action({
  chapter: 'States and transitions › Ad image',
  params: z.object({ creative: reference }),
  result: done,
  run({ params, tx, refuse }) {
    const problem = missing(tx, ['creative', 'creatives', params.creative])
    if (problem) return refuse(problem)
    tx.patch('creatives', params.creative, { status: 'DELETED' })
    return { success: true }
  },
})

/** Creates an ad of an ad set that shows a creative of the same ad account. */
export const createAdWithCreative = action({
  chapter,
  params: z.object({ adSet: reference, creative: reference, name: defaulted(text, ''), status: openStatus }),
  result: created,
  run({ params, tx, refuse }) {
    const problem = missing(tx, ['adSet', 'adSets', params.adSet], ['creative', 'creatives', params.creative])
    if (problem) return refuse(problem)
    const adSet = present(tx, 'adSets', params.adSet)
    const creative = present(tx, 'creatives', params.creative)
    if (adSet.status === 'DELETED') return refuse('Param adSet must not be deleted')
    if (creative.adAccount !== adSet.adAccount)
      return refuse('Param creative must be of the ad account of the ad set')
    if (creative.status === 'DELETED') return refuse('Param creative must not be deleted')
    const strange = adObjectiveProblem(tx, adSet, creative)
    if (strange) return refuse(strange)
    const { adAccount, campaign, id } = adSet
    const times = { createdTime: tx.now, updatedTime: tx.now }
    const { name, status } = params
    const ad = tx.insert('ads', {
      adAccount,
      campaign,
      adSet: id,
      creative: creative.id,
      name,
      status,
      ...times,
      source: null,
    })
    return { id: String(ad.id) }
  },
})
