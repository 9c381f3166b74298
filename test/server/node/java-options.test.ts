import { expect, test } from 'vitest'
import { javaOptions } from '../../../src/server/proxy/proxy-environment.ts'

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
