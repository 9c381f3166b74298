import { json2csv } from 'csv42'
import type { ReadContext } from '../../graph/context.ts'
import { isoTime } from '../../graph/values/times.ts'
import type { AdRow, LeadFormRow, LeadRow } from '../rows.ts'
import { adDetails, optionalDisclaimers, visibleAdOf } from './lead.ts'

/** A row of the file: a lead, and its ad if the reader may see it. */
interface Entry {
  readonly lead: LeadRow
  readonly ad: AdRow | undefined
}

interface Column {
  readonly name: string
  readonly cell: (entry: Entry) => string | undefined
}

/** A row stays a row: what would part it becomes a space. An empty cell is left blank. */
const cellText = (text: string | undefined) => text?.replaceAll(/[\t\r\n]/g, ' ') || undefined

function columnsOf(form: LeadFormRow, context: ReadContext): Column[] {
  const ofAd = (name: keyof typeof adDetails): Column => ({
    name,
    cell: ({ ad }) => ad && adDetails[name](ad, context),
  })
  return [
    { name: 'id', cell: ({ lead }) => String(lead.id) },
    { name: 'created_time', cell: ({ lead }) => isoTime(lead.createdTime) },
    ofAd('ad_id'),
    ofAd('ad_name'),
    ofAd('adset_id'),
    ofAd('adset_name'),
    ofAd('campaign_id'),
    ofAd('campaign_name'),
    { name: 'form_id', cell: () => String(form.id) },
    { name: 'form_name', cell: () => form.name },
    { name: 'is_organic', cell: ({ lead }) => (lead.ad === null && !lead.preview ? '1' : '0') },
    { name: 'platform', cell: ({ lead }) => lead.platform },
    ...form.questions.map(({ key }) => ({
      name: key,
      cell: ({ lead }: Entry) => lead.answers.find(({ name }) => name === key)?.values.join('; '),
    })),
    ...optionalDisclaimers(form).map(({ key }) => ({
      name: key,
      cell: ({ lead }: Entry) => lead.disclaimers.find(({ checkbox_key: name }) => name === key)?.is_checked,
    })),
  ]
}

/**
 * Leads of a form as tab-separated text, a line of names first (SIL-161). Each line has as many cells as the
 * first, whatever people answered.
 */
export function leadsAsTsv(form: LeadFormRow, leads: readonly LeadRow[], context: ReadContext): string {
  const entries = leads.map((lead) => ({ lead, ad: visibleAdOf(context, lead) }))
  const fields = columnsOf(form, context).map(({ name, cell }) => ({
    name: cellText(name) ?? '',
    getValue: (entry: Entry) => cellText(cell(entry)),
  }))
  return json2csv(entries, { delimiter: '\t', eol: '\n', flatten: false, fields })
}
