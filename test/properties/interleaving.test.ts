import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { State } from '../../src/index.ts'
import { permissions } from '../../src/service/caller/caller.ts'
import { holds } from '../chance.ts'
import { type Asked, act, ask, take } from './ask.ts'
import { base, names } from './play.ts'

/** What one tenant does next: with what it knows, by names that are its own. */
interface Move {
  readonly name: string
  readonly does: (known: Record<string, string>) => object
}

const called =
  (operation: string, params: (known: Record<string, string>) => object) =>
  (known: Record<string, string>) => ({
    type: 'call',
    operation,
    token: known['token'],
    params: params(known),
  })

/** The moves of a tenant on its own page and ad account. `nth` refers to what earlier moves made. */
const moves: readonly ((nth: number) => Move['does'])[] = [
  (nth) => called('publishPost', ({ page }) => ({ page, message: `message ${nth}` })),
  (nth) => called('publishPost', ({ page }) => ({ page, message: nth > 4 ? '' : 'x', published: false })),
  (nth) => called('uploadPagePhoto', ({ page }) => ({ page, url: `https://img.test/${nth}.png` })),
  (nth) =>
    called('publishPost', (known) => ({
      page: known['page'],
      attached_media: [{ media_fbid: known[`made ${nth}`] ?? '1' }],
    })),
  (nth) => called('deletePhoto', (known) => ({ photo: known[`made ${nth}`] ?? '1' })),
  (nth) =>
    called('createCampaign', ({ account }) => ({
      adAccount: account,
      name: `c${nth}`,
      special_ad_categories: [],
    })),
  (nth) => called('copyCampaign', (known) => ({ campaign: known[`made ${nth}`] ?? '1' })),
  (nth) => (known) => ({
    type: 'action',
    name: 'submitLead',
    params: { form: known['form'], answers: { q: `${nth}` } },
  }),
  (nth) => (known) => ({
    type: 'action',
    name: 'rankPost',
    params: { post: known[`made ${nth}`] ?? '1', rank: nth },
  }),
]

const streams = fc.array(
  fc.tuple(fc.nat(moves.length - 1), fc.nat(9)).map(([which, nth]) => moves[which]?.(nth) ?? (() => ({}))),
  { minLength: 1, maxLength: 15 },
)

interface Tenant {
  readonly known: Record<string, string>
  readonly outcomes: string[]
}

/** A tenant with a page, an ad account, a form and a token of its own. */
function settled(from: State): { state: State; known: Record<string, string> } {
  const known: Record<string, string> = {}
  let state = from
  const made = (name: string, asked: Asked) => {
    known[name] = String(asked.value['id'] ?? asked.value['token'])
    state = asked.state
  }
  made('user', act(state, 'createUser', { name: 'Tenant' }))
  const administrators = [known['user']]
  made('page', act(state, 'createPage', { name: 'Page', administrators }))
  made('account', act(state, 'createAdAccount', { name: 'Account', administrators }))
  made('form', act(state, 'createLeadForm', { page: known['page'], questions: [{ key: 'q' }] }))
  const scopes = permissions
  made('token', act(state, 'issueToken', { kind: 'user', app: names.app, user: known['user'], scopes }))
  return { state, known }
}

const one = settled(base)
const two = settled(one.state)

/** Plays two streams in an order, in which true is the first tenant's turn. */
function played(first: readonly Move['does'][], second: readonly Move['does'][], order: readonly boolean[]) {
  const tenants = [one, two].map(({ known }): Tenant => ({ known: { ...known }, outcomes: [] }))
  const left = [[...first], [...second]]
  let state = two.state
  const turns = [...order, ...first.map(() => true), ...second.map(() => false)]
  for (const isFirst of turns) {
    const which = isFirst ? 0 : 1
    const tenant = tenants[which]
    const does = left[which]?.shift()
    if (!does || !tenant) continue
    const asked = take(state, does(tenant.known))
    state = asked.state
    tenant.outcomes.push(asked.ok ? 'ok' : String(asked.code))
    const id = asked.value['copied_campaign_id'] ?? asked.value['id']
    if (id !== undefined) tenant.known[`made ${tenant.outcomes.length - 1}`] = String(id)
  }
  return tenants.map((tenant) => [tenant.outcomes, seenBy(tenant, state)])
}

/** Everything that a tenant can read of its own, with the names it has for its ids in their place. */
function seenBy({ known }: Tenant, state: State): string {
  const { token = '', page, form } = known
  const look = (operation: string, params: object) => {
    const asked = ask(state, token, operation, params)
    return [asked.ok, asked.code, asked.value]
  }
  const campaigns = Object.values(known).map((campaign) => look('readCampaign', { campaign }))
  const seen = [
    look('listPageFeed', { page, is_published: true, limit: 100 }),
    look('listPageFeed', { page, is_published: false, limit: 100 }),
    look('listPagePhotos', { page, type: 'uploaded', limit: 100 }),
    look('listFormLeads', { form, limit: 100 }),
    campaigns,
  ]
  const ids = new Map<string, string>()
  // Ids are told apart by the order in which they appear: that is all that may remain of them.
  return JSON.stringify(seen)
    .replace(/"(before|after|next|previous)":"[^"]*"/g, '')
    .replace(/\d{15}/g, (id) => {
      const name = ids.get(id) ?? `id ${ids.size}`
      ids.set(id, name)
      return name
    })
}

test('two tenants see the same in whatever order their calls come', () => {
  const property = fc.property(
    streams,
    streams,
    fc.array(fc.boolean(), { maxLength: 30, size: 'max' }),
    (first, second, order) => {
      const [alone, alternating] = [[], order].map((turns) => played(first, second, turns))
      expect(alternating).toEqual(alone)
    },
  )
  holds(125, property)
})
