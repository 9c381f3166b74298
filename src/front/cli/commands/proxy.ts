import { dirname, join } from 'node:path'
import { shellWord } from '../../../inspector/shell-word.ts'
import { type ListeningProxy, listenAsProxy } from '../../../server/proxy/proxy.ts'
import { runtimeVariables } from '../../../server/proxy/proxy-environment.ts'
import type { World } from '../../../world/world.ts'
import { loadAreas } from '../parts/load-areas.ts'
import { runCommand } from '../parts/run-command.ts'
import {
  nameLines,
  nameVariables,
  portOf,
  type ServiceFlags,
  servedWorld,
  timeOf,
  worldLine,
} from '../parts/served-world.ts'
import type { Shell } from '../parts/shell.ts'

/** The options of `fauxgraph proxy` as texts. */
export interface ProxyFlags extends ServiceFlags {
  readonly hostName?: readonly string[]
  readonly others: 'refuse' | 'pass'
  readonly record?: string
  readonly upstream?: string
}

/** The policy and the clock, with the options that choose others. */
function behaviorLine({ policy, time, scenario }: ProxyFlags): string {
  const how = policy === 'contract' ? 'follows the description' : 'behaves like the live service'
  const preset =
    scenario === undefined ? `It ${how} (--policy ${policy}).` : 'It has the policy of the scenario.'
  const clock = { manual: 'stands still until a test moves it', real: 'runs in real time' }[time]
  return `${preset} Its clock ${clock ?? `runs ${time} times as fast as real time`} (--time ${time}).`
}

function welcomeText(
  proxy: ListeningProxy,
  variables: Readonly<Record<string, string>>,
  world: World,
  flags: ProxyFlags,
): string {
  const { url, hosts, certificatePath } = proxy
  const java = 'JAVA_TOOL_OPTIONS' in variables ? [] : ['', 'For Java: put keytool in PATH, and start again.']
  const { upstream, record } = flags
  const passed = `fauxgraph passes on requests to ${upstream}, which answers them, and to nothing else.`
  const lines = [
    ...(upstream === undefined ? [worldLine(world, flags), behaviorLine(flags)] : [passed]),
    '',
    `  proxy                   ${url}`,
    `  answers at              ${hosts.join(' ')}`,
    `  other hosts             ${flags.others === 'pass' ? 'passed on' : 'refused'}`,
    ...(record === undefined
      ? []
      : [`  recording               ${record} (it has tokens: scrub it before you commit it)`]),
    `  control plane           ${url}/_sim/world`,
    `  authority               ${certificatePath}`,
    '',
    'Variables for the programs to test; fauxgraph proxy -- COMMAND runs one with them:',
    '',
    ...Object.entries(variables).map(([name, value]) => `export ${name}=${shellWord(value)}`),
    ...java,
    '',
    ...(upstream === undefined ? ['Ids and tokens:', ...nameLines(world), ''] : []),
    'Press Ctrl-C to stop.',
  ]
  return `${lines.join('\n')}\n`
}

function startProxy(world: World, flags: ProxyFlags, shell: Shell): Promise<ListeningProxy> {
  const {
    hostName: hostNames = [],
    webhookHost: webhookHosts = [],
    others,
    authority,
    record,
    upstream,
  } = flags
  return listenAsProxy(world, {
    ...{ port: portOf(flags.port), time: timeOf(flags.time), hostNames, webhookHosts, others },
    onWarning: (text) => shell.err(`warning: ${text}\n`),
    ...(authority !== undefined && { authority }),
    ...(record !== undefined && { record }),
    ...(upstream !== undefined && { upstream }),
  })
}

/**
 * Serves the starter world as a proxy until the user stops it; or runs a command that uses the proxy, and
 * returns its exit code.
 */
export async function runProxy(command: readonly string[], given: ProxyFlags, shell: Shell): Promise<number> {
  // Clients that need a proxy were written for the live service. A scenario decides its own policy.
  const areas = await loadAreas(given.area)
  const flags: ProxyFlags = { ...(given.scenario === undefined && { policy: 'platform' }), ...given, areas }
  const world = servedWorld(flags)
  const proxy = await startProxy(world, flags, shell)
  try {
    const variables = {
      ...proxy.environment,
      ...(await runtimeVariables(proxy, join(dirname(shell.program), 'redirect.js'))),
    }
    const named = { ...variables, ...nameVariables(world) }
    if (command.length > 0) return await runCommand(command, named, shell)
    const { url, webUrl, certificatePath, hosts } = proxy
    const stopped = shell.stopped()
    const line = { url, webUrl, certificatePath, hosts, environment: named, starter: world.names ?? {} }
    shell.out(flags.json ? `${JSON.stringify(line)}\n` : welcomeText(proxy, variables, world, flags))
    await stopped
    return 0
  } finally {
    await proxy.close()
  }
}
