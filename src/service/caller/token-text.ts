import { bounds } from '../contract/bounds.ts'
import { scalar } from '../values/scalars.ts'

/** What the text of a token can be: an app token has a bar, and others of page tokens are derived. */
export const tokenTextForm = `1 to ${bounds.tokenCharactersMax} visible ASCII characters without |`

/** A page token of `/me/accounts`. It contains the ids of the user token's row and of the page. */
export const DERIVED_PAGE_TOKEN = /^FG(\d{1,15})P(\d{1,15})Z[0-9a-f]{40}$/

/** Whether a value can be the text of a token that somebody chose. */
export const isTokenText = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= bounds.tokenCharactersMax &&
  /^[\x21-\x7b}~]+$/.test(value) &&
  !DERIVED_PAGE_TOKEN.test(value)

/** The text of a token that an action makes. Error messages do not quote it. */
export const tokenText = scalar<string, string>(
  tokenTextForm,
  (raw) => (isTokenText(raw) ? raw : undefined),
  { type: 'string', minLength: 1, maxLength: bounds.tokenCharactersMax, writeOnly: true },
)
