import { execFile } from 'node:child_process'
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import forge from 'node-forge'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { openAuthority } from '../../../src/server/http/authority.ts'
import { makeServerCertificate, signCertificate } from '../../../src/server/http/certificates.ts'
import { permittedHosts } from '../../../src/server/http/name-constraints.ts'
import { listen } from '../../../src/server/http/server.ts'
import { javaTrustStore } from '../../../src/server/proxy/java-trust-store.ts'
import { listenAsProxy } from '../../../src/server/proxy/proxy.ts'
import { createWorld } from '../../../src/world/create-world.ts'
import { isLong } from '../../chance.ts'

const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-constraints-'))
const place = () => mkdtempSync(join(folder, 'authority-'))
const hosts = ['localhost', '127.0.0.1', '::1', 'graph.test']
const DAY = 24 * 3_600_000

afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.useRealTimers())

const isDone = ({ code }: { code: number }) => code === 0

/** Runs a program, and returns its exit code and what it says. */
const run = (program: string, ...words: string[]): Promise<{ code: number; said: string }> =>
  new Promise((resolve) =>
    execFile(program, words, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    ),
  )

const programs = new Map<string, Promise<boolean>>()

/** Returns true if a program is installed. */
function has(program: 'curl' | 'openssl'): Promise<boolean> {
  const found =
    programs.get(program) ?? run(program, program === 'curl' ? '--version' : 'version').then(isDone)
  programs.set(program, found)
  return found
}

/** Returns PEM text with the line ends of this system's files. */
const plain = (cert: string): string => cert.replaceAll('\r', '').trim()

const days = (cert: string): number => {
  const { validFrom, validTo } = new X509Certificate(cert)
  return Math.round((Date.parse(validTo) - Date.parse(validFrom)) / DAY)
}

let made: ReturnType<typeof makeKeys> | undefined
const makeKeys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
/** The keys of what these tests sign themselves: to make them takes longer than a test. */
function keys() {
  made ??= makeKeys()
  return made
}

/** Makes an authority as earlier versions did: for every host, for ten years. */
function oldAuthority(path: string): string {
  const { publicKey, privateKey } = keys()
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey)
  certificate.serialNumber = '01'
  certificate.validity.notBefore = new Date(Date.now() - DAY)
  certificate.validity.notAfter = new Date(Date.now() + 3_650 * DAY)
  certificate.setSubject([{ name: 'commonName', value: 'fauxgraph authority of this user' }])
  certificate.setIssuer(certificate.subject.attributes)
  certificate.setExtensions([{ name: 'basicConstraints', critical: true, cA: true }])
  signCertificate(forge, certificate, privateKey)
  const cert = forge.pki.certificateToPem(certificate)
  writeFileSync(join(path, 'authority.key'), privateKey + cert, { mode: 0o600 })
  return cert
}

describe('an authority signs for its hosts only', () => {
  test('and lives for a year', async () => {
    const { cert, notice } = await openAuthority(place(), hosts)
    expect(permittedHosts(forge, cert)).toEqual(hosts)
    expect(days(cert)).toBe(365)
    expect(notice).toBeUndefined()
    expect(new X509Certificate(cert).ca).toBe(true)
  })

  /** The host, and whether real clients accept a certificate for it that the authority signed. */
  const cases: readonly (readonly [string, boolean])[] = [
    ['graph.test', true],
    ['below.graph.test', true],
    ['localhost', true],
    ['127.0.0.1', true],
    ['bank.example', false],
    ['notgraph.test', false],
    ['test', false],
    ['127.0.0.2', false],
  ]

  // A short test asks other clients for a name and an address that are permitted, and for one of each that is not.
  const few = ['below.graph.test', '127.0.0.1', 'notgraph.test', '127.0.0.2']
  const sampled = isLong ? cases : cases.filter(([host]) => few.includes(host))

  const authority = openAuthority(place(), hosts)
  // Every client sees the same certificate of a host: most of the time goes into keys.
  const certificates = new Map<string, ReturnType<typeof makeServerCertificate>>()

  async function certificateOf(host: string) {
    const certificate = certificates.get(host) ?? makeServerCertificate(await authority, [host])
    certificates.set(host, certificate)
    return certificate
  }

  async function served(host: string, use: (port: number, ca: string, leaf: string) => Promise<void>) {
    const { folder, certificatePath } = await authority
    const certificate = await certificateOf(host)
    const server = createServer(certificate, (_, response) => response.end('reached'))
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
    const leaf = join(folder, `${host}.pem`)
    writeFileSync(leaf, certificate.cert)
    try {
      await use((server.address() as AddressInfo).port, certificatePath, leaf)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  }

  test.each(cases)('as Node sees it: %s: %s', async (host, accepts) => {
    await served(host, async (port, ca) => {
      const code = await new Promise((resolve) => {
        const asked = request(
          // Only the authority is under test, so every host is at a loopback address.
          {
            port,
            host,
            ca: readFileSync(ca),
            agent: false,
            lookup: (_name, options, found) => {
              if (options.all) found(null, [{ address: '127.0.0.1', family: 4 }])
              else found(null, '127.0.0.1', 4)
            },
          },
          (response) => {
            response.resume()
            resolve(response.statusCode)
          },
        )
        asked.on('error', (error) => resolve(error.message))
        asked.end()
      })
      expect(code).toBe(accepts ? 200 : 'permitted subtree violation')
    })
  })

  test.each(sampled)('as curl sees it: %s: %s', async (host, accepts) => {
    if (!(await has('curl'))) return
    await served(host, async (port, ca) => {
      const resolve = `${host}:${port}:127.0.0.1`
      const words = [
        '-sS',
        '--noproxy',
        '*',
        '--cacert',
        ca,
        '--resolve',
        resolve,
        `https://${host}:${port}/`,
      ]
      const { code, said } = await run('curl', ...words)
      expect([code, said]).toEqual(
        accepts ? [0, 'reached'] : [60, expect.stringContaining('permitted subtree violation')],
      )
    })
  })

  test.each(sampled)('as OpenSSL sees it: %s: %s', async (host, accepts) => {
    if (!(await has('openssl'))) return
    await served(host, async (_, ca, leaf) => {
      const { code, said } = await run('openssl', 'verify', '-x509_strict', '-CAfile', ca, leaf)
      if (accepts) expect([code, said]).toEqual([0, expect.stringContaining('OK')])
      else expect([code, said]).toEqual([2, expect.stringContaining('permitted subtree violation')])
    })
  })
})

describe('an authority signs for servers only', () => {
  /** Names in subjectAltName: 1 is a mail address, 2 a DNS name, 6 a URI. */
  type Name = { readonly type: number; readonly value: string }

  type Attribute = forge.pki.CertificateField

  /** Signs a certificate as somebody with the key of the authority could. */
  function signed(
    { key, cert }: { key: string; cert: string },
    subject: Attribute[],
    altNames: Name[],
    usage: object,
  ): string {
    const certificate = forge.pki.createCertificate()
    certificate.publicKey = forge.pki.publicKeyFromPem(keys().publicKey)
    certificate.serialNumber = '02'
    certificate.validity.notBefore = new Date(Date.now() - DAY / 2)
    certificate.validity.notAfter = new Date(Date.now() + DAY)
    certificate.setSubject(subject)
    certificate.setIssuer(forge.pki.certificateFromPem(cert).subject.attributes)
    certificate.setExtensions([
      { name: 'basicConstraints', critical: true, cA: false },
      { name: 'extKeyUsage', ...usage },
      ...(altNames.length > 0 ? [{ name: 'subjectAltName', altNames }] : []),
    ])
    signCertificate(forge, certificate, key)
    return forge.pki.certificateToPem(certificate)
  }

  const authority = openAuthority(place(), hosts)
  const commonName = [{ name: 'commonName', value: 'Ada' }]
  const server = { serverAuth: true }
  const host: Name = { type: 2, value: 'graph.test' }

  test.each<[string, string, Attribute[], Name[], object, string]>([
    ['a server', 'sslserver', commonName, [host], server, 'OK'],
    ['a client', 'sslclient', commonName, [], { clientAuth: true }, 'unsuitable certificate purpose'],
    ['mail', 'smimesign', commonName, [], { emailProtection: true }, 'unsuitable certificate purpose'],
    [
      'an address of mail',
      'any',
      commonName,
      [{ type: 1, value: 'ada@graph.test' }],
      server,
      'permitted subtree violation',
    ],
    [
      'an address of mail in the subject',
      'any',
      [
        ...commonName,
        {
          name: 'emailAddress',
          value: 'ada@graph.test',
          valueTagClass: forge.asn1.Type.IA5STRING as unknown as forge.asn1.Class,
        },
      ],
      [host],
      server,
      'permitted subtree violation',
    ],
    [
      'a URI',
      'any',
      commonName,
      [{ type: 6, value: 'https://graph.test/a' }],
      server,
      'permitted subtree violation',
    ],
  ])('as OpenSSL sees it: %s', async (name, purpose, subject, altNames, usage, said) => {
    if (!(await has('openssl'))) return
    const { folder, certificatePath, key, cert } = await authority
    const leaf = join(folder, `${name.replaceAll(' ', '-')}.pem`)
    writeFileSync(leaf, signed({ key, cert }, subject, altNames, usage))
    const words = ['verify', '-purpose', purpose, '-CAfile', certificatePath, leaf]
    const result = await run('openssl', ...words)
    expect([result.code, result.said]).toEqual([said === 'OK' ? 0 : 2, expect.stringContaining(said)])
  })

  test('and one that signs for more is replaced', async () => {
    const path = place()
    const { key, cert } = await openAuthority(path, hosts)
    const wide = forge.pki.certificateFromPem(cert)
    wide.setExtensions(wide.extensions.filter(({ name }) => name !== 'extKeyUsage'))
    wide.sign(forge.pki.privateKeyFromPem(key), forge.md.sha256.create())
    writeFileSync(join(path, 'authority.key'), key + forge.pki.certificateToPem(wide), { mode: 0o600 })
    const made = await openAuthority(path, hosts)
    expect(made.key).not.toBe(key)
    expect(made.notice).toMatch(/could sign for clients and mail addresses too/)
    expect((await openAuthority(path, hosts)).notice).toBeUndefined()
  })
})

describe('files of an authority are private', () => {
  const isPosix = process.getuid !== undefined

  test('whatever the umask is, and also those of an earlier version', async () => {
    if (!isPosix) return
    const path = join(place(), 'new')
    const umask = process.umask(0)
    try {
      const { folder, phpFolder, certificatePath } = await openAuthority(path, hosts)
      const store = await javaTrustStore(certificatePath)
      const modes = [folder, phpFolder, join(path, 'authority.key'), ...(store === undefined ? [] : [store])]
      expect(modes.map((file) => statSync(file).mode & 0o077)).toEqual(modes.map(() => 0))
      expect(statSync(certificatePath).mode & 0o022).toBe(0)
      const files = [phpFolder, ...(store === undefined ? [] : [store])]
      for (const file of files) chmodSync(file, 0o777)
      await openAuthority(path, hosts)
      await javaTrustStore(certificatePath)
      expect(files.map((file) => statSync(file).mode & 0o077)).toEqual(files.map(() => 0))
    } finally {
      process.umask(umask)
    }
  })
})

describe('an authority is renewed with its key', () => {
  const keyOf = (path: string) =>
    readFileSync(join(path, 'authority.key'), 'utf8').split('-----BEGIN CERT')[0]

  test('for further hosts, and keeps those of before', async () => {
    const path = place()
    const before = await openAuthority(path, hosts)
    const after = await openAuthority(path, ['localhost', 'More.Example'])
    expect(permittedHosts(forge, after.cert)).toEqual([...hosts, 'more.example'])
    expect(after.notice).toMatch(/is renewed to sign for more\.example too\. Start programs again/)
    expect(after.key).toBe(before.key)
    const again = await openAuthority(path, ['more.example', '0:0:0:0:0:0:0:1'])
    expect(plain(again.cert)).toBe(plain(after.cert))
    expect(again.notice).toBeUndefined()
  })

  test('so that a server of before is trusted with the new certificate, and a new one with it alone', async () => {
    const path = place()
    const before = await openAuthority(path, hosts)
    const old = await makeServerCertificate(before, ['graph.test'])
    const after = await openAuthority(path, ['more.example'])
    const more = await makeServerCertificate(after, ['more.example'])
    const isSigned = ({ cert }: { cert: string }, by: { cert: string }) =>
      new X509Certificate(cert).verify(new X509Certificate(by.cert).publicKey)
    expect([isSigned(old, after), isSigned(more, after)]).toEqual([true, true])
  })

  test('before its end, for the hosts that are wanted then', async () => {
    const path = place()
    const before = await openAuthority(path, hosts)
    const key = keyOf(path)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 303 * DAY })
    expect((await openAuthority(path, hosts)).cert).toBe(before.cert)
    vi.setSystemTime(Date.now() + 2 * DAY)
    const after = await openAuthority(path, ['localhost'])
    expect(after.notice).toMatch(/is renewed before its end\. Start programs again/)
    expect([permittedHosts(forge, after.cert), days(after.cert)]).toEqual([['localhost'], 365])
    expect(keyOf(path)).toBe(key)
    expect((await openAuthority(path, ['localhost'])).notice).toBeUndefined()
  })
})

describe('an authority of an earlier version is replaced', () => {
  test('with a sentence that says what to do', async () => {
    const path = place()
    const old = oldAuthority(path)
    const made = await openAuthority(path, hosts)
    expect(made.cert).not.toBe(old)
    expect(new X509Certificate(old).checkPrivateKey(createPrivateKey(made.key))).toBe(false)
    expect(made.notice).toMatch(/could sign for every host, for ten years/)
    expect(made.notice).toMatch(/if you added its certificate to a store .* remove it there/)
    expect(permittedHosts(forge, made.cert)).toEqual(hosts)
    expect((await openAuthority(path, hosts)).notice).toBeUndefined()
  })

  test.each([
    [
      'the proxy',
      (path: string, warn: (text: string) => void) =>
        listenAsProxy(createWorld(), { authority: path, onWarning: warn }),
    ],
    [
      'a server',
      (path: string, warn: (text: string) => void) =>
        listen(createWorld(), { https: true, authority: path, onWarning: warn }),
    ],
  ])('and %s says it', async (_, start) => {
    const path = place()
    oldAuthority(path)
    const said: string[] = []
    await using _server = await start(path, (text) => said.push(text))
    expect(said).toEqual([expect.stringContaining('could sign for every host')])
  })

  test('the proxy signs for its hosts and those of --host-name, and for no other', async () => {
    const path = place()
    await using proxy = await listenAsProxy(createWorld(), { authority: path, hostNames: ['graph.test'] })
    const permitted = permittedHosts(forge, readFileSync(proxy.certificatePath, 'utf8'))
    expect(permitted).toEqual(['localhost', '127.0.0.1', '::1', ...proxy.hosts])
    expect(proxy.hosts).toContain('graph.test')
    expect(existsSync(join(path, 'authority.key'))).toBe(true)
  })
})
