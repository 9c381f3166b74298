import { type Played, playerOf } from '../../search/play/play.ts'
import type { Compared } from './comparisons.ts'
import type { Exploration } from './exploration.ts'

/** The number of different refusals that are counted: paths may contain anything. */
const REFUSALS_MAX = 1_000

/** The path of a call with the names of the starter world in place of their ids. */
export function pathOf(url: string, names: Readonly<Record<string, unknown>>): string {
  const known = new Map(Object.entries(names).map(([name, id]) => [String(id), name]))
  const parts = new URL(url).pathname.split('/').map((part) => known.get(part) ?? part)
  return parts.map((part) => part.replaceAll(/\d{15,}/g, '{id}')).join('/')
}

/** Counts the calls that the service refused although no mark said so. */
function noteRefused({ refused }: Compared, { run }: Played): void {
  for (const call of run.calls) {
    if (call.code === undefined || run.spoiled.has(call)) continue
    const path = pathOf(call.url, run.world.names ?? {})
    const text = `with ${call.code}: ${call.method} ${path}`
    if (refused.has(text) || refused.size < REFUSALS_MAX) refused.set(text, (refused.get(text) ?? 0) + 1)
  }
}

/** Notes what a run had to compare. */
export function noteCompared(compared: Compared, played: Played): void {
  const { ending, run, tables } = played
  compared.called ||= run.calls.length > 0
  compared.reached ||= compared.called || run.noticed.size > 0
  noteRefused(compared, played)
  for (const [status, count] of run.noticesRefused)
    compared.noticesRefused.set(status, (compared.noticesRefused.get(status) ?? 0) + count)
  for (const { fact } of run.happened) compared.happened.add(fact.kind)
  for (const [kind, reason] of run.impossible) compared.impossible.set(kind, reason)
  // Facts and time change rows too: without a call that writes, it was they.
  const wrote = run.calls.some(
    ({ method, status }) => method !== 'GET' && status !== undefined && status < 400,
  )
  // A run that was ended, such as by a loop, has no end to compare, but what it wrote is a result.
  compared.world ||= wrote && (!ending || ending.made.length + ending.known.size + ending.removed.size > 0)
  for (const [name, entries] of Object.entries(ending?.mirrors ?? {})) {
    if (!tables.includes(name)) compared.written.add(name)
    if (entries.length > 0) compared.mirrors.add(name)
  }
}

/** The most frequent of things that were refused, as a sentence. */
function mostFrequent(what: string, refused: ReadonlyMap<string | number, number>, how = ''): string {
  const [first] = [...refused].sort(([, a], [, b]) => b - a)
  if (!first) return ''
  const [text, count] = first
  return `. ${count.toLocaleString('en-US')} ${what}${count === 1 ? ' was' : 's were'} ${how}${text}`
}

const waysOfProcesses =
  'let it call https://graph.facebook.com by a client that follows HTTPS_PROXY, or take the address from a ' +
  'variable, as in env: ({ baseUrl }) => ({ API: baseUrl })'

/** Advice for a server that works later than it answers, with a number of seconds. */
export const adviceOfQuiet = (seconds = 2): string =>
  'if it works after it has answered, such as by a queue, set server.quiet to more than twice the interval ' +
  `at which it looks for work, such as quiet: '${seconds}s'`

/** Advice for a process that does not reach the world, and whether it got notices. */
export function waysOf(server: { readonly webhook?: string } | undefined, isNoticed: boolean): string {
  if (server && server.webhook === undefined)
    return `it got no notices, because server.webhook is not named: set it to its path, or ${waysOfProcesses}`
  return server && isNoticed ? `${waysOfProcesses}; ${adviceOfQuiet()}` : waysOfProcesses
}

/** Names the likely causes of an exploration without results, such as the most frequent refusals. */
const causeOf = ({ compared: { called, reached, refused, noticesRefused }, setup }: Exploration): string => {
  const player = playerOf(setup.options)
  return (
    mostFrequent('call', refused, 'refused ') +
    mostFrequent('notice', noticesRefused, 'answered by the code under test with ') +
    (!called && player ? `. The program never called the world: ${player.advice(reached)}` : '')
  )
}

/** Says that the code under test never reached the world; undefined if it did. */
export function neverReached({ compared, setup, runs }: Exploration): string | undefined {
  if (compared.reached) return undefined
  return (
    `the code under test never called the world in ${runs} runs: what it does elsewhere proves nothing. ` +
    `Let it call ${setup.base.baseUrl}, by the fetch of the context or the global fetch, ` +
    'and check that a job, a command or a webhook starts the work'
  )
}

/** Says that something called the world of the options past the runs, which use copies of it. */
export function calledPast({ setup, seqBefore }: Exploration): string | undefined {
  const inputs = setup.world.seq - seqBefore
  if (inputs <= 0) return undefined
  return (
    `the world of the options got ${inputs} call${inputs === 1 ? '' : 's'} while it was explored. ` +
    'Each run has a copy of that world, so these calls reached no run. They came through intercept(world), ' +
    'a server of that world, or the world itself: remove it while the exploration goes on; let the code ' +
    'under test call baseUrl by fetch'
  )
}

/** Says why an exploration proves nothing: in no run was there something to compare. */
export function nothingCompared(exploration: Exploration): string | undefined {
  const { compared, setup, runs } = exploration
  const { invariants = {}, eventually = {} } = setup.options
  const names = [...compared.written]
  if (compared.mirrors.size > 0) return undefined
  if (names.length > 0) {
    const empty = names.length === 1 ? `mirror ${names[0]} was` : `mirrors ${names.join(', ')} were`
    return (
      `nothing was compared: the ${empty} empty in all ${runs} runs. ` +
      'Check that the code under test works if nothing goes wrong, and that the mirror reads what it stores' +
      causeOf(exploration)
    )
  }
  if (compared.world || Object.keys({ ...invariants, ...eventually }).length > 0) return undefined
  return (
    `nothing was compared: there is no mirror and no law, and the code under test changed nothing in the ` +
    `world in all ${runs} runs. Add a mirror that returns what it holds${causeOf(exploration)}`
  )
}

/** Says what only a later version of the program has, so that it was not compared; undefined if nothing. */
export function ofLaterVersions({ setup: { columns } }: Exploration): string | undefined {
  const names = [...columns.later].sort()
  if (names.length === 0) return undefined
  return (
    `only a later version of the program has ${names.join(', ')}, which is therefore not compared: ` +
    'a mirror that reads it can be'
  )
}

/** Names the facts of areas that happened in no run, with the reason. */
export const factsThatNeverHappened = ({ compared: { happened, impossible } }: Exploration): string[] =>
  [...impossible]
    .filter(([kind]) => !happened.has(kind))
    .map(([kind, reason]) => `the fact ${kind} never happened: ${reason}`)

/** Names the mirrors that stayed empty although others did not. */
export function emptyMirrors({ compared: { mirrors, written }, runs }: Exploration): string[] {
  const empty = mirrors.size === 0 ? [] : [...written].filter((name) => !mirrors.has(name))
  return empty.map((name) => `the mirror ${name} was empty in all ${runs} runs`)
}
