import { z } from '../../../engine/schema/zod.ts'
import { findToken, identify } from '../../../service/caller/caller.ts'
import { type CallError, invalidParameter } from '../../../service/contract/errors.ts'
import type { ReadContext } from '../../../service/routes/read-context.ts'
import { unixTime } from '../../../service/values/times.ts'
import type { AppRow } from '../../rows.ts'

/** The description of a token. Times are Unix seconds; 0 means never. */
export const TokenDescription = z.object({
  /** The id of the app of the token. */
  app_id: z.string().optional(),
  /** The kind of token. */
  type: z.enum(['USER', 'PAGE', 'SYSTEM_USER', 'APP']).optional(),
  /** The name of the app of the token. */
  application: z.string().optional(),
  /** Why the token is not valid. Missing for a valid one. */
  error: z
    .object({
      /** The number of the error. */
      code: z.int(),
      /** The text of the error. */
      message: z.string(),
      /** The number that tells the causes of an error apart, such as 463 for an expired token. */
      subcode: z.int().optional(),
    })
    .optional(),
  /** When the token expires, as a Unix time in seconds; 0 if never. */
  expires_at: z.int().optional(),
  /** When the access to data expires, as a Unix time in seconds: always 0, never. */
  data_access_expires_at: z.int().optional(),
  /** Whether calls with the token work now. */
  is_valid: z.boolean(),
  /** The permissions of the token. */
  scopes: z.array(z.string()),
  /** The permissions as records. Each applies to all objects. */
  granular_scopes: z
    .array(
      z.object({
        /** The name of the permission. */
        scope: z.string(),
      }),
    )
    .optional(),
  /** The id of the person of the token. Missing for an app token. */
  user_id: z.string().optional(),
  /** The id of the page of a page token. Missing for other tokens. */
  profile_id: z.string().optional(),
})

type Description = z.output<typeof TokenDescription>

const types = { user: 'USER', page: 'PAGE', systemUser: 'SYSTEM_USER', app: 'APP' } as const

const notOfThisApp = invalidParameter('The app of input_token is not the app of the access token')

/**
 * The error for the token of a person who does not administer the app, also if it is the same token
 * (https://github.com/nyaruka/rapidpro/pull/3734).
 */
export const notOfDeveloper = invalidParameter(
  'You must provide an app access token, or a user access token that is an owner or developer of the app',
)

/** Returns why the caller may not read about the tokens of an app, or undefined. */
function refusalOf({ caller }: ReadContext, app: AppRow): CallError | undefined {
  if (caller.app.id !== app.id) return notOfThisApp
  const isDeveloper = caller.user !== undefined && app.administrators.includes(caller.user.id)
  return caller.kind === 'app' || isDeveloper ? undefined : notOfDeveloper
}

function errorOf({ code, message, subcode }: CallError): NonNullable<Description['error']> {
  // A token whose session has ended is an invalid token too.
  return { code: code === 102 ? 190 : code, message, ...(subcode !== undefined && { subcode }) }
}

/** Describes a token of the caller's app, valid or not, or returns an error. */
export function describeToken(context: ReadContext, text: string): Description | CallError {
  const { tx } = context
  const { caller, error } = identify(tx, [text])
  const issued = findToken(tx, text)
  const app = caller?.app ?? (issued && tx.find('apps', issued.row.app))
  if (!app) return { ...(error && { error: errorOf(error) }), is_valid: false, scopes: [] }
  const refusal = refusalOf(context, app)
  if (refusal) return refusal
  const expiry = issued?.expiresAt ?? null
  return {
    app_id: String(app.id),
    type: types[issued?.type ?? 'app'],
    application: app.name,
    ...(error && { error: errorOf(error) }),
    expires_at: expiry === null ? 0 : unixTime(expiry),
    data_access_expires_at: 0,
    is_valid: error === undefined,
    scopes: [...(issued?.row.scopes ?? [])],
    ...(issued && { granular_scopes: issued.row.scopes.map((scope) => ({ scope })) }),
    ...(issued && { user_id: String(issued.row.user) }),
    ...(issued && issued.page !== null && { profile_id: String(issued.page) }),
  }
}
