import { z } from 'zod'
import { instant, type RowOf, rowId, table } from '../../engine/table.ts'
import { field, type View } from '../../graph/views/fields.ts'
import { isoTime } from '../../graph/values/times.ts'
import type { Tables } from '../tables.ts'

/** The kinds of objects that an ad rule can be about as a whole. */
export const ruleEntityTypes = ['CAMPAIGN', 'ADSET', 'AD'] as const

/** A rule that an ad account keeps: it names campaigns by id, or a kind of object as a whole. */
export const adRules = table({
  row: z.object({
    adAccount: rowId('adAccounts'),
    name: z.string(),
    entityType: z.enum(ruleEntityTypes).nullable(),
    campaigns: z.array(rowId('campaigns')),
    createdTime: instant(),
  }),
  edges: {
    byAccount: { owners: ({ adAccount }) => [[adAccount]], order: ({ createdTime }) => [createdTime] },
  },
})

/** A row of an ad rule. */
export type AdRule = RowOf<Tables, 'adRules'>

/** Whether a rule names a campaign of its account: by id, or all of them when it names none by id. */
export const governs = ({ campaigns, entityType }: AdRule, campaign: number): boolean =>
  campaigns.length > 0 ? campaigns.includes(campaign) : entityType === 'CAMPAIGN'

const Filter = z.object({
  field: z.string(),
  operator: z.string(),
  value: z.union([z.string(), z.array(z.string())]),
})

function filtersOf({ entityType, campaigns }: AdRule): z.output<typeof Filter>[] {
  return [
    ...(entityType === null ? [] : [{ field: 'entity_type', operator: 'EQUAL', value: entityType }]),
    ...(campaigns.length === 0
      ? []
      : [{ field: 'campaign.id', operator: 'IN', value: campaigns.map(String) }]),
  ]
}

/** An ad rule as the campaigns that it governs list it. */
export const adRuleView = {
  name: 'AdRule',
  minimal: ['id'],
  fields: {
    id: field(z.string(), (rule: AdRule) => String(rule.id)),
    account_id: field(z.string(), (rule: AdRule) => String(rule.adAccount)),
    name: field(z.string(), (rule: AdRule) => rule.name),
    created_time: field(z.string(), (rule: AdRule) => isoTime(rule.createdTime)),
    evaluation_spec: field(z.object({ filters: z.array(Filter) }), (rule: AdRule) => ({
      filters: filtersOf(rule),
    })),
  },
} satisfies View<AdRule>
