import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** The password of the trust store. It protects nothing: the store has only a public certificate. */
export const TRUST_STORE_PASSWORD = 'changeit'

/** Milliseconds for `keytool`, which starts a Java machine. */
const KEYTOOL_MS = 30_000

/** Hides a store from other users, and returns its path: keytool leaves its mode to the umask. */
function hidden(path: string): string {
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600)
  return path
}

/**
 * Returns the path of a trust store for Java with the certificate of an authority. `keytool` makes it at the
 * first use, because Java trusts only stores of its own kind. Undefined if there is no `keytool`.
 */
export async function javaTrustStore(certificatePath: string): Promise<string | undefined> {
  const digest = createHash('sha256').update(readFileSync(certificatePath)).digest('hex').slice(0, 16)
  const path = join(dirname(certificatePath), `trust-${digest}.p12`)
  if (existsSync(path)) return hidden(path)
  const draft = `${path}.${randomUUID()}`
  const store = ['-keystore', draft, '-storetype', 'PKCS12', '-storepass', TRUST_STORE_PASSWORD]
  const certificate = ['-importcert', '-noprompt', '-alias', 'fauxgraph', '-file', certificatePath]
  try {
    await promisify(execFile)('keytool', [...certificate, ...store], { timeout: KEYTOOL_MS })
    renameSync(hidden(draft), path)
    return path
  } catch {
    return undefined
  } finally {
    rmSync(draft, { force: true })
  }
}
