import { isIP } from 'node:net'
import type Forge from 'node-forge'

/** The id of the extension that limits the names for which an authority signs (RFC 5280, 4.2.1.10). */
const NAME_CONSTRAINTS = '2.5.29.30'

/** The types of names in certificates: a DNS name permits the names below it too. */
const nameTypes = { email: 1, dns: 2, uri: 6, ip: 7 } as const

/** A host that does not exist (RFC 6761): a type of names with this one alone is a type without names. */
const NOWHERE = 'fauxgraph.invalid'

/** The conversions of addresses, which the declared types of the library leave out. */
interface Addresses {
  bytesFromIP(ip: string): string | null
  bytesToIP(bytes: string): string
}

const addresses = ({ util }: typeof Forge): Addresses => util as unknown as Addresses

/** Returns the bytes of an address and of the mask that permits this address alone. */
function addressBytes(forge: typeof Forge, ip: string): string {
  const bytes = addresses(forge).bytesFromIP(ip) ?? ''
  return bytes + '\xff'.repeat(bytes.length)
}

/**
 * Returns the extension of an authority that signs for these hosts only, and for no mail address and no URI:
 * critical, so no client ignores it. A type of names that it leaves out would be free.
 */
export function nameConstraints(forge: typeof Forge, hosts: readonly string[]): object {
  const { asn1 } = forge
  const { CONTEXT_SPECIFIC, UNIVERSAL } = asn1.Class
  const names = hosts.map((host): [number, string] =>
    isIP(host) === 0 ? [nameTypes.dns, host.toLowerCase()] : [nameTypes.ip, addressBytes(forge, host)],
  )
  names.push([nameTypes.email, NOWHERE], [nameTypes.uri, NOWHERE])
  const permitted = names.map(([type, value]) =>
    asn1.create(UNIVERSAL, asn1.Type.SEQUENCE, true, [asn1.create(CONTEXT_SPECIFIC, type, false, value)]),
  )
  const constraints = asn1.create(UNIVERSAL, asn1.Type.SEQUENCE, true, [
    asn1.create(CONTEXT_SPECIFIC, 0, true, permitted),
  ])
  return { id: NAME_CONSTRAINTS, critical: true, value: asn1.toDer(constraints).getBytes() }
}

/** Returns the parts of a value of ASN.1 that has parts. */
const partsOf = ({ value }: Forge.asn1.Asn1): Forge.asn1.Asn1[] => (Array.isArray(value) ? value : [])

/** Returns the hosts for which an authority signs; undefined if it signs for every host. */
export function permittedHosts(forge: typeof Forge, cert: string): readonly string[] | undefined {
  const { asn1, pki } = forge
  const certificate = pki.certificateFromPem(cert)
  const query: object = { id: NAME_CONSTRAINTS }
  const extension: { value?: string } | undefined = certificate.getExtension(query as { name: string })
  if (extension?.value === undefined) return undefined
  const permitted = partsOf(asn1.fromDer(extension.value)).filter(({ type }) => Number(type) === 0)
  const names = permitted.flatMap(partsOf).flatMap(partsOf)
  return names.flatMap(({ type, value }) => {
    const text = String(value)
    if (Number(type) === nameTypes.ip) return [addresses(forge).bytesToIP(text.slice(0, text.length / 2))]
    return Number(type) === nameTypes.dns ? [text] : []
  })
}
