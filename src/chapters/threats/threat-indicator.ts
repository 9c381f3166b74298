import { z } from '../../engine/schema/zod.ts'
import { since } from '../../service/contract/versions.ts'
import { scalar } from '../../service/values/scalars.ts'
import { isoTime } from '../../service/values/times.ts'
import { field } from '../../service/views/fields.ts'
import type { View } from '../../service/views/view.ts'
import type { ThreatIndicatorRow } from '../rows.ts'

/**
 * The name of an indicator type or a threat type. The contract lists none, so any name is valid (THR-031).
 */
export const threatName = scalar<string>(
  'a name of capital letters, digits and underscores',
  (raw) => (typeof raw === 'string' && /^[A-Z][A-Z0-9_]*$/.test(raw) ? raw : undefined),
  { type: 'string', pattern: '^[A-Z][A-Z0-9_]*$' },
)

// The contract names these ten fields, and there are no others (THR-015, SIL-179).
const fields = {
  /** When the indicator was collected. */
  added_on: field(z.string(), ({ addedOn }: ThreatIndicatorRow) => isoTime(addedOn)), // THR-002
  /** The confidence in the indicator, in percent. */
  confidence: field(z.int(), ({ confidence }: ThreatIndicatorRow) => confidence), // THR-003
  /** A description of the threat. Missing without one. */
  description: field(z.string(), ({ description }: ThreatIndicatorRow) => description), // THR-004
  /** The value of the indicator, such as an IP address. */
  indicator: field(z.string(), ({ indicator }: ThreatIndicatorRow) => indicator), // THR-005
  /** The severity of the threat. */
  severity: field(z.string(), ({ severity }: ThreatIndicatorRow) => severity), // THR-006
  /** With whom the indicator may be shared. */
  share_level: field(z.string(), ({ shareLevel }: ThreatIndicatorRow) => shareLevel), // THR-007
  /** Whether the indicator is known to be malicious. */
  status: field(z.string(), ({ status }: ThreatIndicatorRow) => status), // THR-008
  /** The type of the indicator, such as IP_ADDRESS. */
  type: field(z.string(), ({ type }: ThreatIndicatorRow) => type), // THR-009
  /** The broad types of threat. */
  threat_types: field(z.array(z.string()), ({ threatTypes }: ThreatIndicatorRow) => threatTypes), // THR-010
  id: field(z.string(), ({ id }: ThreatIndicatorRow) => String(id)), // THR-011
}

const minimalFields = ['indicator', 'type', 'id'] as const
const allFields = Object.keys(fields)

/** A threat indicator as a search shows it (Resources › Threat indicator). */
export const threatIndicatorView = {
  name: 'ThreatIndicator',
  minimal: minimalFields,
  // All ten fields until version 2.3 (THR-014, VER-006), then three (THR-012, THR-013, VER-004, VER-005).
  byDefault: (version: string) => (since('indicatorFieldsOnRequest', version) ? minimalFields : allFields),
  fields,
} satisfies View<ThreatIndicatorRow>
