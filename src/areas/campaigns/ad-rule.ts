import { z } from '../../engine/zod.ts'
import { isoTime } from '../../graph/values/times.ts'
import { field, type View } from '../../graph/views/fields.ts'
import type { AdRuleRow } from '../rows.ts'

/**
 * Whether an ad rule applies to a campaign of its account: it names the campaign by id, or it names no
 * campaign and has the entity type CAMPAIGN (CAM-051).
 */
export const governsCampaign = ({ campaigns, entityType }: AdRuleRow, campaign: number): boolean =>
  campaigns.length > 0 ? campaigns.includes(campaign) : entityType === 'CAMPAIGN'

const Filter = z.object({
  field: z.string(),
  operator: z.string(),
  value: z.union([z.string(), z.array(z.string())]),
})

function filtersOf({ entityType, campaigns }: AdRuleRow): z.output<typeof Filter>[] {
  return [
    ...(entityType === null ? [] : [{ field: 'entity_type', operator: 'EQUAL', value: entityType }]),
    ...(campaigns.length === 0
      ? []
      : [{ field: 'campaign.id', operator: 'IN', value: campaigns.map(String) }]),
  ]
}

/** The fields of an ad rule. */
export const adRuleView = {
  name: 'AdRule',
  minimal: ['id'],
  fields: {
    id: field(z.string(), (rule: AdRuleRow) => String(rule.id)),
    account_id: field(z.string(), (rule: AdRuleRow) => String(rule.adAccount)),
    name: field(z.string(), (rule: AdRuleRow) => rule.name),
    created_time: field(z.string(), (rule: AdRuleRow) => isoTime(rule.createdTime)),
    evaluation_spec: field(z.object({ filters: z.array(Filter) }), (rule: AdRuleRow) => ({
      filters: filtersOf(rule),
    })),
  },
} satisfies View<AdRuleRow>
