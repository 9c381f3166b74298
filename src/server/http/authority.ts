import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { isIP } from 'node:net'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { rootCertificates } from 'node:tls'
import { errorMessage } from '../../engine/values/error-message.ts'
import { DAY_MS } from '../../engine/values/milliseconds.ts'
import { type KeyAndCertificate, loadForge, makeAuthority } from './certificates.ts'
import { permittedHosts } from './name-constraints.ts'

/** A certificate authority in a folder of the user. */
export interface Authority extends KeyAndCertificate {
  readonly folder: string
  readonly certificatePath: string
  /** The path of a file with its certificate and the root certificates that Node knows. */
  readonly bundlePath: string
  /** A folder with settings of PHP: PHP takes the paths of certificates from no other variable. */
  readonly phpFolder: string
  /** What the user must know: that the authority was replaced or renewed, and what to do. */
  readonly notice?: string
}

/** Days before its end at which an authority is renewed: a program that runs must not see the end. */
const RENEWAL_DAYS = 60

/**
 * The longest life of an authority in days, its day before now included. An older fauxgraph made longer
 * ones.
 */
const LIFE_DAYS_MAX = 366

/** The folder for data of fauxgraph in the home of the user, as the system names it. */
export function userFolder(env: NodeJS.ProcessEnv = process.env, platform = process.platform): string {
  const home = homedir()
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'fauxgraph')
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'fauxgraph')
  return join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'fauxgraph')
}

/** Writes a file in one step, so that no reader sees half of it. */
function replaceFile(path: string, text: string, mode: number): void {
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, text, { mode, flag: 'wx' })
  renameSync(draft, path)
}

/** Writes a new file in one step; leaves a file that another process wrote first. */
function addFile(path: string, text: string, mode: number): void {
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, text, { mode, flag: 'wx' })
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!existsSync(path)) throw error
  } finally {
    rmSync(draft)
  }
}

/** Returns the first block of this kind in PEM text, such as `CERTIFICATE`. */
function blockOf(text: string, kind: string): string | undefined {
  const end = `-----END ${kind}-----`
  const from = text.indexOf(`-----BEGIN ${kind}-----`)
  const to = text.indexOf(end, from)
  return from < 0 || to < 0 ? undefined : `${text.slice(from, to)}${end}\n`
}

/** An authority in a file. */
interface KnownAuthority extends KeyAndCertificate {
  /** The hosts for which it signs: undefined if it signs for every host. */
  readonly hosts: readonly string[] | undefined
  /** The authority signs for servers only: not for clients or mail addresses. */
  readonly isForServers: boolean
  /** Unix milliseconds. */
  readonly ends: number
}

/** The extended key usage of servers (RFC 5280, 4.2.1.12). */
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1'

/** Reads an authority from text; undefined if its key and its certificate do not fit. */
async function readSecret(text: string): Promise<KnownAuthority | undefined> {
  const key = blockOf(text, 'PRIVATE KEY')
  const cert = blockOf(text, 'CERTIFICATE')
  if (key === undefined || cert === undefined) return undefined
  try {
    const certificate = new X509Certificate(cert)
    if (!certificate.ca || !certificate.checkPrivateKey(createPrivateKey(key))) return undefined
    const ends = Date.parse(certificate.validTo)
    const isLong = ends - Date.parse(certificate.validFrom) > LIFE_DAYS_MAX * DAY_MS
    const hosts = isLong ? undefined : permittedHosts(await loadForge(), cert)
    const usages: readonly string[] | undefined = certificate.keyUsage
    return { key, cert, ends, hosts, isForServers: usages?.includes(SERVER_AUTH) === true }
  } catch {
    return undefined
  }
}

/** Whether only this user can have read a file. Systems without user ids have no such modes. */
function isPrivate(path: string): boolean {
  const { uid, mode } = statSync(path)
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0)
}

/** The authority in a file; undefined if there is none, or if another user may know its key. */
const secretIn = async (path: string): Promise<KnownAuthority | undefined> =>
  existsSync(path) && isPrivate(path) ? readSecret(readFileSync(path, 'utf8')) : undefined

/** An authority that was opened, and what the user must know about it. */
type Opened = KeyAndCertificate & Pick<Authority, 'notice'>

/** Makes a new authority. The key and its certificate are in one file, so that they fit. */
async function makeNew(path: string, hosts: readonly string[], days?: number): Promise<KeyAndCertificate> {
  // Removed before the new one is made: another process may write its own meanwhile, which then counts.
  rmSync(path, { force: true })
  const { key, cert } = await makeAuthority(hosts, { ...(days !== undefined && { days }) })
  addFile(path, key + cert, 0o600)
  return (await secretIn(path)) ?? { key, cert }
}

const storeAdvice =
  'if you added its certificate to a store of the system, of a browser or of Java, remove it there'

/** Replaces an authority of an earlier version, which signs for more than the hosts of fauxgraph. */
async function replaceOld(path: string, known: KnownAuthority, hosts: readonly string[]): Promise<Opened> {
  const made = await makeNew(path, hosts)
  const more = known.hosts ? 'clients and mail addresses too' : 'every host, for ten years'
  const notice =
    `the certificate authority in ${dirname(path)} could sign for ${more}. It is ` +
    'replaced by one that signs only for the hosts that fauxgraph answers, for a year. Start programs ' +
    `again that trust the old one; ${storeAdvice}`
  return { ...made, notice }
}

/** Renews an authority with its key, so that what it signed, and programs that trust it, stay valid. */
async function renew(path: string, { key, hosts = [], ends }: KnownAuthority, wanted: readonly string[]) {
  const isEnding = ends - Date.now() <= RENEWAL_DAYS * DAY_MS
  const added = wanted.filter((host) => !hosts.includes(host))
  // Another process may serve the hosts of before. At its end, an authority forgets those that none wants.
  const { cert } = await makeAuthority([...new Set([...(isEnding ? [] : hosts), ...wanted])], { key })
  replaceFile(path, key + cert, 0o600)
  const reason = added.length > 0 ? `to sign for ${added.join(', ')} too` : 'before its end'
  const notice =
    `the certificate authority in ${dirname(path)} is renewed ${reason}. Start programs again that trust ` +
    `its earlier certificate; ${storeAdvice}, or replace it`
  return { key, cert, notice }
}

/** Returns the authority in a file, for these hosts. It is made, replaced or renewed if it must be. */
async function readOrMake(path: string, hosts: readonly string[], days?: number): Promise<Opened> {
  const known = await secretIn(path)
  if (!known) return makeNew(path, hosts, days)
  if (!known.hosts || !known.isForServers) return replaceOld(path, known, hosts)
  const { ends, hosts: permitted } = known
  const isCurrent = ends - Date.now() > RENEWAL_DAYS * DAY_MS
  return isCurrent && hosts.every((host) => permitted.includes(host)) ? known : renew(path, known, hosts)
}

/** Returns a host as certificates name it: a name in lower case, an IPv6 address in its shortest form. */
const spelled = (host: string): string =>
  isIP(host) === 6 ? new URL(`http://[${host}]`).hostname.slice(1, -1) : host.toLowerCase()

/** The streams of PHP, such as those of file_get_contents, know a proxy by their context alone. */
const phpProxy = `<?php
if ($url = getenv('HTTPS_PROXY'))
    stream_context_set_default(['http' => ['proxy' => preg_replace('~^https?~', 'tcp', $url)]]);
`

async function openFolder(folder: string, hosts: readonly string[], days?: number): Promise<Authority> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { key, cert, notice } = await readOrMake(join(folder, 'authority.key'), hosts.map(spelled), days)
  const certificatePath = join(folder, 'authority.pem')
  const bundlePath = join(folder, 'bundle.pem')
  replaceFile(certificatePath, cert, 0o644)
  replaceFile(bundlePath, `${[...rootCertificates, cert.trimEnd()].join('\n')}\n`, 0o644)
  const phpFolder = join(folder, 'php')
  mkdirSync(phpFolder, { recursive: true, mode: 0o700 })
  // An earlier version left the mode of this folder to the umask.
  if (!isPrivate(phpFolder)) chmodSync(phpFolder, 0o700)
  const prepended = join(phpFolder, 'fauxgraph.php')
  replaceFile(prepended, phpProxy, 0o644)
  const settings = ['curl.cainfo', 'openssl.cafile'].map((name) => `${name}="${bundlePath}"\n`).join('')
  replaceFile(join(phpFolder, 'fauxgraph.ini'), `${settings}auto_prepend_file="${prepended}"\n`, 0o644)
  const paths = { folder, certificatePath, bundlePath, phpFolder }
  return { key, cert, ...paths, ...(notice !== undefined && { notice }) }
}

/**
 * Opens the certificate authority in a folder: that of the user if left out. It is made at the first use,
 * valid for a year, and signs for these hosts only. It is renewed for further hosts and before its end, and
 * replaced if another user may know its key, or if an earlier version made it. Only the user can read the
 * key, and a new folder. No system trusts the authority by itself. Rejects if the folder cannot be written.
 *
 * @param hosts DNS names and IP addresses. A name permits those below it.
 * @param days The days for which a new one is valid, of a folder that nobody opens again: a year if left out.
 */
export async function openAuthority(
  folder = userFolder(),
  hosts: readonly string[] = [],
  days?: number,
): Promise<Authority> {
  const path = resolve(folder)
  try {
    return await openFolder(path, hosts, days)
  } catch (error) {
    throw new Error(
      `The certificate authority needs a folder that this user can write, got ${path}: choose another one ` +
        `(--authority FOLDER); ${errorMessage(error)}`,
    )
  }
}
