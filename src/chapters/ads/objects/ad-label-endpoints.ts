import { z } from '../../../engine/schema/zod.ts'
import { managesAds, readsAds } from '../../../service/access/access.ts'
import type { CallError } from '../../../service/contract/errors.ts'
import type { EndpointContext } from '../../../service/routes/define.ts'
import { endpoint } from '../../../service/routes/define.ts'
import { filledText } from '../../../service/values/scalars.ts'
import { listResult, recordResult } from '../../../service/views/results.ts'
import { addLabels, adLabelView, labelsParam, removeLabels, replaceLabel } from './ad-label.ts'

const reference = 'https://developers.facebook.com/docs/marketing-api/reference/'
const accountSource = `${reference}ad-account/adlabels/`

const labelSource = `${reference}ad-label/`

const named = z.object({
  /** The name of the label. */
  name: filledText,
})

/** Lists the labels of an ad account, newest first. */
export const listAdLabels = endpoint({
  route: 'GET /act_{adAccount}/adlabels',
  source: accountSource,
  access: readsAds,
  ...listResult(adLabelView),
  run: ({ adAccount, pageOf }) =>
    pageOf({ table: 'adLabels', edge: 'byAccount', owner: [adAccount.id] }, adLabelView),
})

/** Creates a label of an ad account. */
export const createAdLabel = endpoint({
  route: 'POST /act_{adAccount}/adlabels',
  source: accountSource,
  access: managesAds,
  params: named,
  ...recordResult(adLabelView),
  run({ adAccount, params, tx, readBack }) {
    const times = { createdTime: tx.now, updatedTime: tx.now }
    const row = tx.insert('adLabels', { adAccount: adAccount.id, name: params.name, ...times })
    return { ...readBack(adLabelView, row), id: String(row.id) }
  },
})

/** Reads a label. */
export const readAdLabel = endpoint({
  route: 'GET /{adLabel}',
  source: labelSource,
  access: readsAds,
  ...recordResult(adLabelView),
  run: ({ adLabel, show }) => show(adLabelView, adLabel),
})

/** Renames a label, also on the objects that have it. */
export const updateAdLabel = endpoint({
  route: 'POST /{adLabel}',
  source: labelSource,
  access: managesAds,
  params: named,
  run({ adLabel, params: { name }, tx }) {
    tx.patch('adLabels', adLabel.id, { name, updatedTime: tx.now })
    replaceLabel(tx, adLabel, { id: String(adLabel.id), name })
    return { success: true }
  },
})

/** Deletes a label, and takes it off the objects that have it. */
export const deleteAdLabel = endpoint({
  route: 'DELETE /{adLabel}',
  source: labelSource,
  access: managesAds,
  run({ adLabel, tx }) {
    replaceLabel(tx, adLabel, undefined)
    tx.remove(adLabel.id)
    return { success: true }
  },
})

const ofObject = {
  access: managesAds,
  params: z.object({
    /** The labels, by their ids or names. */
    adlabels: labelsParam,
  }),
} as const

type Answering = Pick<EndpointContext<string, unknown, 100 | 200>, 'refuseFor'>

/** Returns the answer of a change of labels. */
const answered = ({ refuseFor }: Answering, error: CallError | undefined) =>
  error ? refuseFor(error) : { success: true }

/** Puts labels on a campaign. */
export const addCampaignLabels = endpoint({
  ...ofObject,
  route: 'POST /{campaign}/adlabels',
  source: `${reference}ad-campaign-group/adlabels/`,
  run: (context) => answered(context, addLabels(context.tx, context.campaign, context.params.adlabels)),
})

/** Takes labels off a campaign. */
export const removeCampaignLabels = endpoint({
  ...ofObject,
  route: 'DELETE /{campaign}/adlabels',
  source: `${reference}ad-campaign-group/adlabels/`,
  run: (context) => answered(context, removeLabels(context.tx, context.campaign, context.params.adlabels)),
})

/** Puts labels on an ad set. */
export const addAdSetLabels = endpoint({
  ...ofObject,
  route: 'POST /{adSet}/adlabels',
  source: `${reference}ad-campaign/adlabels/`,
  run: (context) => answered(context, addLabels(context.tx, context.adSet, context.params.adlabels)),
})

/** Takes labels off an ad set. */
export const removeAdSetLabels = endpoint({
  ...ofObject,
  route: 'DELETE /{adSet}/adlabels',
  source: `${reference}ad-campaign/adlabels/`,
  run: (context) => answered(context, removeLabels(context.tx, context.adSet, context.params.adlabels)),
})

/** Puts labels on an ad. */
export const addAdLabels = endpoint({
  ...ofObject,
  route: 'POST /{ad}/adlabels',
  source: `${reference}adgroup/adlabels/`,
  run: (context) => answered(context, addLabels(context.tx, context.ad, context.params.adlabels)),
})

/** Takes labels off an ad. */
export const removeAdLabels = endpoint({
  ...ofObject,
  route: 'DELETE /{ad}/adlabels',
  source: `${reference}adgroup/adlabels/`,
  run: (context) => answered(context, removeLabels(context.tx, context.ad, context.params.adlabels)),
})

/** Puts labels on an ad creative. */
export const addCreativeLabels = endpoint({
  ...ofObject,
  route: 'POST /{creative}/adlabels',
  source: `${reference}ad-creative/adlabels/`,
  run: (context) => answered(context, addLabels(context.tx, context.creative, context.params.adlabels)),
})

/** Takes labels off an ad creative. */
export const removeCreativeLabels = endpoint({
  ...ofObject,
  route: 'DELETE /{creative}/adlabels',
  source: `${reference}ad-creative/adlabels/`,
  run: (context) => answered(context, removeLabels(context.tx, context.creative, context.params.adlabels)),
})
