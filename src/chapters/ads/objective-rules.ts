import type { CreativeRow } from '../rows.ts'
import { type Objective, objectives } from './campaign-values.ts'

/** The values that an objective allows in ad sets and ads. An empty list allows everything. */
interface ObjectiveRule {
  /** The fields that the creative of an ad may have (CAM-232). */
  readonly creativeFields: readonly string[]
  /** The members that the promoted object of an ad set may have (CAM-233). */
  readonly promotedObjectKeys: readonly string[]
  /** The placements that an ad set may have (CAM-234). */
  readonly placements: readonly string[]
  /** The optimization goals that an ad set may have (CAM-235). */
  readonly goals: readonly string[]
}

const unrestricted: ObjectiveRule = { creativeFields: [], promotedObjectKeys: [], placements: [], goals: [] }

/**
 * The rule of each objective (SIL-124). The contract does not show these lists: a list is filled where its
 * content is certain, and empty elsewhere.
 */
export const objectiveRules: Readonly<Record<Objective, ObjectiveRule>> = {
  APP_INSTALLS: unrestricted,
  BRAND_AWARENESS: unrestricted,
  CONVERSIONS: unrestricted,
  EVENT_RESPONSES: unrestricted,
  LEAD_GENERATION: unrestricted,
  LINK_CLICKS: unrestricted,
  LOCAL_AWARENESS: unrestricted,
  MESSAGES: unrestricted,
  OFFER_CLAIMS: unrestricted,
  PAGE_LIKES: unrestricted,
  POST_ENGAGEMENT: unrestricted,
  PRODUCT_CATALOG_SALES: unrestricted,
  REACH: { ...unrestricted, goals: ['REACH', 'IMPRESSIONS'] },
  STORE_VISITS: unrestricted,
  VIDEO_VIEWS: unrestricted,
}

/** The parts of a campaign's ad sets and ads that its objective restricts. */
type CampaignContent = Partial<ObjectiveRule>

const partNames = {
  creativeFields: 'a creative with',
  promotedObjectKeys: 'a promoted object with',
  placements: 'the placement',
  goals: 'the optimization goal',
} as const satisfies Record<keyof ObjectiveRule, string>

/** The fields that a creative has, by the names of their parameters. */
export const creativeFieldsOf = ({ title, body, objectUrl, imageHash }: Partial<CreativeRow>): string[] => [
  ...(title === undefined ? [] : ['title']),
  ...(body === undefined ? [] : ['body']),
  ...(objectUrl === undefined ? [] : ['object_url']),
  ...(imageHash === undefined ? [] : ['image_hash']),
]

const isObjective = (name: string | null): name is Objective =>
  objectives.some((objective) => objective === name)

/**
 * Returns the message about the first part that a campaign's objective does not allow; undefined if it
 * allows all parts (CAM-055, CAM-056, CAM-084).
 */
export function objectiveErrorMessage(
  objective: string | null,
  content: CampaignContent,
  rules: Readonly<Record<Objective, ObjectiveRule>> = objectiveRules,
): string | undefined {
  if (!isObjective(objective)) return undefined
  for (const part of ['creativeFields', 'promotedObjectKeys', 'placements', 'goals'] as const) {
    const allowed = rules[objective][part]
    const refused = content[part]?.find((value) => allowed.length > 0 && !allowed.includes(value))
    if (refused !== undefined)
      return `The objective ${objective} does not allow ${partNames[part]} ${refused}`
  }
  return undefined
}
