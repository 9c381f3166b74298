import { z } from '../../../engine/schema/zod.ts'
import type { Json } from '../../../engine/values/guard.ts'
import { isPlainObject } from '../../../engine/values/plain-object.ts'
import { type CallError, invalidParameter, isCallError } from '../../../service/contract/errors.ts'
import type { Tx } from '../../../service/routes/context.ts'
import { list, object } from '../../../service/values/compounds.ts'
import { filledText, numericId, shown } from '../../../service/values/scalars.ts'
import { field } from '../../../service/views/fields.ts'
import type { View } from '../../../service/views/view.ts'
import { createdIn, updatedIn } from '../../accounts/account-time.ts'
import type { AdLabelRow, AdRow, AdSetRow, CampaignRow, CreativeRow } from '../../rows.ts'

/** An object that labels can be put on. */
export type Labeled = AdRow | AdSetRow | CampaignRow | CreativeRow

const Account = z.object({
  /** The id, with the prefix `act_`. */
  id: z.string(),
  /** The id without the prefix. */
  account_id: z.string(),
})

/** The record of a label. */
export const adLabelView = {
  name: 'AdLabel',
  minimal: ['id', 'name'],
  fields: {
    id: field(z.string(), ({ id }: AdLabelRow) => String(id)),
    /** The name of the label. */
    name: field(z.string(), ({ name }: AdLabelRow) => name),
    /** The ad account of the label. */
    account: field(Account, ({ adAccount }: AdLabelRow) => ({
      id: `act_${adAccount}`,
      account_id: String(adAccount),
    })),
    /** When the label was created. */
    created_time: field(z.string(), createdIn),
    /** When the label last changed. */
    updated_time: field(z.string(), updatedIn),
  },
} satisfies View<AdLabelRow>

const LABELS_MAX = 50

/** The parameter with labels of an object: at most 50, each by its id or its name. */
export const labelsParam = list(
  object({
    /** The id of the label. */
    id: numericId.optional(),
    /** The name of the label, if its id is not given. */
    name: filledText.optional(),
  }),
  { maximum: LABELS_MAX },
)

type LabelParam = z.output<typeof labelsParam>[number]

const idOf = (label: Json): unknown => (isPlainObject(label) ? label['id'] : undefined)

/** Returns labels of which each is there once. */
const distinct = (labels: readonly Json[]): Json[] => [
  ...new Map(labels.map((label) => [idOf(label), label])).values(),
]

/** Returns the label of an account that a call names. */
const labelNamed = (tx: Tx, adAccount: number, { id, name = '' }: LabelParam): AdLabelRow | undefined =>
  id === undefined ? tx.first('adLabels', 'byName', [adAccount, name]) : tx.find('adLabels', Number(id))

/** Returns the labels of the account that a call names, as objects have them, or the error. */
export function namedLabels(
  tx: Tx,
  adAccount: number,
  params: readonly LabelParam[],
): { readonly labels: readonly Json[] } | CallError {
  const labels: Json[] = []
  for (const param of params) {
    const row = labelNamed(tx, adAccount, param)
    if (row?.adAccount !== adAccount)
      return invalidParameter(
        `Param adlabels must name labels of the ad account, got ${shown(param.id ?? param.name)}`,
      )
    labels.push({ id: String(row.id), name: row.name })
  }
  return { labels: distinct(labels) }
}

/** Puts labels on an object, or returns the error: it has at most 50. */
export function addLabels(tx: Tx, row: Labeled, params: readonly LabelParam[]): CallError | undefined {
  const named = namedLabels(tx, row.adAccount, params)
  if (isCallError(named)) return named
  const labels = distinct([...(row.labels ?? []), ...named.labels])
  if (labels.length > LABELS_MAX)
    return invalidParameter(`An object has at most ${LABELS_MAX} labels, got ${labels.length}`)
  tx.patch(row.kind, row.id, { labels })
  return undefined
}

/** Takes labels off an object, or returns the error. */
export function removeLabels(tx: Tx, row: Labeled, params: readonly LabelParam[]): CallError | undefined {
  const named = namedLabels(tx, row.adAccount, params)
  if (isCallError(named)) return named
  const gone = new Set(named.labels.map(idOf))
  tx.patch(row.kind, row.id, { labels: (row.labels ?? []).filter((label) => !gone.has(idOf(label))) })
  return undefined
}

/** Replaces a label on all objects of its account; `undefined` takes it off. */
export function replaceLabel(tx: Tx, { id, adAccount }: AdLabelRow, next: Json | undefined): void {
  const isIt = (label: Json): boolean => idOf(label) === String(id)
  const where = ({ labels = [] }: Pick<Labeled, 'labels'>): boolean => labels.some(isIt)
  const rows: readonly Labeled[] = [
    ...tx.list('campaigns', 'living', [adAccount], { where }),
    ...tx.list('adSets', 'livingOfAccount', [adAccount], { where }),
    ...tx.list('ads', 'livingOfAccount', [adAccount], { where }),
    ...tx.list('creatives', 'current', [adAccount], { where }),
  ]
  for (const row of rows) {
    const labels = (row.labels ?? []).flatMap((label) => {
      if (!isIt(label)) return [label]
      return next === undefined ? [] : [next]
    })
    tx.patch(row.kind, row.id, { labels })
  }
}
