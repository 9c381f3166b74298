import { existsSync } from 'node:fs'
import { delimiter } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Authority } from '../http/authority.ts'
import { javaTrustStore, TRUST_STORE_PASSWORD } from './java-trust-store.ts'

/** Hosts that clients reach without the proxy: those of this machine. */
const ownHosts = 'localhost,127.0.0.1,::1'

type Variables = Readonly<Record<string, string>>

/** The variables with which programs use a proxy and trust its authority. */
export function proxyEnvironment(
  url: string,
  { certificatePath, bundlePath, phpFolder }: Authority,
): Variables {
  return {
    // Where a program finds the control plane, and with it the ids and tokens of the world.
    FAUXGRAPH_URL: url,
    HTTPS_PROXY: url,
    HTTP_PROXY: url,
    NO_PROXY: ownHosts,
    https_proxy: url,
    http_proxy: url,
    no_proxy: ownHosts,
    // That of the user would lead elsewhere what has no variable of its own, such as wss.
    ALL_PROXY: url,
    all_proxy: url,
    NODE_EXTRA_CA_CERTS: certificatePath,
    // Node 22.21 and later, and Node 24.5 and later, then use the proxy by themselves.
    NODE_USE_ENV_PROXY: '1',
    SSL_CERT_FILE: bundlePath,
    CURL_CA_BUNDLE: bundlePath,
    REQUESTS_CA_BUNDLE: bundlePath,
    // An empty folder at the start of the list stands for the folder that PHP reads without the variable.
    PHP_INI_SCAN_DIR: [process.env['PHP_INI_SCAN_DIR'] ?? '', phpFolder].join(delimiter),
  }
}

/**
 * The options with which a Java program uses a proxy and trusts a store. Java splits the variable at spaces,
 * which the path has on macOS and in many homes on Windows.
 */
export function javaOptions(url: string, trustStorePath: string, password: string): string {
  const { hostname, port } = new URL(url)
  const proxies = ['https', 'http'].flatMap((scheme) => [
    `-D${scheme}.proxyHost=${hostname}`,
    `-D${scheme}.proxyPort=${port}`,
  ])
  const store = {
    trustStore: trustStorePath,
    trustStorePassword: password,
    trustStoreType: 'PKCS12',
  }
  return [
    ...proxies,
    '-Dhttp.nonProxyHosts=localhost|127.*|[::1]',
    ...Object.entries(store).map(([name, value]) => `-Djavax.net.ssl.${name}=${value}`),
  ]
    .map((option) => (option.includes(' ') ? `"${option}"` : option))
    .join(' ')
}

/** A variable of options that the user may have set too: theirs stay, and ours come after them. */
const withOwn = (name: string, options: string): Variables => ({
  [name]: [process.env[name], options].filter(Boolean).join(' '),
})

/** A proxy that programs are led to. */
interface ProxyAddresses {
  readonly url: string
  readonly httpsUrl: string
  readonly hosts: readonly string[]
  readonly certificatePath: string
}

/**
 * The variables with which programs of Node lead to the proxy even if they know none: Node loads a module
 * before them. None if there is no such module.
 */
function nodeVariables({ httpsUrl, hosts }: ProxyAddresses, module: string): Variables {
  if (!existsSync(module)) return {}
  return {
    ...withOwn('NODE_OPTIONS', `--import=${pathToFileURL(module).href}`),
    FAUXGRAPH_HTTPS: httpsUrl,
    FAUXGRAPH_HOSTS: hosts.join(','),
  }
}

async function javaVariables({ url, certificatePath }: ProxyAddresses): Promise<Variables> {
  const store = await javaTrustStore(certificatePath)
  return store === undefined
    ? {}
    : withOwn('JAVA_TOOL_OPTIONS', javaOptions(url, store, TRUST_STORE_PASSWORD))
}

/** The variables of programs that find no proxy by those of `proxyEnvironment`: of Node, and of Java. */
export const runtimeVariables = async (proxy: ProxyAddresses, module: string): Promise<Variables> => ({
  ...nodeVariables(proxy, module),
  ...(await javaVariables(proxy)),
})
