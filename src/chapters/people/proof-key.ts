import { type CallError, invalidParameter } from '../../service/contract/errors.ts'
import { oneOf, scalar, text } from '../../service/values/scalars.ts'
import type { AuthorizationCodeRow } from '../rows.ts'
import { base64url, sha256Of } from './signature.ts'

const isProofKey = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9._~-]{43,128}$/.test(value)

/** The parameters of the login dialog with which a code is bound to a client and to a login. */
export const bindingParams = {
  /** The text that the id token returns unchanged; for the scope openid. */
  nonce: text.optional(),
  /** The proof key of the client: the code is then exchanged only with its `code_verifier` (RFC 7636). */
  code_challenge: scalar<string>(
    '43 to 128 letters, digits, hyphens, periods, underscores and tildes',
    (raw) => (isProofKey(raw) ? raw : undefined),
    { type: 'string', minLength: 43, maxLength: 128 },
  ).optional(),
  /** How `code_challenge` follows from the verifier: as its hash, or as it is. */
  code_challenge_method: oneOf(['S256', 'plain']).optional(),
}

/** The binding of a code, as the login dialog stores it. */
export type Binding = Pick<AuthorizationCodeRow, 'nonce' | 'challenge'>

/** Returns the binding that the parameters of the login dialog ask for. Without a method, it is plain. */
export const bindingOf = (params: {
  readonly nonce?: string | undefined
  readonly code_challenge?: string | undefined
  readonly code_challenge_method?: 'S256' | 'plain' | undefined
}): Binding => ({
  ...(params.nonce !== undefined && { nonce: params.nonce }),
  ...(params.code_challenge !== undefined && {
    challenge: { method: params.code_challenge_method ?? 'plain', text: params.code_challenge },
  }),
})

/** The parameter `code_verifier` of an exchange. A value that is no verifier verifies nothing. */
export const codeVerifier = scalar<string, string>('text', (raw) => (isProofKey(raw) ? raw : ''), {
  type: 'string',
  writeOnly: true,
})

/** Returns the error of an exchange without the verifier of its code (RFC 7636, section 4.6). */
export function verifierError({ challenge }: Binding, verifier = ''): CallError | undefined {
  if (!challenge) return undefined
  const made = challenge.method === 'plain' ? verifier : base64url(sha256Of(verifier))
  return isProofKey(verifier) && made === challenge.text
    ? undefined
    : invalidParameter('Param code_verifier must be the text from which code_challenge was made')
}
