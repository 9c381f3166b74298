import { z } from '../../../engine/schema/zod.ts'
import { managesAds, readsAds } from '../../../service/access/access.ts'
import { endpoint } from '../../../service/routes/define.ts'
import { jsonObject } from '../../../service/values/compounds.ts'
import { filledText, integer, oneOf, text } from '../../../service/values/scalars.ts'
import { listResult, recordResult } from '../../../service/views/results.ts'
import { customAudienceSubtypes } from '../records.ts'
import { customAudienceView } from './custom-audience-view.ts'

const source = 'https://developers.facebook.com/docs/marketing-api/reference/custom-audience/'
const accountSource =
  'https://developers.facebook.com/docs/marketing-api/reference/ad-account/customaudiences/'

/** Lists the custom audiences of an ad account, newest first. */
export const listCustomAudiences = endpoint({
  route: 'GET /act_{adAccount}/customaudiences',
  source: accountSource,
  access: readsAds,
  ...listResult(customAudienceView),
  run: ({ adAccount, pageOf }) =>
    pageOf({ table: 'customAudiences', edge: 'byAccount', owner: [adAccount.id] }, customAudienceView),
})

/** The kinds of audiences by the types of the sources that a rule names. */
const subtypesOfSources: readonly (readonly [
  type: string,
  subtype: (typeof customAudienceSubtypes)[number],
])[] = [
  ['app', 'APP'],
  ['offline_events', 'OFFLINE_CONVERSION'],
  ...['page', 'ig_business', 'lead', 'video', 'canvas', 'shopping_page'].map(
    (type) => [type, 'ENGAGEMENT'] as const,
  ),
]

/** Returns the kind of audience that a rule makes: visitors of a website, unless it names other sources. */
function subtypeOf(rule: object): (typeof customAudienceSubtypes)[number] {
  const text = JSON.stringify(rule)
  return subtypesOfSources.find(([type]) => text.includes(`"type":"${type}"`))?.[1] ?? 'WEBSITE'
}

/** Creates a custom audience of an ad account, without people. */
export const createCustomAudience = endpoint({
  route: 'POST /act_{adAccount}/customaudiences',
  source: accountSource,
  access: managesAds,
  params: z.object({
    /** The name of the audience. */
    name: filledText,
    /** The description of the audience. */
    description: text.optional(),
    /** The kind of audience. By default that of the sources of `rule`, or CUSTOM without a rule. */
    subtype: oneOf(customAudienceSubtypes).optional(),
    /** The rule that says who is in the audience, such as the visitors of a page. */
    rule: jsonObject.optional(),
    /** Where the data of its people comes from. An audience of the kind CUSTOM requires it. */
    customer_file_source: oneOf([
      'USER_PROVIDED_ONLY',
      'PARTNER_PROVIDED_ONLY',
      'BOTH_USER_AND_PARTNER_PROVIDED',
    ]).optional(),
    /** The days for which people stay in the audience. */
    retention_days: integer(1, 540).optional(),
  }),
  ...recordResult(customAudienceView),
  run({ adAccount, params, tx, refuse, readBack }) {
    const { name, description, rule, customer_file_source: fileSource, retention_days: days } = params
    const { subtype = rule ? subtypeOf(rule) : 'CUSTOM' } = params
    if (subtype === 'CUSTOM' && fileSource === undefined)
      return refuse(100, 'The parameter customer_file_source is required for the subtype CUSTOM')
    const audience = tx.insert('customAudiences', {
      ...{ adAccount: adAccount.id, name, subtype, createdTime: tx.now },
      ...(description !== undefined && { description }),
      ...(fileSource !== undefined && { fileSource }),
      ...(days !== undefined && { retentionDays: days }),
      ...(rule !== undefined && { rule: JSON.stringify(rule) }),
    })
    return { ...readBack(customAudienceView, audience), id: String(audience.id) }
  },
})

/** Reads a custom audience. */
export const readCustomAudience = endpoint({
  route: 'GET /{customAudience}',
  source,
  access: readsAds,
  ...recordResult(customAudienceView),
  run: ({ customAudience, show }) => show(customAudienceView, customAudience),
})
