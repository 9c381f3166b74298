import fc from 'fast-check'
import type { AdSetParams } from './campaign-model.ts'
import { REMOVES_CAP } from './campaign-writes.ts'

/** Draws from two kinds of values, the usual one `weight` times as often as the rare one. */
export const mostly = <T>(weight: number, usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: usual, weight }, { arbitrary: rare, weight: 1 })

/** Names, among them an empty one and one with an emoji (CAM-081). */
export const names = fc.constantFrom('', 'Spring', 'Grüße 🙂', 'Sale', '0')
/** Budgets, mostly from 1 to the largest 64-bit integer (SIL-013, SIL-118). */
const amounts = mostly(
  16,
  fc.constantFrom<number | string>(1, 500, 20_000, '1000', '9223372036854775807'),
  fc.constantFrom<number | string>(0, -1, '9223372036854775808', 'much'),
)
const caps = mostly(
  12,
  fc.constantFrom<number | string>(10_000, 10_001, '9007199254740993', REMOVES_CAP, Number(REMOVES_CAP)),
  fc.constantFrom<number | string>(9_999, 0, -1),
)
const objectives = mostly(
  20,
  fc.constantFrom('REACH', 'LINK_CLICKS', 'LEAD_GENERATION', 'APP_INSTALLS'),
  fc.constantFrom('reach', 'NONE'),
)
/** Some of these statuses. */
export const statuses = (...usual: string[]) => fc.constantFrom(...usual)
/** Bid strategies, sometimes invalid ones (CAM-097). */
export const strategies = mostly(
  9,
  fc.constantFrom('LOWEST_COST_WITHOUT_CAP', 'LOWEST_COST_WITH_BID_CAP', 'COST_CAP'),
  fc.constant('HIGHEST_COST'),
)
const categories = mostly(
  16,
  fc.constantFrom<readonly string[]>([], ['NONE'], ['HOUSING'], ['CREDIT', 'EMPLOYMENT']),
  fc.constantFrom<readonly string[]>(['NONE', 'HOUSING'], ['TOBACCO']),
)
const category = mostly(9, fc.constantFrom('NONE', 'CREDIT', 'HOUSING'), fc.constant('TOBACCO'))
const countries = mostly<readonly string[]>(
  6,
  fc.constantFrom(['DE'], ['US', 'XK']),
  fc.constant(['DE', 'ZZ']),
)
/** Execution options (SIL-121). */
export const options = fc.constantFrom(['validate_only'], ['include_recommendations'], [])

const optional = <T extends Record<string, fc.Arbitrary<unknown>>>(members: T) =>
  fc.subarray(Object.keys(members), { maxLength: 3 }).chain((chosen) => {
    const some = chosen.map((name) => [name, members[name]] as const)
    return fc.record(Object.fromEntries(some) as Record<string, fc.Arbitrary<unknown>>)
  })

/** A budget of the campaign, sometimes of both kinds. */
export const budget = fc.oneof(
  { arbitrary: amounts.map((daily_budget) => ({ daily_budget })), weight: 3 },
  { arbitrary: amounts.map((lifetime_budget) => ({ lifetime_budget })), weight: 3 },
  { arbitrary: fc.constant({ daily_budget: 5, lifetime_budget: 50 }), weight: 1 },
)

/** The special ad categories: as the list, as the single value, as both or not at all. */
const categoryForm = fc.oneof(
  { arbitrary: categories.map((special_ad_categories) => ({ special_ad_categories })), weight: 10 },
  { arbitrary: category.map((special_ad_category) => ({ special_ad_category })), weight: 1 },
  { arbitrary: fc.constant({}), weight: 1 },
)

/** Parameters of createCampaign. */
export const created = fc
  .tuple(
    categoryForm,
    optional({
      name: names,
      objective: objectives,
      status: mostly(8, statuses('ACTIVE', 'PAUSED'), statuses('DELETED', 'ARCHIVED')),
      bid_strategy: strategies,
      spend_cap: caps,
      special_ad_category_country: countries,
      execution_options: mostly(3, fc.constant([]), options),
    }),
    fc.oneof({ arbitrary: fc.constant({}), weight: 3 }, budget),
    mostly(
      5,
      fc.constant({}),
      fc.constantFrom('RESERVED', 'FIXED_CPM', 'CASH').map((buying_type) => ({ buying_type })),
    ),
  )
  .map((parts) => Object.assign({}, ...parts) as object)

/** Parameters of updateCampaign, except budgets and bids. */
export const updated = fc.oneof(
  { arbitrary: fc.record({ status: statuses('ACTIVE', 'PAUSED', 'ARCHIVED') }), weight: 3 },
  { arbitrary: fc.constant({ status: 'DELETED' }), weight: 1 },
  { arbitrary: fc.record({ name: names }), weight: 2 },
  {
    arbitrary: optional({
      name: names,
      objective: objectives,
      status: statuses('ACTIVE', 'PAUSED', 'GONE'),
      spend_cap: caps,
      special_ad_categories: categories,
      special_ad_category_country: countries,
      execution_options: options,
    }),
    weight: 6,
  },
  { arbitrary: category.map((special_ad_category) => ({ special_ad_category })), weight: 1 },
)

const renamed = fc.record(
  {
    rename_strategy: mostly(
      9,
      fc.constantFrom('DEEP_RENAME', 'ONLY_TOP_LEVEL_RENAME', 'NO_RENAME'),
      fc.constant('RENAME'),
    ),
    rename_prefix: fc.constantFrom('New ', ''),
    rename_suffix: fc.constantFrom(' (2)', ''),
  },
  { requiredKeys: [] },
)

/** Days from now; a start is always before an end. */
export const copied = fc.record(
  {
    deep_copy: fc.boolean(),
    status_option: mostly(
      12,
      fc.constantFrom('ACTIVE', 'PAUSED', 'INHERITED_FROM_SOURCE'),
      fc.constant('ARCHIVED'),
    ),
    start_time: fc.integer({ min: 1, max: 5 }),
    end_time: fc.integer({ min: 200, max: 205 }),
    rename_options: renamed,
  },
  { requiredKeys: [] },
)

const setBudget = fc.oneof(
  { arbitrary: fc.constant({}), weight: 8 },
  { arbitrary: fc.constantFrom(1, 300).map((dailyBudget) => ({ dailyBudget })), weight: 8 },
  { arbitrary: fc.constantFrom(1, 300).map((lifetimeBudget) => ({ lifetimeBudget })), weight: 8 },
  { arbitrary: fc.constantFrom({ dailyBudget: 0 }, { dailyBudget: 1, lifetimeBudget: 1 }), weight: 1 },
)

/** Invalid parameters of an ad set, except budgets. */
const invalidAdSetParams: fc.Arbitrary<AdSetParams> = fc.constantFrom<AdSetParams>(
  { status: 'DELETED' },
  { buyingType: 'RESERVED' },
  { buyingType: 'FIXED_CPM' },
  { attributionSpec: [{ event_type: 'CLICK_THROUGH', window_days: 7 }] },
  { attributionSpec: [{ event_type: 'VIEW_THROUGH', window_days: 1 }] },
)

/** Parameters of an ad set, with times in days from now. */
export const newSet: fc.Arbitrary<AdSetParams> = fc
  .tuple(
    fc.record(
      {
        name: names,
        status: fc.constantFrom('ACTIVE', 'PAUSED'),
        startTime: fc.integer({ min: 1, max: 5 }),
        endTime: fc.integer({ min: 200, max: 205 }),
        attributionSpec: fc.constant([{ event_type: 'CLICK_THROUGH', window_days: 1 }]),
      },
      { requiredKeys: [] },
    ),
    setBudget,
    mostly(12, fc.constant({}), invalidAdSetParams),
  )
  .map((parts) => Object.assign({}, ...parts) as AdSetParams)

/** Limits of a list, sometimes invalid ones. */
export const limits = mostly(
  9,
  fc.constantFrom<number | undefined>(1, 2, 3, 7, 1_000, undefined),
  fc.constantFrom(0, -1),
)
/** Filters of the list of campaigns (SIL-108). */
export const filter: fc.Arbitrary<readonly string[] | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.subarray(['ACTIVE', 'PAUSED', 'ARCHIVED', 'WITH_ISSUES'], { minLength: 1 }),
  fc.constantFrom(['IN_PROCESS'], ['IN_PROCESS', 'PAUSED'], ['DELETED'], ['ACTIVE', 'DELETED'], ['GONE']),
)
