import type { CreativeRow } from '../rows.ts'
import { type Objective, objectives } from './campaign-values.ts'
import { type ObjectiveRule, objectiveRules } from './objectives.ts'

/** What stands beneath a campaign: an ad set, an ad with its creative, or both. */
export interface Beneath {
  readonly creativeFields?: readonly string[]
  readonly promotedObjectKeys?: readonly string[]
  readonly placements?: readonly string[]
  readonly goals?: readonly string[]
}

const parts = {
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

const isObjective = (name: string): name is Objective => objectives.some((objective) => objective === name)

/** Says what a campaign's objective does not admit beneath it; undefined when it admits all (SIL-124). */
export function objectiveError(
  objective: string | null,
  beneath: Beneath,
  rules: Readonly<Record<Objective, ObjectiveRule>> = objectiveRules,
): string | undefined {
  if (objective === null || !isObjective(objective)) return undefined
  for (const part of ['creativeFields', 'promotedObjectKeys', 'placements', 'goals'] as const) {
    const admitted = rules[objective][part]
    const strange = beneath[part]?.find((value) => admitted.length > 0 && !admitted.includes(value))
    if (strange !== undefined) return `The objective ${objective} does not admit ${parts[part]} ${strange}`
  }
  return undefined
}
