import { shellWord } from '../../../inspector/shell-word.ts'
import { type Listening, type ListenOptions, listen } from '../../../server/http/server.ts'
import { type RecordedWorld, recordedWorld } from '../../../server/recording/recording-file.ts'
import type { World } from '../../../world/world.ts'
import { loadAreas } from '../parts/load-areas.ts'
import { openBrowser } from '../parts/open-browser.ts'
import {
  beginningWorld,
  historyBoundsOf,
  nameLines,
  nameVariables,
  portOf,
  type ServiceFlags,
  servedWorld,
  timeOf,
  toWallClock,
  worldLine,
} from '../parts/served-world.ts'
import type { Shell } from '../parts/shell.ts'

/** The options of `fauxgraph serve` as texts. */
export interface ServeFlags extends ServiceFlags {
  readonly host: string
  readonly allowHost?: readonly string[]
  readonly cors?: readonly string[]
  readonly https?: true
  readonly publicUrl?: string
  readonly trustProxy?: true
  /** False for `--no-inspector`. */
  readonly inspector?: boolean
  readonly open?: true
  /** The file to which each input is written, and which continues an earlier world. */
  readonly record?: string
}

/** Three example calls as shell commands. */
function examplesOf({ url, certificatePath }: Listening, world: World): readonly string[] {
  if (!world.names) return []
  const curl = certificatePath === undefined ? 'curl' : `curl --cacert ${shellWord(certificatePath)}`
  const { campaign, userToken, page, pageToken } = world.names
  const version = world.policy.defaultVersion
  const json = "-H 'content-type: application/json'"
  return [
    `${curl} '${url}/${version}/${campaign}?fields=name,effective_status&access_token=${userToken}'`,
    `${curl} '${url}/${version}/${page}/photos' -F url=https://img.test/a.png -F access_token=${pageToken}`,
    `${curl} '${url}/_sim/clock' ${json} -d '{"advance":"25h"}'`,
  ]
}

/** The address and the names of the world as variables for the programs to test, as `proxy` has them. */
const environmentOf = ({ url, certificatePath }: Listening, world: World) => ({
  FAUXGRAPH_URL: url,
  ...(certificatePath !== undefined && { NODE_EXTRA_CA_CERTS: certificatePath }),
  ...nameVariables(world),
})

function welcomeText(server: Listening, world: World, flags: ServeFlags): string {
  const { url } = server
  const lines = [
    worldLine(world, flags),
    '',
    `  base_url, web_url       ${url}`,
    ...(flags.inspector === false ? [] : [`  inspector               ${url}/_sim/`]),
    `  control plane           ${url}/_sim/world`,
    '',
    'Ids and tokens:',
    ...nameLines(world),
    '',
    'Variables for the programs to test:',
    ...Object.entries(environmentOf(server, world)).map(
      ([name, value]) => `  export ${name}=${shellWord(value)}`,
    ),
    '',
    'Examples:',
    ...examplesOf(server, world).map((example) => `  ${example}`),
    '',
    'Press Ctrl-C to stop.',
  ]
  return `${lines.join('\n')}\n`
}

const isLoopback = (host: string): boolean => /^(localhost|127\..*|::1)$/i.test(host)

function announce(server: Listening, world: World, flags: ServeFlags, shell: Shell): void {
  const { url, webUrl, certificatePath } = server
  if (!isLoopback(flags.host))
    shell.err(`warning: ${flags.host} is not a loopback address: the network can reach this server\n`)
  const environment = environmentOf(server, world)
  const line = JSON.stringify({ url, webUrl, certificatePath, environment, starter: world.names ?? {} })
  shell.out(flags.json ? `${line}\n` : welcomeText(server, world, flags))
}

/** The world to serve, and its recording if it has one. */
function recordedOrNot(
  { record, ...flags }: ServeFlags,
  warn: (text: string) => void,
): Partial<RecordedWorld> & { readonly world: World } {
  if (record === undefined) return { world: servedWorld(flags) }
  const recorded = recordedWorld(record, () => beginningWorld(flags), warn, {
    ...(flags.areas && { areas: flags.areas }),
    history: historyBoundsOf(flags.history),
  })
  toWallClock(recorded.world, flags)
  if (recorded.resumed !== undefined)
    warn(`${record} is continued after ${recorded.resumed} inputs: options for a new world have no effect`)
  return recorded
}

/** The options of the server. */
function listenOptionsOf(flags: ServeFlags): ListenOptions {
  const { host, allowHost = [], cors = [], webhookHost: webhookHosts = [] } = flags
  const { https = false, trustProxy = false, inspector = true, authority, publicUrl } = flags
  return {
    port: portOf(flags.port),
    host,
    time: timeOf(flags.time),
    https,
    inspector,
    allowedHosts: allowHost,
    cors,
    trustProxy,
    webhookHosts,
    ...(authority !== undefined && { authority }),
    ...(publicUrl !== undefined && { publicUrl }),
  }
}

/** Serves a world until the user stops it. Throws if its recording cannot be written any more. */
export async function runServe(given: ServeFlags, shell: Shell): Promise<void> {
  const flags: ServeFlags = { ...given, areas: await loadAreas(given.area) }
  const options = listenOptionsOf(flags)
  const onWarning = (text: string) => shell.err(`warning: ${text}\n`)
  const { world, failed, close } = recordedOrNot(flags, onWarning)
  try {
    // Listens for the signal before it prints: a reader of the output may send the signal at once.
    const stopped = shell.stopped().then(() => undefined)
    const server = await listen(world, { ...options, onWarning })
    announce(server, world, flags, shell)
    if (flags.open && flags.inspector !== false) openBrowser(`${server.url}/_sim/`, shell.err)
    const error = await Promise.race([stopped, ...(failed ? [failed] : [])])
    await server.close()
    if (error) throw error
  } finally {
    close?.()
  }
}
