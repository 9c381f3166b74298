import type { LeadFormRow } from '../../areas/rows.ts'
import type { Outcome } from '../../engine/operation.ts'
import type { World } from '../../world/world.ts'
import type { FactKind } from '../options.ts'
import type { Fact } from '../story.ts'
import { type Run, trace } from './run.ts'
import { rowsOf, type Targets } from './targets.ts'

/** The word for the rows of a kind of fact, such as `lead` in `lead A`. */
const nouns: Readonly<Partial<Record<FactKind, string>>> = {
  lead: 'lead',
  post: 'post',
  photo: 'photo',
  campaign: 'campaign',
  adImage: 'image',
  indicator: 'indicator',
}

/** The table of the row that a fact makes. */
const tables: Readonly<Partial<Record<FactKind, string>>> = {
  lead: 'leads',
  post: 'posts',
  photo: 'photos',
  campaign: 'campaigns',
  adImage: 'adImages',
  indicator: 'threatIndicators',
}

/** The kind of the facts that a fact changes. */
const changes: Readonly<Partial<Record<FactKind, FactKind>>> = {
  editedPost: 'post',
  deletedPost: 'post',
  pausedCampaign: 'campaign',
  deletedCampaign: 'campaign',
}

/** The kind of the facts that a kind of fact changes or removes; undefined if it makes something. */
export const changedKind = (kind: FactKind): FactKind | undefined => changes[kind]

/** Whether a kind of fact changes or removes what another made. */
export const isChange = (kind: FactKind): boolean => changedKind(kind) !== undefined

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The nth name of a kind: A to Z, then A2 and so on. */
function letter(place: number): string {
  const round = Math.floor(place / LETTERS.length)
  return `${LETTERS[place % LETTERS.length]}${round === 0 ? '' : round + 1}`
}

function answersOf({ questions }: LeadFormRow, name: string): Record<string, string> {
  const text = ({ key }: { key: string }) =>
    /mail/i.test(key)
      ? `${name.toLowerCase().replace(' ', '-')}@example.test`
      : /phone/i.test(key)
        ? '+15550100'
        : name
  return Object.fromEntries(
    questions.map((question) => [
      question.key,
      question.type === 'storeLocator' ? (question.stores?.[0] ?? '1') : text(question),
    ]),
  )
}

/** The arguments of a fact: the world, the name of the new object, and the id of the changed one. */
interface Doing {
  readonly world: World
  readonly targets: Targets
  readonly name: string
  readonly changed: string
}

type Done = Outcome | undefined

const doings: Readonly<Record<FactKind, (doing: Doing) => Done>> = {
  lead: ({ world, targets: { form }, name }) =>
    form &&
    world.actions.submitLead({
      form: String(form.id),
      answers: answersOf(form, name),
      disclaimers: disclaimersOf(form),
    }),
  post: ({ world, targets: { page, user }, name }) =>
    page && user ? world.actions.visitPage({ page, user, message: `This is ${name}` }) : undefined,
  editedPost: ({ world, changed, name }) =>
    world.actions.editPost({ post: changed, message: `${name} was edited` }),
  deletedPost: ({ world, targets: { token }, changed }) =>
    token ? world.as(token).deletePost({ post: changed }) : undefined,
  photo: ({ world, targets: { user }, name }) =>
    user
      ? world.actions.uploadUserPhoto({ user, url: `https://img.test/${name.replace(' ', '-')}.png` })
      : undefined,
  campaign: ({ world, targets: { token, adAccount }, name }) =>
    token && adAccount
      ? world
          .as(token)
          .createCampaign({ adAccount, name, objective: 'LINK_CLICKS', special_ad_categories: [] })
      : undefined,
  pausedCampaign: ({ world, targets: { token }, changed }) =>
    token ? world.as(token).updateCampaign({ campaign: changed, status: 'PAUSED' }) : undefined,
  deletedCampaign: ({ world, targets: { token }, changed }) =>
    token ? world.as(token).deleteCampaign({ campaign: changed }) : undefined,
  adImage: ({ world, targets: { token, adAccount }, name }) =>
    token && adAccount ? world.as(token).uploadAdImage({ adAccount, bytes: pixel(name) }) : undefined,
  catalogEvents: ({ world, targets: { catalog, source } }) =>
    catalog && source
      ? world.actions.recordCatalogEvents({
          catalog,
          events: [
            {
              source,
              event: 'ViewContent',
              contents: ['cup'],
              device: 'desktop',
              time: Math.floor(world.clock.now / 1000),
            },
          ],
        })
      : undefined,
  indicator: ({ world, name }) =>
    world.actions.addThreatIndicator({ indicator: `${name.replace(' ', '-')}.example.test`, type: 'DOMAIN' }),
}

const disclaimersOf = ({ disclaimers }: LeadFormRow): Record<string, true> =>
  Object.fromEntries(disclaimers.filter(({ required }) => required).map(({ key }) => [key, true]))

/** A GIF of one pixel, whose comment makes it differ from all others. */
function pixel(name: string): string {
  const comment = [...name].map((character) => character.charCodeAt(0))
  const bytes = [
    ...[0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255],
    ...[0x21, 0xfe, comment.length, ...comment, 0],
    ...[0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b],
  ]
  return Buffer.from(bytes).toString('base64')
}

/** The ids of the rows of a table that this run made, in order. */
const rowIds = ({ world, firstId }: Run, table: string): number[] =>
  rowsOf(world)
    .filter(({ kind, id }) => kind === table && id >= firstId)
    .map(({ id }) => id)

/** The id of what a fact changes: as its `of` names it, or the newest. Undefined if there is none. */
function changedId(run: Run, { kind, of }: Fact): string | undefined {
  const changed = changedKind(kind)
  if (!changed) return ''
  const ids = run.changesOwn ? rowIds(run, tables[changed] ?? '') : (run.named.get(changed) ?? [])
  const id = of === undefined ? ids.at(-1) : ids.find((known) => run.labels.get(known) === of)
  const row = id === undefined ? undefined : run.world.state.graph.rows.get(id)
  if (!row) return undefined
  return row.kind === 'posts' && 'page' in row ? `${row.page}_${row.id}` : String(row.id)
}

/** Gives names to the rows that a fact made. */
function label(run: Run, fact: Fact, from: number, name: string): void {
  const ids = run.named.get(fact.kind) ?? []
  for (let id = from; id < run.world.state.graph.nextId; id++) {
    const row = run.world.state.graph.rows.get(id)
    if (!row) continue
    const isMain = row.kind === tables[fact.kind]
    run.labels.set(id, isMain ? name : `${name} (${row.kind})`)
    if (isMain) ids.push(id)
  }
  run.named.set(fact.kind, ids)
}

/** Makes a fact happen in the world of a run. A fact that is impossible there does nothing. */
export function happen(run: Run, fact: Fact): boolean {
  const { world } = run
  const changed = changedId(run, fact)
  if (changed === undefined) return false
  for (let nth = 0; nth < (fact.count ?? 1); nth++) {
    const from = world.state.graph.nextId
    const noun = nouns[fact.kind] ?? ''
    const name = noun
      ? `${noun} ${letter(run.named.get(fact.kind)?.length ?? 0)}`
      : (run.labels.get(Number(changed.split('_').at(-1))) ?? '')
    const outcome = doings[fact.kind]({ world, targets: run.targets, name, changed })
    if (!outcome?.ok) {
      trace(run, `fact ${fact.kind}: it could not happen`)
      return false
    }
    trace(run, `fact ${fact.kind}: ${name}`)
    if (noun) label(run, fact, from, name)
  }
  run.happened.push({ fact, at: world.clock.now })
  return true
}

/** Whether a world has what a kind of fact needs. */
export function isPossible(
  { form, page, user, token, adAccount, catalog, source }: Targets,
  kind: FactKind,
): boolean {
  const needs: Readonly<Record<FactKind, boolean>> = {
    lead: form !== undefined,
    post: page !== undefined && user !== undefined,
    editedPost: page !== undefined && user !== undefined,
    deletedPost: page !== undefined && token !== undefined,
    photo: user !== undefined,
    campaign: token !== undefined && adAccount !== undefined,
    pausedCampaign: token !== undefined && adAccount !== undefined,
    deletedCampaign: token !== undefined && adAccount !== undefined,
    adImage: token !== undefined && adAccount !== undefined,
    catalogEvents: catalog !== undefined && source !== undefined,
    indicator: true,
  }
  return needs[kind]
}
