import { createPublicKey, generateKeyPair, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'
import { promisify } from 'node:util'
import type Forge from 'node-forge'
import { DAY_MS } from '../../engine/values/milliseconds.ts'
import { nameConstraints } from './name-constraints.ts'

/** A certificate with its private key, both as PEM text. */
export interface KeyAndCertificate {
  readonly key: string
  readonly cert: string
}

/** Days for which the certificate of an authority is valid. */
const AUTHORITY_DAYS = 364

/** Days for which the certificate of a server is valid. */
const SERVER_DAYS = 30

/** Days before now at which certificates become valid: the clocks of clients may be slow. */
const EARLIER_DAYS = 1

type CertificateField = Forge.pki.CertificateField

const authorityFields: CertificateField[] = [
  { name: 'commonName', value: 'fauxgraph authority of this user' },
  { name: 'organizationName', value: 'fauxgraph' },
]

/** The library is loaded at its first use: most servers need no certificate. */
export const loadForge = async (): Promise<typeof Forge> => (await import('node-forge')).default

// The library would take seconds for a key. Every TLS client accepts RSA with 2,048 bits.
const makeKeys = () =>
  promisify(generateKeyPair)('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

/** Returns a random serial number: positive, so its first bit is 0. */
const serialNumber = (): string => `01${randomBytes(15).toString('hex')}`

/** Creates a certificate without extensions and signature, valid from a day ago. */
function certificateFor(forge: typeof Forge, publicKey: string, days: number): Forge.pki.Certificate {
  const certificate = forge.pki.createCertificate()
  const now = Date.now()
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey)
  certificate.serialNumber = serialNumber()
  certificate.validity.notBefore = new Date(now - EARLIER_DAYS * DAY_MS)
  certificate.validity.notAfter = new Date(now + days * DAY_MS)
  return certificate
}

/** Returns the public key of a private key, as PEM text. */
const publicKeyOf = (privateKey: string): string =>
  createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()

/** Signs a certificate by the cryptography of the platform: the library would take a tenth of a second. */
export function signCertificate(
  forge: typeof Forge,
  certificate: Forge.pki.Certificate,
  privateKey: string,
): void {
  const signature = () => {
    const signed = forge.asn1.toDer(certificate.tbsCertificate).getBytes()
    return sign('sha256', Buffer.from(signed, 'latin1'), privateKey).toString('latin1')
  }
  const key = { ...forge.pki.privateKeyFromPem(privateKey), sign: signature }
  certificate.sign(key, forge.md.sha256.create())
}

/**
 * Makes an authority: a certificate that signs those of servers for these hosts only, valid for a year unless
 * `days` says otherwise. `key` is that of an authority that is renewed: what it has signed stays valid.
 */
export async function makeAuthority(
  hosts: readonly string[],
  { key: known, days = AUTHORITY_DAYS }: { readonly key?: string; readonly days?: number } = {},
): Promise<KeyAndCertificate> {
  const forge = await loadForge()
  const privateKey = known ?? (await makeKeys()).privateKey
  const publicKey = publicKeyOf(privateKey)
  const certificate = certificateFor(forge, publicKey, days)
  certificate.setSubject(authorityFields)
  certificate.setIssuer(authorityFields)
  certificate.setExtensions([
    { name: 'basicConstraints', critical: true, cA: true, pathLenConstraint: 0 },
    { name: 'keyUsage', critical: true, keyCertSign: true, cRLSign: true },
    // It signs certificates for servers only: not for clients, mail or code.
    { name: 'extKeyUsage', serverAuth: true },
    nameConstraints(forge, hosts),
    { name: 'subjectKeyIdentifier' },
  ])
  signCertificate(forge, certificate, privateKey)
  return { key: privateKey, cert: forge.pki.certificateToPem(certificate) }
}

/** An entry of subjectAltName: 2 is a DNS name, 7 an IP address. */
const alternativeName = (host: string) =>
  isIP(host) === 0 ? { type: 2, value: host } : { type: 7, ip: host }

/**
 * Makes the certificate of a server, signed by an authority and valid for 30 days. It names all hosts, so
 * that clients that name no host in the handshake (SNI) get the same one.
 */
export async function makeServerCertificate(
  authority: KeyAndCertificate,
  hosts: readonly string[],
  days = SERVER_DAYS,
): Promise<KeyAndCertificate> {
  const forge = await loadForge()
  const { publicKey, privateKey } = await makeKeys()
  const issuer = forge.pki.certificateFromPem(authority.cert)
  const certificate = certificateFor(forge, publicKey, days)
  certificate.setSubject([{ name: 'commonName', value: 'fauxgraph' }])
  certificate.setIssuer(issuer.subject.attributes)
  certificate.setExtensions([
    { name: 'basicConstraints', critical: true, cA: false },
    { name: 'keyUsage', critical: true, digitalSignature: true, keyEncipherment: true },
    { name: 'extKeyUsage', serverAuth: true },
    { name: 'subjectAltName', altNames: hosts.map(alternativeName) },
    { name: 'subjectKeyIdentifier' },
    { name: 'authorityKeyIdentifier', keyIdentifier: issuer.generateSubjectKeyIdentifier().getBytes() },
  ])
  signCertificate(forge, certificate, authority.key)
  return { key: privateKey, cert: forge.pki.certificateToPem(certificate) }
}
