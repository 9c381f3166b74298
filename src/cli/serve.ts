import { type Listening, listen } from '../adapters/node/server.ts'
import { platformPolicy } from '../graph/policy.ts'
import { readText } from '../runner/read-text.ts'
import { parseScenario } from '../scenario/parse.ts'
import { runScenario } from '../scenario/run.ts'
import { createWorld, restoreWorld, type World } from '../world/world.ts'
import type { Shell } from './shell.ts'

/** The options of `fauxgraph serve` as texts. */
export interface ServeFlags {
  readonly port: string
  readonly host: string
  readonly scenario?: string
  readonly seed?: string
  readonly now?: string
  readonly policy: 'contract' | 'platform'
  readonly beyond: 'serve' | 'refuse'
  readonly pictureBytesMax?: string
  readonly time: string
  readonly allowHost?: readonly string[]
  readonly cors?: readonly string[]
  readonly webhookHost?: readonly string[]
  readonly json?: true
}

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return port
  throw new RangeError(`--port must be a number from 0 to 65535, got ${text}`)
}

function timeOf(text: string): 'manual' | 'real' | { scale: number } {
  if (text === 'manual' || text === 'real') return text
  const scale = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0
  if (scale > 0) return { scale }
  throw new TypeError(`--time must be manual, real or a number above 0, got ${text}`)
}

function bytesOf(text: string): number {
  const bytes = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(bytes)) return bytes
  throw new TypeError(`--picture-bytes-max must be a whole number of bytes, got ${text}`)
}

function worldOf({ seed, now, policy, beyond, pictureBytesMax }: ServeFlags): World {
  return createWorld({
    // A server has no use for the history, and may run for weeks.
    history: 'off',
    ...(seed !== undefined && { seed }),
    ...(now !== undefined && { now }),
    ...(pictureBytesMax !== undefined && { pictureBytesMax: bytesOf(pictureBytesMax) }),
    policy: { ...(policy === 'platform' && platformPolicy), beyond },
  })
}

/** Returns the world after a scenario. Throws a TypeError if the scenario fails. */
function worldAfter(path: string, { seed, now, beyond, pictureBytesMax }: ServeFlags): World {
  if ([seed, now, pictureBytesMax].some((option) => option !== undefined))
    throw new TypeError(
      '--scenario decides the seed, the time and the bounds: leave out the options for them',
    )
  const { world, difference } = runScenario(parseScenario(readText(path, 'a scenario'), { file: path }))
  if (difference) throw new TypeError(difference.message)
  return restoreWorld(world.fork({ policy: { beyond } }).snapshot(), { history: 'off' })
}

/** Returns the world to serve: the starter world, or the world after a scenario. */
function servedWorld(flags: ServeFlags): World {
  if (flags.scenario !== undefined) return worldAfter(flags.scenario, flags)
  const world = worldOf(flags)
  world.starter()
  return world
}

/** Three example calls as shell commands. */
function examplesOf(url: string, world: World): readonly string[] {
  if (!world.names) return []
  const { campaign, userToken, page, pageToken } = world.names
  const version = world.policy.defaultVersion
  const json = "-H 'content-type: application/json'"
  return [
    `curl '${url}/${version}/${campaign}?fields=name,effective_status&access_token=${userToken}'`,
    `curl '${url}/${version}/${page}/photos' -F url=https://img.test/a.png -F access_token=${pageToken}`,
    `curl '${url}/_sim/clock' ${json} -d '{"advance":"25h"}'`,
  ]
}

function welcomeText(url: string, world: World, scenario: string | undefined): string {
  const what = scenario === undefined ? 'the starter world' : `the world after ${scenario}`
  const names = Object.entries({ ...world.names }).map(([name, value]) => `  ${name.padEnd(24)}${value}`)
  const examples = examplesOf(url, world).map((example) => `  ${example}`)
  const lines = [
    `fauxgraph serves ${what}. Its clock shows ${world.clock.iso}.`,
    '',
    `  base_url, web_url       ${url}`,
    `  control plane           ${url}/_sim/world`,
    '',
    'Ids and tokens:',
    ...names,
    '',
    'Examples:',
    ...examples,
    '',
    'Press Ctrl-C to stop.',
  ]
  return `${lines.join('\n')}\n`
}

const isLoopback = (host: string): boolean => /^(localhost|127\..*|::1)$/i.test(host)

function announce(
  { url, webUrl }: Listening,
  world: World,
  { json, host, scenario }: ServeFlags,
  shell: Shell,
): void {
  if (!isLoopback(host))
    shell.err(`warning: ${host} is not a loopback address: the network can reach this server\n`)
  const line = JSON.stringify({ url, webUrl, starter: world.names ?? {} })
  shell.out(json ? `${line}\n` : welcomeText(url, world, scenario))
}

/** Serves the starter world until the user stops it. */
export async function runServe(flags: ServeFlags, shell: Shell): Promise<void> {
  const { host, allowHost = [], cors = [], webhookHost: webhookHosts = [] } = flags
  const [port, time] = [portOf(flags.port), timeOf(flags.time)]
  const world = servedWorld(flags)
  // Listens for the signal before it prints: a reader of the output may send the signal at once.
  const stopped = shell.stopped()
  const onWarning = (text: string) => shell.err(`warning: ${text}\n`)
  const options = { port, host, time, allowedHosts: allowHost, cors, webhookHosts, onWarning }
  const server = await listen(world, options)
  announce(server, world, flags, shell)
  await stopped
  await server.close()
}
