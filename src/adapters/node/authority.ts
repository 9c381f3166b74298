import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { rootCertificates } from 'node:tls'
import { errorMessage } from '../../engine/error-message.ts'
import { type KeyAndCertificate, makeAuthority } from './certificates.ts'

/** A certificate authority in a folder of the user. */
export interface Authority extends KeyAndCertificate {
  readonly folder: string
  /** The path of its certificate. */
  readonly certificatePath: string
  /** The path of a file with its certificate and the root certificates that Node knows. */
  readonly bundlePath: string
  /** A folder with settings of PHP: PHP takes the paths of certificates from no other variable. */
  readonly phpFolder: string
}

/** Days before its end at which an authority is replaced: a program that runs must not see the end. */
const RENEWAL_DAYS = 60

const DAY_MS = 24 * 3_600_000

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

/** Reads a key and its certificate from one text; undefined if they do not fit or end soon. */
function readSecret(text: string): KeyAndCertificate | undefined {
  const key = blockOf(text, 'PRIVATE KEY')
  const cert = blockOf(text, 'CERTIFICATE')
  if (key === undefined || cert === undefined) return undefined
  try {
    const certificate = new X509Certificate(cert)
    const isCurrent = Date.parse(certificate.validTo) - Date.now() > RENEWAL_DAYS * DAY_MS
    return isCurrent && certificate.ca && certificate.checkPrivateKey(createPrivateKey(key))
      ? { key, cert }
      : undefined
  } catch {
    return undefined
  }
}

/** Whether only this user can have read a file. Systems without user ids have no such modes. */
function isPrivate(path: string): boolean {
  const { uid, mode } = statSync(path)
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0)
}

/** The secret in a file; undefined if there is none, or if another user may know it. */
const secretIn = (path: string): KeyAndCertificate | undefined =>
  existsSync(path) && isPrivate(path) ? readSecret(readFileSync(path, 'utf8')) : undefined

/** Reads an authority, or makes one. The key and its certificate are in one file, so that they fit. */
async function readOrMake(path: string): Promise<KeyAndCertificate> {
  const known = secretIn(path)
  if (known) return known
  // Removed before the new one is made: another process may write its own meanwhile, which then counts.
  rmSync(path, { force: true })
  const { key, cert } = await makeAuthority()
  addFile(path, key + cert, 0o600)
  return secretIn(path) ?? { key, cert }
}

async function openFolder(folder: string): Promise<Authority> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const secret = await readOrMake(join(folder, 'authority.key'))
  const certificatePath = join(folder, 'authority.pem')
  const bundlePath = join(folder, 'bundle.pem')
  replaceFile(certificatePath, secret.cert, 0o644)
  replaceFile(bundlePath, `${[...rootCertificates, secret.cert.trimEnd()].join('\n')}\n`, 0o644)
  const phpFolder = join(folder, 'php')
  mkdirSync(phpFolder, { recursive: true })
  const settings = `curl.cainfo="${bundlePath}"\nopenssl.cafile="${bundlePath}"\n`
  replaceFile(join(phpFolder, 'fauxgraph.ini'), settings, 0o644)
  return { ...secret, folder, certificatePath, bundlePath, phpFolder }
}

/**
 * Opens the certificate authority in a folder: that of the user if left out. It is made at the first use,
 * valid for ten years, and replaced when its end is near or when another user may know its key. Only the user
 * can read the key, and a new folder. No system trusts the authority by itself. Rejects if the folder cannot
 * be written.
 */
export async function openAuthority(folder = userFolder()): Promise<Authority> {
  const path = resolve(folder)
  try {
    return await openFolder(path)
  } catch (error) {
    throw new Error(
      `The certificate authority needs a folder that this user can write, got ${path}: choose another one ` +
        `(--authority FOLDER); ${errorMessage(error)}`,
    )
  }
}
