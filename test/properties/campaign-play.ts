import { expect } from 'vitest'
import { act } from '../service/scene.ts'
import { accountOf, agree, copiedIds, DAY, datesOf, type Run } from './campaign-answers.ts'
import { queue, wait } from './campaign-batches.ts'
import type { Command, Details, Kind, Who } from './campaign-commands.ts'
import { edge, list } from './campaign-lists.ts'
import {
  type AdSetParams,
  type Campaign,
  type CopyParams,
  copyCampaign,
  createAd,
  createAdSet,
  deleteCampaign,
  deleteCampaigns,
  setsOf,
} from './campaign-model.ts'
import { expectSame } from './campaign-reads.ts'
import { calls, chosenCampaign, NOWHERE, numberOf, refusal, type Stage } from './campaign-stage.ts'
import { type CreateParams, createCampaign, type UpdateParams, updateCampaign } from './campaign-writes.ts'

const issue = {
  level: 'AD',
  error_code: 1,
  error_summary: 'a',
  error_message: 'b',
  error_type: 'HARD_ERROR',
}

function updates(stage: Run, who: Who, which: Details<'update'>['which'], given: UpdateParams): boolean {
  const { id, campaign } = chosenCampaign(stage, which)
  const problem = refusal(stage, 'updateCampaign', who, campaign?.account)
  const verdict = problem ?? (campaign ? updateCampaign(stage.model, campaign, given) : 100)
  const done = agree(calls(stage, 'updateCampaign', who, { campaign: id, ...given }), verdict)
  if (campaign) expectSame(stage, campaign)
  return done
}

/** The adset_budgets of a switch: all ad sets, one too few, two budgets, a foreign ad set, or none. */
function budgetsFor(
  stage: Stage,
  campaign: Campaign | undefined,
  how: string,
): UpdateParams['adset_budgets'] {
  if (how === 'none' || !campaign) return undefined
  if (how === 'empty') return []
  const entries = setsOf(stage.model, campaign).map(({ id }, place) => ({
    adset_id: id,
    ...(place % 2 === 0 ? { daily_budget: 70 + place } : { lifetime_budget: 700 }),
  }))
  const [first, ...rest] = entries
  if (how === 'all' && !first) return undefined
  if (how === 'unknown' || !first) return [...entries, { adset_id: NOWHERE, daily_budget: 1 }]
  if (how === 'one missing') return rest.length > 0 ? rest : [{ adset_id: NOWHERE, daily_budget: 1 }]
  return how === 'both kinds' ? [{ ...first, daily_budget: 1, lifetime_budget: 1 }, ...rest] : entries
}

function bidsFor(
  stage: Stage,
  campaign: Campaign | undefined,
  how: string,
): Record<string, number> | undefined {
  if (how === 'none' || !campaign) return undefined
  const entries = setsOf(stage.model, campaign).map(
    ({ id }, place) => [id, how === 'not positive' ? -place : 10 + place] as const,
  )
  const some = how === 'one missing' ? entries.slice(1) : entries
  return Object.fromEntries(how === 'unknown' ? [...some, [NOWHERE, 1]] : some)
}

const players: { [K in Kind]: (stage: Run, who: Who, details: Details<K>) => boolean } = {
  create(stage, who, { account: name, given, source: which }) {
    const account = accountOf(stage, name)
    const source = which && chosenCampaign(stage, which)
    const params = { ...given, ...(source && { source_campaign_id: source.id }) } as CreateParams
    const problem = refusal(stage, 'createCampaign', who, account)
    // A campaign of an account without a role gets the same error as an unknown id.
    const seen = source?.campaign?.account === stage.accounts['foreign'] ? undefined : source?.campaign
    const made = () => createCampaign(stage.model, account ?? '', params, numberOf(who.version), seen)
    const verdict = problem ?? made()
    const done = agree(
      calls(stage, 'createCampaign', who, { adAccount: account ?? NOWHERE, ...params }),
      verdict,
    )
    const campaign = stage.model.campaigns.at(-1)
    if (campaign && verdict !== problem) expectSame(stage, campaign)
    return done
  },
  update: (stage, who, { which, given }) => updates(stage, who, which, given as UpdateParams),
  budget(stage, who, { which, given, budgets: how, options }) {
    const budgets = budgetsFor(stage, chosenCampaign(stage, which).campaign, how)
    const params = {
      ...given,
      ...(budgets && { adset_budgets: budgets }),
      ...(options && { execution_options: options }),
    }
    return updates(stage, who, which, params as UpdateParams)
  },
  bid(stage, who, { which, strategy, amounts: how }) {
    const amounts = bidsFor(stage, chosenCampaign(stage, which).campaign, how)
    return updates(stage, who, which, {
      bid_strategy: strategy,
      ...(amounts && { adset_bid_amounts: amounts }),
    })
  },
  delete(stage, who, { which }) {
    const { id, campaign } = chosenCampaign(stage, which)
    const problem = refusal(stage, 'deleteCampaign', who, campaign?.account)
    const verdict = problem ?? (campaign ? deleteCampaign(stage.model, campaign) : 100)
    const done = agree(calls(stage, 'deleteCampaign', who, { campaign: id }), verdict)
    if (campaign) expectSame(stage, campaign)
    return done
  },
  deleteMany(stage, who, { account: name, hoursAgo, ...given }) {
    const account = accountOf(stage, name)
    const before = hoursAgo === undefined ? undefined : stage.model.now - hoursAgo * 3_600
    const params = { ...given, ...(before !== undefined && { before_date: before }) } as object
    const problem = refusal(stage, 'deleteCampaigns', who, account)
    const verdict = problem ?? deleteCampaigns(stage.model, account ?? '', params)
    const answer = calls(stage, 'deleteCampaigns', who, { adAccount: account ?? NOWHERE, ...params })
    const done = agree(answer, typeof verdict === 'number' ? verdict : [])
    if (answer.ok && typeof verdict !== 'number') {
      const { deleted: deleted_object_ids, left: objects_left_to_delete_count } = verdict
      expect(answer.value).toEqual({ deleted_object_ids, objects_left_to_delete_count })
    }
    return done
  },
  copy(stage, who, { which, given }) {
    const { id, campaign } = chosenCampaign(stage, which)
    const params = datesOf(stage.model, given as CopyParams)
    const problem = refusal(stage, 'copyCampaign', who, campaign?.account)
    const verdict = problem ?? (campaign ? copyCampaign(stage.model, campaign, params, 3) : 100)
    const done = agree(calls(stage, 'copyCampaign', who, { campaign: id, ...params }), verdict, copiedIds)
    if (done) expectSame(stage, stage.model.campaigns.at(-1))
    return done
  },
  adSet(stage, _who, { which, given }) {
    const { id, campaign } = chosenCampaign(stage, which)
    const { startTime, endTime, ...rest } = given
    const at = (days: number | undefined) => (days === undefined ? undefined : stage.model.now + days * DAY)
    const times = { startTime: at(startTime), endTime: at(endTime) }
    const params = JSON.parse(JSON.stringify({ ...rest, ...times })) as AdSetParams
    const verdict = params.status === 'DELETED' ? 100 : createAdSet(stage.model, campaign, params)
    return agree(act(stage.world, 'createAdSet', { campaign: id, ...params }), verdict)
  },
  ad(stage, _who, { at, among, name, status, isOwnCreative }) {
    const { model, creatives } = stage
    const from = model.adSets.filter((set) => among === 'any' || set.status !== 'DELETED').slice(-4)
    const adSet = among === 'unknown' ? undefined : from[at % Math.max(1, from.length)]
    const account = adSet?.campaign.account ?? ''
    const creative = isOwnCreative
      ? creatives[account]
      : stage.creatives[
          account === stage.names.adAccount ? (stage.accounts['second'] ?? '') : stage.names.adAccount
        ]
    const verdict = createAd(model, adSet, { name, status }, isOwnCreative)
    return agree(
      act(stage.world, 'createAdWithCreative', { adSet: adSet?.id ?? NOWHERE, creative, name, status }),
      verdict,
    )
  },
  list,
  edge,
  batch: queue,
  wait,
  issues(stage, _who, { which, issues }) {
    const { id, campaign } = chosenCampaign(stage, which)
    if (campaign) campaign.issues = issues
    return agree(
      act(stage.world, 'setCampaignIssues', {
        campaign: id,
        issues: issues ? [issue] : [],
      }),
      campaign ? [] : 100,
    )
  },
  processing(stage, _who, { which, processing }) {
    const { id, campaign } = chosenCampaign(stage, which)
    if (campaign) campaign.processing = processing
    return agree(act(stage.world, 'setProcessing', { campaign: id, processing }), campaign ? [] : 100)
  },
  read(stage, who, { which }) {
    const { id, campaign } = chosenCampaign(stage, which)
    const problem = refusal(stage, 'readCampaign', who, campaign?.account)
    const done = agree(
      calls(stage, 'readCampaign', who, { campaign: id, fields: 'name' }),
      problem ?? [{ id }],
    )
    if (done) expectSame(stage, campaign, who.version)
    return done
  },
}

/** Runs a command on the world and on the model, and compares them. Returns whether it succeeded. */
export function perform(stage: Run, { kind, who, details }: Command): boolean {
  const player = players[kind] as (stage: Run, who: Who, details: unknown) => boolean
  return player(stage, who, details)
}
