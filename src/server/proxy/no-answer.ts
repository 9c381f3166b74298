import { errorMessage } from '../../engine/values/error-message.ts'
import { errorCode } from '../http/error-code.ts'

/** Why a service gave no answer, by the code of the error, and what to do. */
const reasons: Readonly<Record<string, string>> = {
  EPROTO: 'it does not speak TLS: does its URL begin with http://?',
  ENOTFOUND: 'its host has no address: check the name',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'it has a self-signed certificate: let NODE_EXTRA_CA_CERTS name a file with the certificate',
  SELF_SIGNED_CERT_IN_CHAIN:
    'its certificate has an unknown issuer: let NODE_EXTRA_CA_CERTS name a file with the issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate has an unknown issuer: let NODE_EXTRA_CA_CERTS name a file with the issuer',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for other hosts',
}

/** Returns why a service gave no answer, in one line. */
export function noAnswerReason(error: unknown): string {
  const code = errorCode(error)
  const known = Object.hasOwn(reasons, code) ? reasons[code] : undefined
  return known ?? errorMessage(error).split('\n', 1)[0] ?? 'unknown'
}
