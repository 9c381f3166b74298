import { permissions } from '../../src/service/caller/caller.ts'
import type { Version } from '../../src/service/contract/versions.ts'
import type { CallOutcome } from '../../src/service/typed-call.ts'
import { createWorld } from '../../src/world/create-world.ts'
import type { Starter } from '../../src/world/starter/starter-names.ts'
import type { World } from '../../src/world/world.ts'
import { act, call } from '../service/scene.ts'
import type { Which, Who } from './campaign-commands.ts'
import {
  type Campaign,
  createAd,
  createAdSet,
  emptyModel,
  forkModel,
  type Model,
  type Verdict,
} from './campaign-model.ts'
import { type PermissionQuery, rightsProblem } from './campaign-rights.ts'
import { createCampaign } from './campaign-writes.ts'

/** A world and its model, with the ids of the objects that both begin with. */
export interface Stage {
  readonly world: World
  readonly model: Model
  readonly names: Starter
  readonly accounts: Readonly<Record<string, string>>
  readonly creatives: Readonly<Record<string, string>>
}

/** An id that does not exist. */
export const NOWHERE = '999999999999999'

const seconds = (world: World): number => Math.floor(world.clock.now / 1000)

/** Sets the ids of new rows of the model to those of the result. */
export function bind(verdict: Verdict, ids: readonly unknown[]): void {
  if (typeof verdict === 'number' || verdict.length !== ids.length)
    throw new Error(`The model made ${JSON.stringify(verdict)}, the world ${JSON.stringify(ids)}`)
  verdict.forEach((row, place) => {
    row.id = String(ids[place])
  })
}

/** The base: an account with the starter's campaign, one with campaigns of 3, 4, 51 and 52 ads, a foreign one. */
const base: Stage = (() => {
  const world = createWorld({ seed: 'campaigns', validateAnswers: true, history: 'off', logSize: 10 })
  const names = world.starter({ publications: false })
  const { actions } = world
  const stranger = actions.createUser({ name: 'Stranger' }).unwrap().id
  const accountOf = (user: string) =>
    actions.createAdAccount({ name: 'Account', administrators: [user] }).unwrap().id
  const accounts = { own: names.adAccount, second: accountOf(names.user), foreign: accountOf(stranger) }
  const scopes = permissions
  const strange = actions.issueToken({ kind: 'user', app: names.app, user: stranger, scopes }).unwrap().token
  const creativeOf = (adAccount: string) => actions.createCreative({ adAccount, title: 'Hello' }).unwrap().id
  const creatives = {
    [accounts.own]: names.creative,
    [accounts.second]: creativeOf(accounts.second),
    [accounts.foreign]: creativeOf(accounts.foreign),
  }
  const model = emptyModel(seconds(world))
  const stage = { world, model, names, accounts, creatives }
  const campaign = { name: 'Starter Campaign', objective: 'LEAD_GENERATION', special_ad_categories: [] }
  bind(createCampaign(model, accounts.own, campaign, 26, undefined), [names.campaign])
  const set = { name: 'Starter Ad Set', dailyBudget: 1_000 }
  bind(createAdSet(model, model.campaigns[0], set), [names.adSet])
  bind(createAd(model, model.adSets[0], { name: 'Starter Ad', status: 'ACTIVE' }, true), [names.ad])
  for (const count of [3, 4, 51, 52])
    addCampaign(stage, accounts.second, names.userToken, `${count} ads`, count)
  addCampaign(stage, accounts.foreign, strange, 'foreign', 1)
  // The starter's campaign is some minutes older than the last of the starter's leads.
  const read = call(world, names.userToken, 'readCampaign', { campaign: names.campaign }).unwrap()
  const [first] = model.campaigns
  if (first) first.updated = Date.parse(String(read['updated_time'])) / 1000
  return stage
})()

function addCampaign(stage: Stage, account: string, token: string, name: string, ads: number): void {
  const { world, model, creatives } = stage
  const params = { name, special_ad_categories: [] }
  const made = call(world, token, 'createCampaign', { adAccount: account, ...params }).unwrap()
  bind(createCampaign(model, account, params, 26, undefined), [made['id']])
  const campaign = model.campaigns.at(-1)
  const set = act(world, 'createAdSet', { campaign: campaign?.id }).unwrap()
  bind(createAdSet(model, campaign, {}), [set['id']])
  for (let nth = 0; nth < ads; nth++) {
    const ad = { name: `Ad ${nth}`, status: 'ACTIVE' }
    const shown = act(world, 'createAdWithCreative', {
      adSet: set['id'],
      creative: creatives[account],
      ...ad,
    })
    bind(createAd(model, model.adSets.at(-1), ad, true), [shown.unwrap()['id']])
  }
}

/** Returns a fork of the base. */
export const newStage = (): Stage => ({ ...base, world: base.world.fork(), model: forkModel(base.model) })

const own = ({ accounts, model }: Stage): Campaign[] =>
  model.campaigns.filter(({ account, status }) => account === accounts['own'] && status !== 'DELETED')

/** The campaign that a command names, if there is one, and its id. */
export function chosenCampaign(
  stage: Stage,
  { among, at }: Which,
): { id: string; campaign: Campaign | undefined } {
  const { campaigns, adSets } = stage.model
  if (among === 'unknown') return { id: NOWHERE, campaign: undefined }
  if (among === 'an ad set') return { id: adSets[0]?.id ?? NOWHERE, campaign: undefined }
  const named = campaigns.find(({ name, source }) => name === among && !source)
  const live = own(stage)
  const from = named ? [named] : among === 'recent' ? live.slice(-3) : among === 'live' ? live : campaigns
  const campaign = from[at % Math.max(1, from.length)] ?? campaigns[0]
  return { id: campaign?.id ?? NOWHERE, campaign }
}

/** The kind of ad account that a command names, for its permissions. */
const accountKind = ({ accounts }: Stage, account: string | undefined): PermissionQuery['about'] =>
  account === undefined ? 'nothing' : account === accounts['foreign'] ? 'foreign' : 'own'

/** The version as a number: 3.2, 26. */
export const numberOf = (version: string): number => Number(version.slice(1))

/** The code of the missing permission of a command, if one is missing. */
export const refusal = (
  stage: Stage,
  operation: PermissionQuery['operation'],
  { token, version }: Who,
  account: string | undefined,
): number | undefined =>
  rightsProblem({ operation, token, version: numberOf(version), about: accountKind(stage, account) })

/** Calls with the token and the version of a command. */
export const calls = (
  { world, names }: Stage,
  operation: string,
  { token, version }: Who,
  params: object,
): CallOutcome<Record<string, unknown>> =>
  call(world, token === 'nobody' ? 'nobody' : names[token], operation, params, version as Version)
