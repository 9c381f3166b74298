import { z } from '../../../engine/schema/zod.ts'
import type { Json } from '../../../engine/values/guard.ts'
import { type CallError, invalidParameter } from '../../../service/contract/errors.ts'
import { json } from '../../../service/values/columns.ts'
import { list, object } from '../../../service/values/compounds.ts'
import { upperAscii } from '../../../service/values/letter-case.ts'
import { boolean, filledText, integer, numericId } from '../../../service/values/scalars.ts'

const ENTRIES_MAX = 10_000

/** The keys that are sent as they are. All others are sent as SHA-256 hashes. */
const plainKeys: ReadonlySet<string> = new Set([
  ...['APPUID', 'DATA_PROCESSING_OPTIONS', 'DATA_PROCESSING_OPTIONS_COUNTRY'],
  ...['DATA_PROCESSING_OPTIONS_STATE', 'EXTERN_ID', 'IGUID', 'LOOKALIKE_VALUE', 'MADID'],
  ...['MOBILE_ADVERTISER_ID', 'PAGEUID', 'UID'],
])

/** The parameters of addAudienceUsers and removeAudienceUsers. */
export const audienceUsers = z.object({
  /** The people, and what is known of them. */
  payload: object({
    /** The key of the entries, such as `EMAIL`, or the keys of the members of each entry. */
    schema: list(filledText),
    /** The entries: hashes of the key, or a list of the values of all keys. At most 10,000. */
    data: list(json, { maximum: ENTRIES_MAX }),
  }),
  /** The upload that this call is a part of. */
  session: object({
    /** The number of the upload, which the caller chooses. */
    session_id: numericId,
    /** The number of this part, from 1. */
    batch_seq: integer(1),
    /** Whether this is the last part. */
    last_batch_flag: boolean.optional(),
    /** How many entries the upload has. */
    estimated_num_total: integer(0).optional(),
  }).optional(),
})

/** The result of addAudienceUsers and removeAudienceUsers. */
export const audienceUsersResult = z.object({
  /** The id of the audience. */
  audience_id: z.string(),
  /** The number of the upload: that of `session`, or `0` without one. */
  session_id: z.string(),
  /** How many entries the call had. */
  num_received: z.int(),
  /** How many entries have a key that is to be hashed, and is no SHA-256 hash. */
  num_invalid_entries: z.int(),
  /** The first of these entries, by their positions. */
  invalid_entry_samples: z.record(z.string(), z.string()),
})

const SAMPLES_MAX = 10
const isHash = (value: Json): boolean => value === '' || /^[0-9a-f]{64}$/i.test(String(value))
const isPlain = (key: string): boolean => plainKeys.has(key.replace(/_SHA256$/, ''))

const membersOf = (entry: Json): readonly Json[] => (Array.isArray(entry) ? entry : [entry])

/** Counts what a call sends for an audience, or returns the error. */
export function countEntries(
  audience: number,
  { payload: { schema, data }, session }: z.output<typeof audienceUsers>,
): z.output<typeof audienceUsersResult> | CallError {
  if (schema.length === 0) return invalidParameter('Param payload.schema must name at least one key')
  const uneven = data.findIndex((entry) => membersOf(entry).length !== schema.length)
  if (uneven >= 0)
    return invalidParameter(
      `Param payload.data[${uneven}] must have ${schema.length} values, one for each key of the schema`,
    )
  const hashed = schema.map((key) => !isPlain(upperAscii(key)))
  const invalid = [...data.entries()].filter(([, entry]) =>
    membersOf(entry).some((value, index) => hashed[index] === true && !isHash(value)),
  )
  const samples = invalid.slice(0, SAMPLES_MAX).map(([index, entry]) => [index, JSON.stringify(entry)])
  return {
    audience_id: String(audience),
    session_id: session?.session_id ?? '0',
    num_received: data.length,
    num_invalid_entries: invalid.length,
    invalid_entry_samples: Object.fromEntries(samples) as Record<string, string>,
  }
}
