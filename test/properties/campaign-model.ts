/**
 * A model of the campaigns of the contract as plain lists (Endpoints › Ad campaigns, SIL-108 to SIL-130).
 * Each question searches whole lists. Rows stand in the order of creation, which is the order of their ids and
 * times. The id of a row is the one that the service gave it.
 */

/** A campaign as the contract knows it. */
export interface Campaign {
  id: string
  account: string
  name: string
  objective?: string | undefined
  status: string
  buyingType: string
  strategy?: string | undefined
  daily?: string | undefined
  lifetime?: string | undefined
  cap?: string | undefined
  categories: readonly string[]
  countries?: readonly string[] | undefined
  source?: Campaign | undefined
  issues: boolean
  processing: boolean
  toggled?: number | undefined
  updated: number
}

/** An ad set as the contract knows it. Times are Unix seconds. */
export interface AdSet {
  id: string
  campaign: Campaign
  name: string
  status: string
  daily?: string | undefined
  lifetime?: string | undefined
  bid?: string | undefined
  start?: number | undefined
  end?: number | undefined
}

/** An ad as the contract knows it. */
export interface Ad {
  id: string
  adSet: AdSet
  name: string
  status: string
}

/** All objects, and the time in Unix seconds. */
export interface Model {
  now: number
  readonly campaigns: Campaign[]
  readonly adSets: AdSet[]
  readonly ads: Ad[]
}

/** Returns the model of a world without campaigns. */
export const emptyModel = (now: number): Model => ({ now, campaigns: [], adSets: [], ads: [] })

/** Returns an independent copy of a model. */
export function forkModel({ now, ...from }: Model): Model {
  const model = emptyModel(now)
  const campaigns = new Map(from.campaigns.map((campaign) => [campaign, { ...campaign }]))
  const adSets = new Map(
    from.adSets.map((set) => [set, { ...set, campaign: campaigns.get(set.campaign) ?? set.campaign }]),
  )
  model.campaigns.push(...campaigns.values())
  model.adSets.push(...adSets.values())
  model.ads.push(...from.ads.map((ad) => ({ ...ad, adSet: adSets.get(ad.adSet) ?? ad.adSet })))
  for (const campaign of model.campaigns)
    if (campaign.source) campaign.source = campaigns.get(campaign.source)
  return model
}

/** The outcome of a call: its error code, or the new rows in the order of the result. */
export type Verdict = number | readonly { id: string }[]

/** A success without new rows. */
export const OK: Verdict = []

/** The ad sets of a campaign that are not deleted. */
export const setsOf = ({ adSets }: Model, campaign: Campaign): AdSet[] =>
  adSets.filter((set) => set.campaign === campaign && set.status !== 'DELETED')

/** The ads of a campaign that are not deleted. */
export const adsOf = ({ ads }: Model, campaign: Campaign): Ad[] =>
  ads.filter((ad) => ad.adSet.campaign === campaign && ad.status !== 'DELETED')

const isPaidTogether = ({ daily, lifetime }: Pick<AdSet, 'daily' | 'lifetime'>): boolean =>
  daily !== undefined || lifetime !== undefined

/** Deletes a campaign with its ad sets and ads (SIL-113); a second time changes nothing. */
export function deleteCampaign(model: Model, campaign: Campaign): Verdict {
  if (campaign.status === 'DELETED') return OK
  for (const row of [...setsOf(model, campaign), ...adsOf(model, campaign)]) row.status = 'DELETED'
  campaign.status = 'DELETED'
  campaign.updated = model.now
  return OK
}

/** A bulk deletion (SIL-115), with the ids and the number of its result. */
export function deleteCampaigns(
  model: Model,
  account: string,
  given: { delete_strategy?: string; before_date?: number; object_count?: number },
): number | { deleted: string[]; left: number } {
  const { delete_strategy: strategy, before_date: before, object_count: count } = given
  if (!['DELETE_ANY', 'DELETE_OLDEST', 'DELETE_ARCHIVED_BEFORE'].includes(strategy ?? '')) return 100
  const archived = strategy === 'DELETE_ARCHIVED_BEFORE'
  if ((archived && before === undefined) || (count !== undefined && count < 1)) return 100
  const candidates = model.campaigns.filter(
    (campaign) =>
      campaign.account === account &&
      campaign.status !== 'DELETED' &&
      (!archived || (campaign.status === 'ARCHIVED' && campaign.updated < (before ?? 0))),
  )
  const chosen = candidates.slice(0, count ?? candidates.length)
  for (const campaign of chosen) deleteCampaign(model, campaign)
  return { deleted: chosen.map(({ id }) => id), left: candidates.length - chosen.length }
}

/** The parameters of a copy (SIL-128, SIL-129). */
export interface CopyParams {
  readonly deep_copy?: boolean
  readonly status_option?: string
  readonly start_time?: number
  readonly end_time?: number
  readonly rename_options?: {
    readonly rename_strategy?: string
    readonly rename_prefix?: string
    readonly rename_suffix?: string
  }
}

const strategies = ['DEEP_RENAME', 'ONLY_TOP_LEVEL_RENAME', 'NO_RENAME']
const statusOptions = ['ACTIVE', 'PAUSED', 'INHERITED_FROM_SOURCE']

/** Copies a campaign: at most 3 ads in a call, 51 in a batch (CAM-206, CAM-207). Returns all copies. */
export function copyCampaign(model: Model, source: Campaign, given: CopyParams, most: number): Verdict {
  const { deep_copy: deep = false, status_option: option = 'PAUSED', rename_options: rename = {} } = given
  const { rename_strategy: strategy = 'ONLY_TOP_LEVEL_RENAME' } = rename
  const { rename_prefix: prefix = '', rename_suffix: suffix = ' - Copy' } = rename
  if (!strategies.includes(strategy) || !statusOptions.includes(option)) return 100
  if (source.status === 'DELETED') return 100
  const sets = deep ? setsOf(model, source) : []
  const ads = deep ? adsOf(model, source) : []
  if (ads.length > most) return 100
  const named = (name: string, isRenamed: boolean) => (isRenamed ? prefix + name + suffix : name)
  const status = (old: string) => (option === 'INHERITED_FROM_SOURCE' ? old : option)
  const isDeep = strategy === 'DEEP_RENAME'
  const campaign: Campaign = {
    ...source,
    ...{ id: '', name: named(source.name, strategy !== 'NO_RENAME'), status: status(source.status), source },
    ...{ issues: false, processing: false, toggled: undefined, updated: model.now },
  }
  const copiedSets = new Map(
    sets.map((set) => {
      const times = { start: given.start_time ?? set.start, end: given.end_time ?? set.end }
      const own = { id: '', campaign, name: named(set.name, isDeep), status: status(set.status) }
      return [set, { ...set, ...own, ...times }]
    }),
  )
  const copiedAds = ads.map((ad) => {
    const adSet = copiedSets.get(ad.adSet) ?? ad.adSet
    return { id: '', adSet, name: named(ad.name, isDeep), status: status(ad.status) }
  })
  model.campaigns.push(campaign)
  model.adSets.push(...copiedSets.values())
  model.ads.push(...copiedAds)
  return [campaign, ...copiedSets.values(), ...copiedAds]
}

/** The parameters of the action createAdSet. */
export interface AdSetParams {
  readonly name?: string
  readonly status?: string
  readonly dailyBudget?: number
  readonly lifetimeBudget?: number
  readonly startTime?: number
  readonly endTime?: number
  readonly buyingType?: string
  readonly attributionSpec?: readonly { event_type: string; window_days: number }[]
}

/** Goals without a rule of their own allow only 1-day click (CAM-244). */
const isAttributed = (spec: AdSetParams['attributionSpec']): boolean =>
  spec === undefined ||
  (spec.length === 1 && spec[0]?.event_type === 'CLICK_THROUGH' && spec[0].window_days === 1)

/** Whether ad sets and ads can be added: not to an archived or deleted campaign (SIL-112). */
const isClosed = ({ status }: Campaign): boolean => status === 'ARCHIVED' || status === 'DELETED'

/** Creates an ad set. Either it or its campaign has a budget, not both (CAM-099). */
export function createAdSet(model: Model, campaign: Campaign | undefined, given: AdSetParams): Verdict {
  const [daily, lifetime] = [given.dailyBudget?.toString(), given.lifetimeBudget?.toString()]
  if (!campaign || isClosed(campaign)) return 100
  if (daily !== undefined && lifetime !== undefined) return 100
  if (given.dailyBudget === 0 || given.lifetimeBudget === 0) return 100
  if (isPaidTogether({ daily, lifetime }) && isPaidTogether(campaign)) return 100
  if (given.buyingType !== undefined && given.buyingType !== campaign.buyingType) return 100
  if (!isAttributed(given.attributionSpec)) return 100
  const { name = '', status = 'PAUSED', startTime: start, endTime: end } = given
  const set: AdSet = { id: '', campaign, name, status, daily, lifetime, start, end }
  model.adSets.push(set)
  return [set]
}

/** Creates an ad with a creative of the same account. */
export function createAd(
  model: Model,
  adSet: AdSet | undefined,
  given: { name: string; status: string },
  isOwnCreative: boolean,
): Verdict {
  if (!adSet || adSet.status === 'DELETED' || isClosed(adSet.campaign) || !isOwnCreative) return 100
  const ad: Ad = { id: '', adSet, ...given }
  model.ads.push(ad)
  return [ad]
}

/** The effective status of a campaign (SIL-114). IN_PROCESS exists from version 4.0 (CAM-025). */
export function effectiveStatus({ status, issues, processing }: Campaign, version: number): string {
  if (status === 'DELETED' || status === 'ARCHIVED') return status
  if (issues) return 'WITH_ISSUES'
  return processing && version >= 4 ? 'IN_PROCESS' : status
}

/** The campaigns of a list (SIL-108), newest first; 100 for an invalid filter. */
export function listedCampaigns(
  { campaigns }: Model,
  account: string,
  filter: readonly string[] | undefined,
  version: number,
): number | Campaign[] {
  if (filter?.includes('DELETED')) return 100
  const isWanted = (campaign: Campaign) => {
    const effective = effectiveStatus(campaign, version)
    return filter ? filter.includes(effective) : effective !== 'ARCHIVED' && effective !== 'DELETED'
  }
  return campaigns.filter((campaign) => campaign.account === account && isWanted(campaign)).reverse()
}

/** The copies of a campaign that are not deleted, newest first. */
export const copiesOf = ({ campaigns }: Model, source: Campaign): Campaign[] =>
  campaigns.filter((campaign) => campaign.source === source && campaign.status !== 'DELETED').reverse()
