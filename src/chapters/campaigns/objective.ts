import { descriptionError, servesBeyond } from '../../service/contract/beyond.ts'
import type { CallError } from '../../service/contract/errors.ts'
import type { Policy } from '../../service/policy.ts'
import { objectives } from '../ads/campaign-values.ts'
import type { CampaignParams } from './campaign-params.ts'

/** The error if an objective is one of the live service, and the policy does not serve those. */
export function objectiveError(
  objective: CampaignParams['objective'],
  policy: Policy,
): CallError | undefined {
  if (objective === undefined || servesBeyond(policy)) return undefined
  if (objectives.some((known) => known === objective)) return undefined
  return descriptionError(`Param objective must be one of ${objectives.join(', ')}, got "${objective}"`)
}
