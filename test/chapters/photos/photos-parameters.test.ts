import { describe, expect, test } from 'vitest'
import { photoView } from '../../../src/chapters/photos/photo-view.ts'
import { begin, photoRow, picture, refusedBy, upload } from './photo-world.ts'

const start = begin()
const { page, pageToken } = start

/** A type of parameter: accepted values in a form, their stored values, and values that are refused. */
interface Kind {
  readonly accepted: readonly (readonly [spelling: string, value: unknown])[]
  readonly refused: readonly unknown[]
  readonly expected: string
}

const bool: Kind = {
  accepted: [
    ['true', true],
    ['false', false],
    ['1', true],
    ['0', false],
    ['True', true],
  ],
  refused: ['yes', 2, -1, [], { a: 1 }],
  expected: 'true or false',
}
const int64: Kind = {
  accepted: [
    ['0', 0],
    ['-7', -7],
    ['9223372036854775807', '9223372036854775807'],
    ['-9223372036854775808', '-9223372036854775808'],
  ],
  refused: ['9223372036854775808', '-9223372036854775809', 'ten', '1.5', 1.5, true, [1]],
  expected: 'a 64-bit integer (beyond 2^53 as a string)',
}
const text: Kind = {
  accepted: [
    ['été 🚢', 'été 🚢'],
    ['7', '7'],
  ],
  refused: [true, ['a'], { a: 1 }],
  expected: 'text',
}
const idOrUrl: Kind = { ...text, accepted: [...text.accepted, [picture, picture]] }
const filled: Kind = { ...text, refused: [...text.refused, ''], expected: 'text that is not empty' }
const id: Kind = {
  accepted: [
    ['7', '7'],
    ['9223372036854775807', '9223372036854775807'],
  ],
  refused: ['-7', 'seven', '1.5', '12345678901234567890', true, [7]],
  expected: 'a numeric id',
}
const pageId: Kind = { ...id, accepted: [[page, page]] }

/** Parameters that are type-checked and stored, without other effect, and their defaults. */
const kept: [rows: string, name: string, kind: Kind, standard?: unknown][] = [
  ['[PHO-070..071]', 'user_selected_tags', bool, false],
  ['[PHO-088..089]', 'manual_privacy', bool, false],
  ['[PHO-090..091]', 'attempt', int64, 0],
  ['[PHO-092..093]', 'offline_id', int64, 0],
  ['[PHO-094, PHO-096]', 'filter_type', int64, -1],
  ['[PHO-097..098]', 'full_res_is_coming_later', bool, false],
  ['[PHO-099..100]', 'audience_exp', bool, false],
  ['[PHO-101]', 'direct_share_status', int64],
  ['[PHO-102]', 'sponsor_id', pageId],
  ['[PHO-103]', 'sponsor_relationship', int64],
  ['[PHO-104]', 'og_action_type_id', text],
  ['[PHO-105]', 'og_icon_id', text],
  ['[PHO-106]', 'og_object_id', idOrUrl],
  ['[PHO-107]', 'og_phrase', text],
  ['[PHO-108]', 'og_suggestion_mechanism', text],
  ['[PHO-109..110]', 'og_set_profile_badge', bool, false],
  ['[PHO-111]', 'is_explicit_location', bool],
  ['[PHO-112]', 'is_explicit_place', bool],
  ['[PHO-113]', 'is_visual_search', bool],
  ['[PHO-114]', 'location_source_id', id],
  ['[PHO-115..116]', 'application_id', filled],
  ['[PHO-117]', 'ios_bundle_id', text],
  ['[PHO-118]', 'android_key_hash', text],
  ['[PHO-119]', 'composer_session_id', text],
  ['[PHO-120]', 'qn', text],
  ['[PHO-121]', 'nectar_module', text],
  ['[PHO-123]', 'proxied_app_id', id],
  ['[PHO-126]', 'time_since_original_post', int64],
  ['[PHO-127]', 'aid', text],
  ['[PHO-129]', 'profile_id', int64],
  ['[PHO-131]', 'uid', int64],
]

/** The token of an internal app: only such apps may send `nectar_module`. */
const internal = (() => {
  const { world, user } = start
  const app = world.actions.createApp({ name: 'Internal', internal: true }).unwrap().id
  const scopes = ['pages_read_engagement', 'pages_manage_posts'] as const
  return world.actions.issueToken({ kind: 'page', app, user, page, scopes }).unwrap().token
})()

/** Sends an upload as a form, in which each value is text. */
function uploadForm(params: Readonly<Record<string, string>>) {
  const world = start.world.fork()
  const body = new URLSearchParams({ url: picture, access_token: internal, ...params }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const response = world.request({ method: 'POST', url: `https://graph.test/${page}/photos`, headers, body })
  expect(response.status).toBe(200)
  return photoRow(world, (JSON.parse(String(response.body)) as { id: string }).id)
}

describe.each(kept)('%s %s', (_, name, { accepted, refused, expected }) => {
  test.each(accepted)('keeps %s as %j', (spelling, value) => {
    expect(uploadForm({ [name]: spelling }).given[name]).toStrictEqual(value)
  })

  test.each(refused)('refuses %j', (value) => {
    const world = start.world.fork()
    expect(refusedBy(world, () => upload(world, internal, { page, [name]: value }))).toMatchObject({
      code: 100,
      message: `(#100) Param ${name} must be ${expected}, got ${JSON.stringify(value)}`,
    })
  })
})

describe('left out', () => {
  test.each(kept)('%s %s has its default, or is absent', (_, name, _kind, standard) => {
    expect(uploadForm({}).given[name]).toStrictEqual(standard)
  })

  const defaults = kept.flatMap(([, name, , standard]) => (standard === undefined ? [] : [[name, standard]]))

  test('parameters have their defaults, and those without one are absent', () => {
    expect(uploadForm({}).given).toStrictEqual(Object.fromEntries(defaults))
  })
})

test('kept and deprecated parameters change nothing else [PHO-095, PHO-128, PHO-130, PHO-132]', () => {
  const served = Object.entries<{ beyond?: boolean }>(photoView.fields).filter(([, { beyond }]) => !beyond)
  const fields = served.map(([name]) => name).join(',')
  const made = (params: object) => {
    const world = start.world.fork()
    const { id: photo, post_id: post } = upload(world, internal, { page, ...params }).unwrap()
    const { given: _, ...row } = photoRow(world, photo)
    const others = world.snapshot().state.graph.rows.filter((other) => other.kind !== 'photos')
    const read = world.as(internal).readPhoto({ photo, fields }).unwrap()
    return { row, others, read, post, events: world.events.all() }
  }
  const every = kept.map(([, name, { accepted }]) => [name, accepted[0]?.[1]])
  expect(made(Object.fromEntries(every))).toEqual(made({}))
})

describe('target_id', () => {
  test.each([7, '7', page, '0', ''])('must not be used, not even as %j [PHO-133..134]', (value) => {
    const world = start.world.fork()
    expect(refusedBy(world, () => upload(world, pageToken, { page, target_id: value }))).toMatchObject({
      code: 100,
      message: '(#100) Param target_id must not be used',
    })
  })
})

describe('the id of a page', () => {
  test.each([
    ['place [PHO-067]', 'place'],
    ['sponsor_id [PHO-102]', 'sponsor_id'],
  ])('is what %s names', (_, name) => {
    const world = start.world.fork()
    for (const unknown of ['7', start.user, '123456789012345']) {
      expect(refusedBy(world, () => upload(world, pageToken, { page, [name]: unknown }))).toMatchObject({
        code: 100,
        message: `(#100) Param ${name} must be the id of a page, got ${unknown}`,
      })
    }
    expect(upload(world, pageToken, { page, [name]: Number(page) }).ok).toBe(true)
  })

  test('is not required of location_source_id, which can be a set of pages [PHO-114]', () => {
    const world = start.world.fork()
    expect(upload(world, pageToken, { page, location_source_id: '123456789012345' }).ok).toBe(true)
  })
})

describe('nectar_module', () => {
  test('is for internal apps only [PHO-121..122]', () => {
    const world = start.world.fork()
    const error = refusedBy(world, () => upload(world, pageToken, { page, nectar_module: 'composer' }))
    expect(error).toMatchObject({
      code: 200,
      message: '(#200) Param nectar_module is for internal apps only',
      because: ['the app is not internal'],
    })
    expect(upload(world, internal, { page, nectar_module: 'composer' }).ok).toBe(true)
  })

  test.each(['ios_bundle_id', 'android_key_hash', 'composer_session_id', 'qn'])(
    'is the only one of its kind: every app may send %s [PHO-117..120, PHO-122]',
    (name) => {
      expect(upload(start.world.fork(), pageToken, { page, [name]: 'a' }).ok).toBe(true)
    },
  )
})
