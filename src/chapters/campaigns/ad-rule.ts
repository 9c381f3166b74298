import { z } from '../../engine/schema/zod.ts'
import { field } from '../../service/views/fields.ts'
import type { View } from '../../service/views/view.ts'
import { createdIn } from '../accounts/account-time.ts'
import type { AdRuleRow } from '../rows.ts'

/**
 * Whether an ad rule applies to a campaign of its account: it names the campaign by id, or it names no
 * campaign and has the entity type CAMPAIGN (CAM-051).
 */
export const governsCampaign = ({ campaigns, entityType }: AdRuleRow, campaign: number): boolean =>
  campaigns.length > 0 ? campaigns.includes(campaign) : entityType === 'CAMPAIGN'

const Filter = z.object({
  /** The field that the filter tests, such as `campaign.id` or `entity_type`. */
  field: z.string(),
  /** The comparison of the field with `value`. */
  operator: z.string(),
  /** The value or values to compare with. */
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
    /** The id of the ad account, without the prefix `act_`. */
    account_id: field(z.string(), (rule: AdRuleRow) => String(rule.adAccount)),
    /** The name of the rule. */
    name: field(z.string(), (rule: AdRuleRow) => rule.name),
    /** When the rule was created. */
    created_time: field(z.string(), createdIn),
    /** The condition that selects the objects of the rule. */
    evaluation_spec: field(
      z.object({
        /** The filters; all must hold. */
        filters: z.array(Filter),
      }),
      (rule: AdRuleRow) => ({
        filters: filtersOf(rule),
      }),
    ),
  },
} satisfies View<AdRuleRow>
