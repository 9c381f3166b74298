import { webhookOf } from '../../../chapters/webhooks/attempt.ts'
import { type WebhookField, webhookFields } from '../../../chapters/webhooks/page-fields.ts'
import { readingTx } from '../../../world/handle/handle.ts'
import { handleOf } from '../../../world/handles.ts'
import type { FactName } from '../../run/calls/fact-names.ts'
import { type FactRule, isChange, isPossible } from '../../run/calls/fact-rules.ts'
import { touchedBy } from '../../run/calls/touched.ts'
import { codesOf } from '../../run/operation.ts'
import type { RunCall } from '../../run/options/options.ts'
import type { Setup } from '../play/create-run.ts'
import { jobsOf } from '../play/jobs.ts'
import { type Played, playStory } from '../play/play.ts'
import { choicesOf } from './choices.ts'
import { actAll } from './generate.ts'
import type { Material } from './harms.ts'

/** The operations that read the same as a field with an edge in it, such as `fields=id,posts{message}`. */
const expanded: Readonly<Record<string, string>> = {
  accounts: 'listManagedPages',
  campaigns: 'listCampaigns',
  comments: 'listPostComments',
  feed: 'listPageFeed',
  leads: 'listFormLeads',
  posts: 'listPagePosts',
  published_posts: 'listPagePosts',
}

/** The names of the operations that a call reads by. */
const readsOf = ({ operation, params }: RunCall): string[] => {
  const fields = String(params['fields'] ?? '').match(/[a-z_]+/g) ?? []
  return [operation, ...fields.flatMap((field) => expanded[field] ?? [])]
}

/** The facts of the areas by whose endpoints a program reads. */
function ofAreas({ facts, world }: Setup, reads: readonly string[]): readonly FactName[] {
  const declared = [...facts.values()].filter(({ area }) => area !== undefined)
  if (declared.length === 0) return []
  const { byName } = handleOf(world).registry.routes
  const areas = new Set(reads.map((operation) => byName.get(operation)?.endpoint.area))
  return declared.filter(({ area }) => areas.has(area)).map(({ kind }) => kind)
}

/** The default length of a page of a list, and the longest that a burst of facts is worth. */
const PAGE = 25
const PAGE_MAX = 110

/**
 * Whether a mirror holds the pages themselves, and not only what belongs to them. Most programs list pages
 * for the tokens alone.
 */
function holdsPages({ targets: { page }, world }: Setup, { ending }: Played): boolean {
  const row = page === undefined ? undefined : world.state.graph.rows.get(Number(page))
  if (row === undefined || !('name' in row)) return false
  const isPage = (entry: string) =>
    entry === JSON.stringify(page) || entry.includes(`:${JSON.stringify(row.name)}`)
  return Object.values(ending?.raw ?? {}).some((entries) => entries.some(isPage))
}

/** The facts of which the notices of a field tell. */
const factsOfFields: Readonly<Record<WebhookField, readonly FactName[]>> = {
  leadgen: ['lead'],
  feed: ['post', 'comment', 'reaction'],
}

/** The facts of the notices that the webhook of a program gets. */
function ofNotices({ run: { process, world } }: Played): readonly FactName[] {
  if (!process.webhook) return []
  const app = Number(world.names?.app)
  const { fields = ['leadgen'] } = webhookOf(readingTx(world), app) ?? {}
  return webhookFields.flatMap((field) => (fields.includes(field) ? factsOfFields[field] : []))
}

/** Plays every job and command once, to see what they call. */
async function firstLook(setup: Setup): Promise<{ first: Played; look: Played }> {
  const first = await playStory(setup, { steps: [], marks: [] })
  const steps = actAll(first.run.process, jobsOf(first.run), choicesOf(1))
  return { first, look: await playStory(setup, { steps, marks: [] }) }
}

/** The first run of the code under test, and the facts that touch what it reads. */
export async function environmentOf(setup: Setup): Promise<{
  first: Played
  look: Played
  facts: readonly FactRule[]
}> {
  const seen = await firstLook(setup)
  return { ...seen, facts: factsFor(setup, seen.look) }
}

/** The facts that touch what the code under test reads in a run. */
export function factsFor(setup: Setup, look: Played): readonly FactRule[] {
  const { environment = 'inferred' } = setup.options
  const people = setup.options.hostile?.people ?? true
  const reads = look.run.calls.filter(({ method }) => method === 'GET').flatMap(readsOf)
  const inferred = touchedBy(reads)
    .concat(reads.includes('listManagedPages') && holdsPages(setup, look) ? ['page'] : [])
    .concat(ofAreas(setup, reads))
  const wanted = environment === 'inferred' ? [...ofNotices(look), ...inferred] : environment
  return [...new Set(wanted)]
    .flatMap((kind) => setup.facts.get(kind) ?? [])
    .filter((rule) => isPossible(setup.targets, rule))
    .filter((rule) => people || environment !== 'inferred' || !isChange(rule))
}

/** A copy of members of a process without their code, which would keep all that the process loaded. */
const withoutCode = <T extends { readonly run: unknown }>(members: Readonly<Record<string, T>> = {}) =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, { ...member, run() {} }]))

/** The parts from which the stories of an exploration are made. */
export function materialOf(
  { options, facts: rules }: Setup,
  { look, facts }: { readonly look: Played; readonly facts: readonly FactRule[] },
): Material {
  const { calls } = look.run
  const { jobs, commands } = look.run.process
  const process = { jobs: withoutCode(jobs), commands: withoutCode(commands) }
  const limits = calls
    .map(({ params }) => Number(params['limit'] ?? PAGE))
    .filter((limit) => limit >= 1 && limit <= PAGE_MAX)
  return {
    facts,
    rules,
    noticed: ofNotices(look),
    jobs: jobsOf(look.run),
    commands: Object.keys(process.commands ?? {}),
    process,
    burst: Math.max(1, ...(limits.length > 0 ? limits : [PAGE])) + 1,
    steps: options.steps ?? 12,
    hostile: options.hostile ?? {},
    stops: look.run.slots.some(({ instance }) => instance.terminate !== undefined),
    versions: look.run.versions.length,
    codes: (operation) => codesOf(look.run.world, operation),
  }
}
