import type { CreativeRow } from '../rows.ts'
import { type Objective, objectives } from './campaign-values.ts'

/** What a campaign's objective admits beneath it. An empty list admits everything. */
export interface ObjectiveRule {
  /** Which parts of a creative its ads may have. */
  readonly creativeFields: readonly string[]
  /** Which members the promoted object of its ad sets may have. */
  readonly promotedObjectKeys: readonly string[]
  readonly placements: readonly string[]
  /** What its ad sets may be optimized for. */
  readonly goals: readonly string[]
}

export const allowsEverything: ObjectiveRule = {
  creativeFields: [],
  promotedObjectKeys: [],
  placements: [],
  goals: [],
}

/**
 * The one table of what goes with which objective (SIL-124). The contract does not show its content: a list
 * is filled where it is certain, and empty elsewhere.
 */
export const objectiveRules: Readonly<Record<Objective, ObjectiveRule>> = {
  APP_INSTALLS: allowsEverything,
  BRAND_AWARENESS: allowsEverything,
  CONVERSIONS: allowsEverything,
  EVENT_RESPONSES: allowsEverything,
  LEAD_GENERATION: allowsEverything,
  LINK_CLICKS: allowsEverything,
  LOCAL_AWARENESS: allowsEverything,
  MESSAGES: allowsEverything,
  OFFER_CLAIMS: allowsEverything,
  PAGE_LIKES: allowsEverything,
  POST_ENGAGEMENT: allowsEverything,
  PRODUCT_CATALOG_SALES: allowsEverything,
  REACH: { ...allowsEverything, goals: ['REACH', 'IMPRESSIONS'] },
  STORE_VISITS: allowsEverything,
  VIDEO_VIEWS: allowsEverything,
}

/** What stands beneath a campaign: an ad set, an ad with its creative, or both. */
export interface CampaignContent {
  readonly creativeFields?: readonly string[]
  readonly promotedObjectKeys?: readonly string[]
  readonly placements?: readonly string[]
  readonly goals?: readonly string[]
}

export const descriptions = {
  creativeFields: 'a creative with',
  promotedObjectKeys: 'a promoted object with',
  placements: 'the placement',
  goals: 'the optimization goal',
} as const satisfies Record<keyof ObjectiveRule, string>

/** What a creative shows of itself, by the names of its parameters. */
export const creativeFieldsOf = ({ title, body, objectUrl, imageHash }: Partial<CreativeRow>): string[] => [
  ...(title === undefined ? [] : ['title']),
  ...(body === undefined ? [] : ['body']),
  ...(objectUrl === undefined ? [] : ['object_url']),
  ...(imageHash === undefined ? [] : ['image_hash']),
]

export const isObjective = (name: string): name is Objective =>
  objectives.some((objective) => objective === name)

/** Says what a campaign's objective does not admit beneath it; undefined when it admits all (SIL-124). */
export function objectiveReason(
  objective: string | null,
  beneath: CampaignContent,
  rules: Readonly<Record<Objective, ObjectiveRule>> = objectiveRules,
): string | undefined {
  if (objective === null || !isObjective(objective)) return undefined
  for (const part of ['creativeFields', 'promotedObjectKeys', 'placements', 'goals'] as const) {
    const admitted = rules[objective][part]
    const strange = beneath[part]?.find((value) => admitted.length > 0 && !admitted.includes(value))
    if (strange !== undefined)
      return `The objective ${objective} does not admit ${descriptions[part]} ${strange}`
  }
  return undefined
}
