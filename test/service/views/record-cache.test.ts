import { isDeepStrictEqual } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { adAccountView } from '../../../src/chapters/accounts/ad-account.ts'
import { adImageView } from '../../../src/chapters/ad-images/ad-image.ts'
import { adSetView, adView, creativeView } from '../../../src/chapters/ads/ad-views.ts'
import { adRuleView } from '../../../src/chapters/campaigns/ad-rule.ts'
import { adStudyView } from '../../../src/chapters/campaigns/ad-study.ts'
import { asyncBatchView, asyncRequestView } from '../../../src/chapters/campaigns/async-batch-views.ts'
import { campaignView } from '../../../src/chapters/campaigns/campaign-view.ts'
import { eventStatView } from '../../../src/chapters/catalog/event-stat.ts'
import { uploadErrorView } from '../../../src/chapters/catalog/upload-error.ts'
import { commentView } from '../../../src/chapters/feed/comment.ts'
import { likeView } from '../../../src/chapters/feed/like.ts'
import { postView } from '../../../src/chapters/feed/post-view.ts'
import { reelView } from '../../../src/chapters/feed/reel-view.ts'
import { leadView } from '../../../src/chapters/leads/lead.ts'
import { leadFormView } from '../../../src/chapters/leads/lead-form-view.ts'
import { mediaView } from '../../../src/chapters/media/media-view.ts'
import { managedPageView, pageView, userView } from '../../../src/chapters/people/views.ts'
import { photoView } from '../../../src/chapters/photos/photo-view.ts'
import type { Tables } from '../../../src/chapters/tables.ts'
import { threatIndicatorView } from '../../../src/chapters/threats/threat-indicator.ts'
import { subscribedAppView } from '../../../src/chapters/webhooks/subscriptions/views.ts'
import { open } from '../../../src/engine/state/draft.ts'
import { indexesOf } from '../../../src/engine/state/edge.ts'
import type { AnyRow } from '../../../src/engine/store/table.ts'
import { service } from '../../../src/machine/service-machine.ts'
import { identify } from '../../../src/service/caller/caller.ts'
import type { ServiceContents, ServiceState } from '../../../src/service/routes/context.ts'
import type { ReadContext } from '../../../src/service/routes/read-context.ts'
import { field, show } from '../../../src/service/views/fields.ts'
import { recordsOf } from '../../../src/service/views/record-cache.ts'
import type { Selection, View } from '../../../src/service/views/view.ts'
import { createWorld, restoreWorld } from '../../../src/world/create-world.ts'
import { holds } from '../../chance.ts'
import { anyInput } from '../../properties/inputs.ts'
import { base, names, play } from '../../properties/play.ts'

/** The views of the rows of each table. */
const views: Readonly<Record<string, readonly View<never>[]>> = {
  adAccounts: [adAccountView],
  adImages: [adImageView],
  adRules: [adRuleView],
  adSets: [adSetView],
  adStudies: [adStudyView],
  ads: [adView],
  asyncBatches: [asyncBatchView],
  asyncRequests: [asyncRequestView],
  campaigns: [campaignView],
  comments: [commentView],
  creatives: [creativeView],
  eventStats: [eventStatView],
  installations: [subscribedAppView],
  leadForms: [leadFormView],
  leads: [leadView],
  likes: [likeView],
  media: [mediaView],
  pageRoles: [managedPageView],
  pages: [pageView],
  photos: [photoView],
  posts: [postView],
  reels: [reelView],
  threatIndicators: [threatIndicatorView],
  uploadErrors: [uploadErrorView],
  users: [userView],
}

const indexes = indexesOf(service.schema)
const tokens = [names.pageToken, names.userToken, names.appToken]

/** The context of a read of a state with a token. */
function contextOf(state: ServiceState, token: string): ReadContext | undefined {
  const tx = open<Tables, ServiceContents>(state.graph, indexes)
  const { caller } = identify(tx, [token])
  return caller && { tx, caller, version: 'v7.0', policy: tx.settings, now: tx.now }
}

const selections = new Map<View<never>, Selection>()

/** Every field of a view, always the same selection. */
function everyField(view: View<never>): Selection {
  const fields = Object.keys(view.fields).map((name) => [name, undefined] as const)
  const selection = selections.get(view) ?? { names: new Map(fields) }
  selections.set(view, selection)
  return selection
}

const kept = (view: View<never>, row: AnyRow, context: ReadContext, selection = everyField(view)) =>
  recordsOf<never, View<never>>(view, selection, context)(row as never)

/** Shows all rows of a state to each caller, from the cache and without it. */
function expectAgreement(state: ServiceState): void {
  for (const context of tokens.flatMap((token) => contextOf(state, token) ?? []))
    for (const row of state.graph.rows.values())
      for (const view of views[row.kind] ?? []) {
        const [one, other] = [kept(view, row, context), show(view, row as never, everyField(view), context)]
        if (!isDeepStrictEqual(one, other)) expect(one, `${view.name} ${row.id}`).toEqual(other)
      }
}

test('after any inputs, a kept record is the record that a new read shows', () => {
  holds(
    12,
    fc.property(fc.array(anyInput, { maxLength: 25, size: 'max' }), (recipes) => {
      for (const state of play(recipes).states) expectAgreement(state as ServiceState)
    }),
  )
})

const [post] = [...base.graph.rows.values()].filter(({ kind }) => kind === 'posts')
const [batch] = [...base.graph.rows.values()].filter(({ kind }) => kind === 'asyncBatches')
if (!post || !batch) throw new Error('The base world has no post, or no batch')
const state = base as ServiceState

const contextFor = (token: string, of = state): ReadContext => {
  const context = contextOf(of, token)
  if (!context) throw new Error('The token is invalid')
  return context
}

/** The state after a change of its rows. */
function changed(change: (tx: ReadContext['tx']) => void): ServiceState {
  const tx = open<Tables, ServiceContents>(state.graph, indexes)
  change(tx)
  return { ...state, graph: tx.commit() }
}

/** Rows that are longer than those of the service, with a view of them. */
const longRow = (id: number) => Object.freeze({ id, kind: 'long', text: 'x'.repeat(500_000) })
const longView: View<ReturnType<typeof longRow>> = {
  name: 'Long',
  minimal: [],
  fields: { text: field(z.string(), ({ text }) => text) },
}
const whole: Selection = { names: new Map([['text', undefined]]) }

test('records are dropped after 8 million characters of others', () => {
  const shown = recordsOf<ReturnType<typeof longRow>, typeof longView>(
    longView,
    whole,
    contextFor(names.pageToken),
  )
  const first = longRow(0)
  const record = shown(first)
  for (let id = 1; id < 8; id += 1) shown(longRow(id))
  expect(shown(first)).toBe(record)
  for (let id = 1; id < 24; id += 1) shown(longRow(id))
  expect(shown(first)).not.toBe(record)
  expect(shown(first)).toEqual(record)
})

test('records are dropped after 128 other readers', () => {
  const [row, context] = [longRow(0), contextFor(names.pageToken)]
  const shown = (selection: Selection) =>
    recordsOf<ReturnType<typeof longRow>, typeof longView>(longView, selection, context)(row)
  const small: Selection = { names: new Map() }
  const record = shown(small)
  for (let other = 1; other < 128; other += 1) shown({ names: new Map() })
  expect(shown(small)).toBe(record)
  for (let other = 0; other < 128; other += 1) shown({ names: new Map() })
  expect(shown(small)).not.toBe(record)
})

describe('the record of a row', () => {
  const userContext = contextFor(names.userToken)
  const selected = ['from', 'message', 'privacy', 'is_expired']
  const fields: Selection = { names: new Map(selected.map((name) => [name, undefined])) }
  const shown = (context: ReadContext) => kept(postView, post, context, fields)

  test('is the same object for the next read, and frozen at every depth', () => {
    const record = shown(userContext)
    expect(shown(contextFor(names.userToken))).toBe(record)
    expect(Object.isFrozen(record)).toBe(true)
    expect(Object.isFrozen((record as { privacy?: object }).privacy)).toBe(true)
  })

  test('stays after a change that it does not depend on', () => {
    const record = shown(userContext)
    const after = changed((tx) => tx.patch('leads', Number(names.lead), { platform: 'ig' }))
    expect(shown(contextFor(names.userToken, after))).toBe(record)
  })

  test('is new after another row that it shows has changed', () => {
    const campaign = base.graph.rows.get(Number(names.campaign))
    if (!campaign) throw new Error('The base world has no campaign')
    const startOf = (context: ReadContext) => kept(campaignView, campaign, context)
    const first = startOf(userContext)
    const after = changed((tx) => tx.patch('adSets', Number(names.adSet), { startTime: 0 }))
    expect(startOf(contextFor(names.userToken, after))).toHaveProperty(
      'start_time',
      '1970-01-01T00:00:00+0000',
    )
    expect(startOf(userContext)).toEqual(first)
  })

  test.each([
    ['another caller', contextFor(names.pageToken)],
    ['another version', { ...userContext, version: 'v6.0' }],
    ['another policy', { ...userContext, policy: { ...userContext.policy, postTimes: 'iso' as const } }],
  ])('is not that of %s', (_, other) => {
    expect(shown(other)).not.toBe(shown(userContext))
    expect(shown(other)).toEqual(show(postView, post as never, fields, other))
  })

  test('is not kept if it depends on a filtered list, which cannot be compared', () => {
    expect(kept(asyncBatchView, batch, userContext)).not.toBe(kept(asyncBatchView, batch, userContext))
  })
})

/** Reads the feed of a world of its own. Returns references to a row and the policy of the world. */
function readOnce(): readonly WeakRef<object>[] {
  const starter = createWorld()
  const { page, pageToken } = starter.starter()
  const world = restoreWorld(JSON.parse(JSON.stringify(starter.snapshot())))
  expect(world.as(pageToken).listPageFeed({ page }).ok).toBe(true)
  const { rows, settings } = world.state.graph
  return [rows.get(Number(page)), settings].flatMap((value) => (value ? [new WeakRef(value)] : []))
}

test('the rows and the policy of a world are forgotten with it', async () => {
  const references = readOnce()
  expect(references).toHaveLength(2)
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  // A reference is kept until the current job has ended.
  await new Promise((resolve) => setImmediate(resolve))
  collect()
  expect(references.map((reference) => reference.deref())).toEqual([undefined, undefined])
})
