import { z } from 'zod'
import { since } from '../../graph/contract/versions.ts'
import { scalar } from '../../graph/values/scalars.ts'
import { isoTime } from '../../graph/values/times.ts'
import { field, type View } from '../../graph/views/fields.ts'
import type { ThreatIndicatorRow } from '../rows.ts'
/** A type of indicators or threats: the contract shows no list, so that any name of this form is one. */
export const threatName = scalar<string>(
  'a name of capital letters, digits and underscores',
  (raw) => (typeof raw === 'string' && /^[A-Z][A-Z0-9_]*$/.test(raw) ? raw : undefined),
  { type: 'string', pattern: '^[A-Z][A-Z0-9_]*$' },
)

const fields = {
  added_on: field(z.string(), ({ addedOn }: ThreatIndicatorRow) => isoTime(addedOn)),
  confidence: field(z.int(), ({ confidence }: ThreatIndicatorRow) => confidence),
  description: field(z.string(), ({ description }: ThreatIndicatorRow) => description),
  indicator: field(z.string(), ({ indicator }: ThreatIndicatorRow) => indicator),
  severity: field(z.string(), ({ severity }: ThreatIndicatorRow) => severity),
  share_level: field(z.string(), ({ shareLevel }: ThreatIndicatorRow) => shareLevel),
  status: field(z.string(), ({ status }: ThreatIndicatorRow) => status),
  type: field(z.string(), ({ type }: ThreatIndicatorRow) => type),
  threat_types: field(z.array(z.string()), ({ threatTypes }: ThreatIndicatorRow) => threatTypes),
  id: field(z.string(), ({ id }: ThreatIndicatorRow) => String(id)),
}

const named = ['indicator', 'type', 'id'] as const
const every = Object.keys(fields) as (keyof typeof fields)[]

/** A threat indicator as it is read (Resources › Threat indicator; SIL-179). */
export const threatIndicatorView = {
  name: 'ThreatIndicator',
  minimal: named,
  byDefault: (version: string) => (since('indicatorFieldsOnRequest', version) ? named : every),
  fields,
} satisfies View<ThreatIndicatorRow, typeof fields>
