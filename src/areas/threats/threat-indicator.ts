import { z } from 'zod'
import { instant, type RowOf, table } from '../../engine/table.ts'
import type { Key } from '../../engine/tree.ts'
import { field, type View } from '../../graph/views/fields.ts'
import { scalar } from '../../graph/values/scalars.ts'
import { isoTime } from '../../graph/values/times.ts'
import { since } from '../../graph/contract/versions.ts'
import { indicatorStatuses, severities, shareLevels } from './threat-values.ts'
import type { Tables } from '../tables.ts'

/** The owner of the indicators of a type, of a threat type, of both or of all. */
export const indicatorsOf = (type = '', threatType = ''): Key => [type, threatType]

/**
 * Indicators of compromise. They belong to no app: every one sees them all (SIL-180). Each stands in a list
 * for whatever a search may name of it, so that a search without a text is a range of one list.
 */
export const threatIndicators = table({
  row: z.object({
    indicator: z.string(),
    type: z.string(),
    threatTypes: z.array(z.string()),
    description: z.string(),
    confidence: z.int(),
    severity: z.enum(severities),
    shareLevel: z.enum(shareLevels),
    status: z.enum(indicatorStatuses),
    /** When it was collected: a whole second, since a search compares it as it is shown. */
    addedOn: instant(),
  }),
  edges: {
    byTime: {
      owners: ({ type, threatTypes }) =>
        ['', ...threatTypes].flatMap((threat) => [indicatorsOf('', threat), indicatorsOf(type, threat)]),
      order: ({ addedOn }) => [addedOn],
    },
  },
})

/** A row of a threat indicator. */
export type ThreatIndicator = RowOf<Tables, 'threatIndicators'>

/** A type of indicators or threats: the contract shows no list, so that any name of this form is one. */
export const threatName = scalar<string>(
  'a name of capital letters, digits and underscores',
  (raw) => (typeof raw === 'string' && /^[A-Z][A-Z0-9_]*$/.test(raw) ? raw : undefined),
  { type: 'string', pattern: '^[A-Z][A-Z0-9_]*$' },
)

const fields = {
  added_on: field(z.string(), ({ addedOn }: ThreatIndicator) => isoTime(addedOn)),
  confidence: field(z.int(), ({ confidence }: ThreatIndicator) => confidence),
  description: field(z.string(), ({ description }: ThreatIndicator) => description),
  indicator: field(z.string(), ({ indicator }: ThreatIndicator) => indicator),
  severity: field(z.string(), ({ severity }: ThreatIndicator) => severity),
  share_level: field(z.string(), ({ shareLevel }: ThreatIndicator) => shareLevel),
  status: field(z.string(), ({ status }: ThreatIndicator) => status),
  type: field(z.string(), ({ type }: ThreatIndicator) => type),
  threat_types: field(z.array(z.string()), ({ threatTypes }: ThreatIndicator) => threatTypes),
  id: field(z.string(), ({ id }: ThreatIndicator) => String(id)),
}

const named = ['indicator', 'type', 'id'] as const
const every = Object.keys(fields) as (keyof typeof fields)[]

/** A threat indicator as it is read (Resources › Threat indicator; SIL-179). */
export const threatIndicatorView = {
  name: 'ThreatIndicator',
  minimal: named,
  byDefault: (version: string) => (since('indicatorFieldsOnRequest', version) ? named : every),
  fields,
} satisfies View<ThreatIndicator, typeof fields>
