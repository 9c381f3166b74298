import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { javaOptions, runtimeVariables } from '../../../src/server/proxy/proxy-environment.ts'

// Java splits JAVA_TOOL_OPTIONS at spaces, and takes what stands in quotes as one word.
const words = (text: string): string[] =>
  [...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, a, b]) => a ?? b ?? '')

test.each([
  ['/home/ada/.local/share/fauxgraph/trust.p12'],
  ['/Users/ada/Library/Application Support/fauxgraph/trust.p12'],
  ['C:\\Users\\Ada Example\\AppData\\Local\\fauxgraph\\trust.p12'],
])('the options of Java have the trust store %s in one word', (path) => {
  const options = words(javaOptions('http://localhost:8080', path, 'changeit'))
  expect(options).toContain(`-Djavax.net.ssl.trustStore=${path}`)
  expect(options.filter((option) => !option.startsWith('-D'))).toEqual([])
  expect(options).toContain('-Dhttps.proxyPort=8080')
})

afterEach(() => {
  vi.unstubAllEnvs()
})

test.each([
  ['those of the user, and ours after them, which then count', '-Xmx256m -Dhttps.proxyHost=proxy.example'],
  ['ours alone', ''],
])('the variable of Java has %s', async (_, own) => {
  const folder = mkdtempSync(join(tmpdir(), 'java-options-'))
  const keytool = '#!/bin/sh\nwhile [ "$1" != -keystore ]; do shift; done\n: > "$2"\n'
  writeFileSync(join(folder, 'keytool'), keytool, { mode: 0o755 })
  const certificatePath = join(folder, 'authority.pem')
  writeFileSync(certificatePath, '')
  vi.stubEnv('PATH', folder)
  vi.stubEnv('JAVA_TOOL_OPTIONS', own)
  const url = 'http://127.0.0.1:8080'
  const proxy = { url, httpsUrl: 'https://127.0.0.1:8443', hosts: [], certificatePath }
  const { JAVA_TOOL_OPTIONS = '' } = await runtimeVariables(proxy, '')
  rmSync(folder, { recursive: true })
  const count = words(own).length
  expect(words(JAVA_TOOL_OPTIONS).slice(0, count)).toEqual(words(own))
  expect(words(JAVA_TOOL_OPTIONS)[count]).toBe('-Dhttps.proxyHost=127.0.0.1')
})
