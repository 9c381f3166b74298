import {
  type AdSet,
  type Campaign,
  deleteCampaign,
  type Model,
  OK,
  setsOf,
  type Verdict,
} from './campaign-model.ts'

/** The parameters of createCampaign that the model knows. */
export interface CreateParams {
  readonly name?: string
  readonly objective?: string
  readonly status?: string
  readonly buying_type?: string
  readonly bid_strategy?: string
  readonly daily_budget?: number | string
  readonly lifetime_budget?: number | string
  readonly spend_cap?: number | string
  readonly special_ad_categories?: readonly string[]
  readonly special_ad_category?: string
  readonly special_ad_category_country?: readonly string[]
  readonly source_campaign_id?: string
  readonly execution_options?: readonly string[]
}

/** The parameters of updateCampaign that the model knows (CAM-176, CAM-177). */
export interface UpdateParams extends Omit<CreateParams, 'buying_type' | 'source_campaign_id'> {
  readonly adset_budgets?: readonly {
    readonly adset_id: string
    readonly daily_budget?: number
    readonly lifetime_budget?: number
  }[]
  readonly adset_bid_amounts?: Readonly<Record<string, number>>
}

const objectives =
  'APP_INSTALLS BRAND_AWARENESS CONVERSIONS EVENT_RESPONSES LEAD_GENERATION LINK_CLICKS LOCAL_AWARENESS MESSAGES ' +
  'OFFER_CLAIMS PAGE_LIKES POST_ENGAGEMENT PRODUCT_CATALOG_SALES REACH STORE_VISITS VIDEO_VIEWS'
const known = {
  objective: objectives.split(' '),
  status: ['ACTIVE', 'PAUSED', 'DELETED', 'ARCHIVED'],
  buying_type: ['AUCTION', 'RESERVED', 'FIXED_CPM'],
  bid_strategy: ['LOWEST_COST_WITHOUT_CAP', 'LOWEST_COST_WITH_BID_CAP', 'COST_CAP'],
}
const categories = ['NONE', 'EMPLOYMENT', 'HOUSING', 'CREDIT', 'ISSUES_ELECTIONS_POLITICS']

/** The value that removes a spend cap (CAM-104). */
export const REMOVES_CAP = '922337203685478'
const LEAST_CAP = 10_000n
const LARGEST = 2n ** 63n - 1n

const isAmount = (value: number | string | undefined, least: bigint): boolean =>
  value === undefined || (/^\d+$/.test(String(value)) && BigInt(value) >= least && BigInt(value) <= LARGEST)

const areCategories = (list: readonly string[]): boolean =>
  list.every((one) => categories.includes(one)) && (!list.includes('NONE') || list.length === 1)

const areBids = ({ adset_bid_amounts: amounts = {} }: Pick<UpdateParams, 'adset_bid_amounts'>): boolean =>
  Object.values(amounts).every((amount) => isAmount(amount, 1n))

/** Whether the parameters are valid, independent of the campaign. */
function isReadable(given: CreateParams & Pick<UpdateParams, 'adset_bid_amounts'>): boolean {
  const isKnown = Object.entries(known).every(([name, values]) => {
    const value = given[name as keyof typeof known]
    return value === undefined || values.includes(value)
  })
  const countries = given.special_ad_category_country ?? []
  return (
    isKnown &&
    isAmount(given.daily_budget, 1n) &&
    isAmount(given.lifetime_budget, 1n) &&
    isAmount(given.spend_cap, LEAST_CAP) &&
    (given.daily_budget === undefined || given.lifetime_budget === undefined) &&
    areBids(given) &&
    areCategories(given.special_ad_categories ?? []) &&
    categories.includes(given.special_ad_category ?? 'NONE') &&
    countries.every((code) => code !== 'ZZ')
  )
}

const capOf = (cap: number | string | undefined): string | undefined =>
  cap === undefined || String(cap) === REMOVES_CAP ? undefined : String(cap)

/** Creates a campaign. `source` is the campaign of `source_campaign_id`, if it exists. */
export function createCampaign(
  model: Model,
  account: string,
  given: CreateParams,
  version: number,
  source: Campaign | undefined,
): Verdict {
  const { special_ad_categories: list, special_ad_category: single, status = 'PAUSED' } = given
  const { buying_type: buyingType = 'AUCTION' } = given
  if (!isReadable(given) || !['ACTIVE', 'PAUSED'].includes(status)) return 100
  if (version >= 7 && !list) return 100
  if (given.spend_cap !== undefined && buyingType !== 'AUCTION') return 100
  if (given.source_campaign_id !== undefined && !source) return 100
  if (given.execution_options?.includes('validate_only')) return OK
  const campaign: Campaign = {
    ...{ id: '', account, name: given.name ?? '', objective: given.objective, status, buyingType, source },
    strategy: given.bid_strategy,
    daily: given.daily_budget?.toString(),
    lifetime: given.lifetime_budget?.toString(),
    cap: capOf(given.spend_cap),
    categories: list ?? (single === undefined ? [] : [single]),
    countries: given.special_ad_category_country,
    ...{ issues: false, processing: false, updated: model.now },
  }
  model.campaigns.push(campaign)
  return [campaign]
}

/** The code if the buying type forbids an update (SIL-119, SIL-120). The daily budget is fixed too. */
function buyingProblem({ buyingType, daily }: Campaign, given: UpdateParams): number | undefined {
  if (buyingType === 'AUCTION') return undefined
  if (given.spend_cap !== undefined) return 2625
  if (buyingType !== 'RESERVED') return undefined
  const fixed = [given.bid_strategy, given.daily_budget, given.adset_budgets, given.adset_bid_amounts]
  const changesMoney =
    fixed.some((value) => value !== undefined) || (daily !== undefined && given.lifetime_budget !== undefined)
  if (given.objective !== undefined && !changesMoney) return 2634
  return changesMoney ? 2625 : undefined
}

/**
 * Whether each entry names another ad set and has exactly one budget (CAM-157, CAM-158), and the entries name
 * every ad set if the budget moves to them (SIL-122). A list without entries moves no budget (CAM-159).
 */
function areBudgets(
  children: readonly AdSet[],
  budgets: NonNullable<UpdateParams['adset_budgets']>,
  isWhole: boolean,
): boolean {
  const ids = budgets.map(({ adset_id }) => adset_id)
  const isOne = ({ daily_budget: daily, lifetime_budget: lifetime }: (typeof budgets)[number]) =>
    (daily === undefined) !== (lifetime === undefined) && (daily ?? lifetime ?? 0) >= 1
  return (
    (budgets.length > 0 || !isWhole) &&
    budgets.every(isOne) &&
    ids.every((id) => children.some((child) => child.id === id)) &&
    (!isWhole || children.every(({ id }) => ids.includes(id)))
  )
}

const hasBudget = ({ daily, lifetime }: Pick<AdSet, 'daily' | 'lifetime'>): boolean =>
  daily !== undefined || lifetime !== undefined

const isCapped = (strategy: string | undefined): boolean =>
  strategy !== undefined && strategy !== 'LOWEST_COST_WITHOUT_CAP'

/** The code if the ad sets of a campaign forbid an update (SIL-118, SIL-122). */
function childrenProblem(
  campaign: Campaign,
  children: readonly AdSet[],
  given: UpdateParams,
): number | undefined {
  const { adset_budgets: budgets, adset_bid_amounts: amounts = {} } = given
  const isPaid = given.daily_budget !== undefined || given.lifetime_budget !== undefined
  if (budgets ? !areBudgets(children, budgets, !isPaid) : isPaid && children.some(hasBudget)) return 100
  const ids = children.map(({ id }) => id)
  if (Object.keys(amounts).some((id) => !ids.includes(id))) return 100
  const isToggled = isCapped(given.bid_strategy) && !isCapped(campaign.strategy)
  return isToggled && ids.some((id) => amounts[id] === undefined) ? 100 : undefined
}

/** Moves the budget between a campaign and its ad sets. */
function payBy(model: Model, campaign: Campaign, children: readonly AdSet[], given: UpdateParams): void {
  const { adset_budgets: budgets, daily_budget: daily, lifetime_budget: lifetime } = given
  const isPaid = daily !== undefined || lifetime !== undefined
  const isSwitched = isPaid ? children.some(hasBudget) : hasBudget(campaign)
  if (isPaid || budgets) {
    campaign.daily = daily?.toString()
    campaign.lifetime = lifetime?.toString()
  }
  if (!budgets) return
  if (isSwitched) campaign.toggled = model.now
  for (const child of children) {
    const own = isPaid ? undefined : budgets.find(({ adset_id }) => adset_id === child.id)
    child.daily = own?.daily_budget?.toString()
    child.lifetime = own?.lifetime_budget?.toString()
  }
}

function categoriesOf(campaign: Campaign, given: UpdateParams): readonly string[] {
  const { special_ad_categories: list, special_ad_category: single } = given
  return list ?? (single === undefined ? campaign.categories : [single])
}

/** Updates a campaign (SIL-112). A deleted one does not change; an archived one accepts name and status. */
export function updateCampaign(model: Model, campaign: Campaign, given: UpdateParams): Verdict {
  if (!isReadable(given)) return 100
  const { execution_options: options = [], name, status, ...rest } = given
  const bought = buyingProblem(campaign, given)
  // 2625 and 2634 come before the other errors of the state (SIL-037).
  if (bought !== undefined) return bought
  // Any update of a deleted campaign is refused, except setting its current status (SIL-112).
  const isCurrent = status === 'DELETED' && Object.keys(given).length === 1
  if (campaign.status === 'DELETED') return isCurrent ? OK : 100
  if (campaign.status === 'ARCHIVED') {
    if (Object.values(rest).some((value) => value !== undefined)) return 100
    if (status === 'ACTIVE' || status === 'PAUSED') return 100
  }
  const children = setsOf(model, campaign)
  const problem = childrenProblem(campaign, children, given)
  if (problem !== undefined) return problem
  if (options.includes('validate_only')) return OK
  const before = JSON.stringify({ ...campaign, source: undefined })
  payBy(model, campaign, children, given)
  for (const child of children) child.bid = given.adset_bid_amounts?.[child.id]?.toString() ?? child.bid
  campaign.name = name ?? campaign.name
  campaign.objective = given.objective ?? campaign.objective
  campaign.strategy = given.bid_strategy ?? campaign.strategy
  campaign.categories = categoriesOf(campaign, given)
  campaign.countries = given.special_ad_category_country ?? campaign.countries
  if (given.spend_cap !== undefined) campaign.cap = capOf(given.spend_cap)
  if (status === 'DELETED') deleteCampaign(model, campaign)
  else campaign.status = status ?? campaign.status
  if (JSON.stringify({ ...campaign, source: undefined }) !== before) campaign.updated = model.now
  return OK
}
