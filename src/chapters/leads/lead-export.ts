import { json2csv } from 'csv42'
import { bounds } from '../../service/contract/bounds.ts'
import { type CallError, invalidParameter } from '../../service/contract/errors.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { isoTime } from '../../service/values/times.ts'
import type { AdRow, LeadFormRow, LeadRow } from '../rows.ts'
import { adDetails, optionalDisclaimers, visibleAdOf } from './lead.ts'

/** A row of the file: a lead, and its ad if the caller can see it. */
interface Entry {
  readonly lead: LeadRow
  readonly ad: AdRow | undefined
}

interface Column {
  readonly name: string
  readonly cell: (entry: Entry) => string | undefined
}

/** Replaces tabs and line breaks, which would split a cell or a row, by spaces (SIL-161). */
const cellText = (text: string | undefined) => text?.replaceAll(/[\t\r\n]/g, ' ') || undefined

function columnsOf(form: LeadFormRow, context: ReadContext): Column[] {
  const ofAd = (name: keyof typeof adDetails): Column => ({
    name,
    cell: ({ ad }) => ad && adDetails[name](ad, context),
  })
  return [
    { name: 'id', cell: ({ lead }) => String(lead.id) },
    { name: 'created_time', cell: ({ lead }) => isoTime(lead.createdTime) },
    // LEA-043, LEA-045, LEA-046, ERR-023
    ofAd('ad_id'),
    ofAd('ad_name'),
    ofAd('adset_id'),
    ofAd('adset_name'),
    ofAd('campaign_id'),
    ofAd('campaign_name'),
    { name: 'form_id', cell: () => String(form.id) },
    { name: 'form_name', cell: () => form.name },
    // LEA-044 (SIL-158)
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

// The cells before the answers: ids, times and names of ads.
const CELLS_CHARACTERS = 1_000

/** The most characters that the line of a lead can have: a quotation mark is written twice. */
const lineSize = ({ answers }: LeadRow): number =>
  answers.reduce(
    (sum, { values }) => sum + values.reduce((length, value) => length + 2 * value.length, 4),
    CELLS_CHARACTERS,
  )

/** Writes leads of a form as tab-separated text, with a header line (LEA-030; SIL-161). */
export function leadsAsTsv(
  form: LeadFormRow,
  leads: readonly LeadRow[],
  context: ReadContext,
): string | CallError {
  const size = leads.reduce((sum, lead) => sum + lineSize(lead), 0)
  if (size > bounds.exportCharactersMax)
    return invalidParameter(
      `The export is too long: it may have ${bounds.exportCharactersMax} characters, and has up to ` +
        `${size}; ask for a shorter time with from_date and to_date`,
    )
  const entries = leads.map((lead) => ({ lead, ad: visibleAdOf(context, lead) }))
  const fields = columnsOf(form, context).map(({ name, cell }) => ({
    name: cellText(name) ?? '',
    getValue: (entry: Entry) => cellText(cell(entry)),
  }))
  return json2csv(entries, { delimiter: '\t', eol: '\n', flatten: false, fields })
}
