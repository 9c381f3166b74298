import { createHmac } from 'node:crypto'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { signatures } from '../../../src/chapters/webhooks/delivery.ts'
import { createWorld, platformPolicy } from '../../../src/index.ts'
import { call, forked, jsonOf, type Scene, tokenOf } from '../../service/scene.ts'
import { hooked, onlyOne, payloadOf, submit } from './hook-world.ts'

const start = hooked()
const { app, page, form, ad } = start
const fresh = (): Scene => forked(start)

/** Delivers everything that is due, and returns the bodies. */
async function delivered(scene: Scene) {
  const bodies: string[] = []
  using _ = scene.world.webhooks.connect(app, async (request) => {
    bodies.push(await request.text())
    return { status: 200 }
  })
  await scene.world.webhooks.flush()
  return bodies
}

describe('the payload of one lead', () => {
  test('is delivered to the webhook of the app, with exactly the members of the contract [HOK-001..002, HOK-006..019]', async () => {
    const scene = fresh()
    const lead = submit(scene, { ad })
    // Times are whole seconds, so 700 ms do not show. The time of the entry is that of the delivery.
    scene.world.clock.advance('90700ms')
    const [body = ''] = await delivered(scene)
    const time = Date.UTC(2026, 0, 15, 9) / 1000
    expect(JSON.parse(body)).toEqual({
      object: 'page',
      entry: [
        {
          id: Number(page),
          time: time + 90,
          changes: [
            {
              field: 'leadgen',
              value: {
                leadgen_id: Number(lead),
                page_id: Number(page),
                form_id: Number(form),
                adgroup_id: Number(ad),
                ad_id: Number(ad),
                created_time: time,
              },
            },
          ],
        },
      ],
    })
  })

  test('has at each retry the time of that attempt, and keeps the time of the lead [HOK-010, HOK-019]', async () => {
    const scene = fresh()
    const { webhooks, clock } = scene.world
    submit(scene)
    const created = Date.UTC(2026, 0, 15, 9) / 1000
    const times: number[][] = []
    const bodies = new Set<string>()
    using _ = webhooks.connect(app, async (request) => {
      const body = await request.text()
      const secret = scene.appSecret
      expect(request.headers.get('x-hub-signature-256')).toBe(
        `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      )
      const { entry } = JSON.parse(body) as ReturnType<typeof payloadOf>
      times.push([entry[0]?.time ?? 0, entry[0]?.changes[0]?.value['created_time'] ?? 0])
      bodies.add(body)
      return { status: times.length < 3 ? 500 : 200 }
    })
    clock.advance('10s')
    await webhooks.flush()
    clock.advance('2 minutes')
    await webhooks.flush()
    expect(times).toEqual([
      [created + 10, created],
      [created + 10, created],
      [created + 130, created],
    ])
    expect(bodies.size).toBe(2)
    const shown = onlyOne(scene.world)
    expect(payloadOf(shown).entry[0]?.time).toBe(created + 130)
    clock.advance('1d')
    expect(onlyOne(scene.world).request).toEqual(shown.request)
  })

  test('has a lead id that GET /{lead-id} accepts [HOK-014]', () => {
    const scene = fresh()
    const lead = submit(scene)
    const { entry } = payloadOf(onlyOne(scene.world))
    const id = entry[0]?.changes[0]?.value['leadgen_id']
    const url = `/${id}?access_token=${scene.pageToken}`
    expect(jsonOf(scene.world.request({ method: 'GET', url }))).toMatchObject({ id: lead })
  })

  test('has ids as JSON numbers, with the digits that reads show as strings [HOK-009, HOK-013, HOK-015..018]', () => {
    const scene = fresh()
    submit(scene, { ad })
    const { body } = onlyOne(scene.world).request
    const ids = [...body.matchAll(/"(?:id|\w+_id)":(\d+)/g)].map(([, id = '']) => id)
    expect(ids).toHaveLength(6)
    for (const id of ids) expect(String(Number(id))).toBe(id)
  })

  test('has ids as text under the policy of the platform, and other numbers as numbers', () => {
    const scene = forked(start, { policy: platformPolicy })
    const lead = submit(scene, { ad })
    const { entry } = payloadOf(onlyOne(scene.world))
    const created_time = Math.floor(scene.world.clock.now / 1000)
    const value = { leadgen_id: lead, page_id: page, form_id: form, adgroup_id: ad, ad_id: ad, created_time }
    expect(entry).toEqual([{ id: page, time: created_time, changes: [{ field: 'leadgen', value }] }])
  })

  test('of an organic lead has no ad ids', () => {
    const scene = fresh()
    submit(scene)
    const value = payloadOf(onlyOne(scene.world)).entry[0]?.changes[0]?.value
    expect(Object.keys(value ?? {})).toEqual(['leadgen_id', 'page_id', 'form_id', 'created_time'])
  })
})

describe('a lead makes a notice', () => {
  const others = { app: '', page: '' }
  const cases: readonly (readonly [string, (scene: Scene) => void, number])[] = [
    ['for an app that is installed and subscribed [HOK-001..004]', () => {}, 1],
    ['when a form is submitted, and in no other operation [HOK-020]', readAndPublish, 1],
    [
      'not for an app without a webhook [HOK-003]',
      ({ world }) => void world.actions.removeWebhook({ app }),
      0,
    ],
    [
      'not for an app that is not installed on the page [HOK-004]',
      ({ world }) => void world.actions.uninstallApp({ page, app }),
      0,
    ],
    ['not for an app that is installed on another page only [HOK-004]', onAnotherPage, 0],
    ['not for an app whose webhook is not verified yet [HOK-021]', pending, 0],
    [
      'not for an app that is not subscribed to the field [HOK-021]',
      ({ world }) => void world.actions.setWebhook({ app, fields: [] }),
      0,
    ],
    ['for each app that is installed', another, 2],
    ['not for another app whose webhook is not verified yet [HOK-021]', anotherPending, 1],
  ]

  test.each(cases)('%s', (_, before, count) => {
    const scene = fresh()
    before(scene)
    submit(scene)
    const notices = scene.world.webhooks.outbox.filter(({ kind }) => kind === 'notices')
    expect(notices.map(({ notices: held }) => held)).toEqual(Array.from({ length: count }, () => 1))
  })

  function readAndPublish({ world, pageToken, lead }: Scene): void {
    call(world, pageToken, 'readLead', { lead }).unwrap()
    call(world, pageToken, 'publishPost', { page, message: 'x' }).unwrap()
  }
  function onAnotherPage({ world }: Scene): void {
    world.actions.uninstallApp({ page, app }).unwrap()
    others.page = world.actions.createPage({ name: 'Other' }).unwrap().id
    world.actions.installApp({ page: others.page, app }).unwrap()
  }
  function pending({ world }: Scene): void {
    world.actions.setWebhook({ app, url: 'http://localhost/hook' }).unwrap()
  }
  function anotherPending(scene: Scene): void {
    another(scene)
    scene.world.actions.setWebhook({ app: others.app, url: 'http://localhost/hook' }).unwrap()
  }
  function another({ world }: Scene): void {
    others.app = world.actions.createApp({ name: 'Other' }).unwrap().id
    world.actions.setWebhook({ app: others.app }).unwrap()
    world.actions.installApp({ page, app: others.app }).unwrap()
  }
})

test('a refused lead makes no notice, and the result of submitLead does not depend on webhooks', () => {
  const [scene, bare] = [fresh(), fresh()]
  bare.world.actions.removeWebhook({ app }).unwrap()
  const answers = { full_name: 'A', email: 'a@example.test' }
  expect(scene.world.actions.submitLead({ form, answers: {} }).ok).toBe(false)
  expect(scene.world.webhooks.outbox).toEqual([])
  const results = [scene, bare].map(({ world }) => {
    const { ok, events } = world.actions.submitLead({ form, answers })
    return [ok, events.map(({ type }) => type)]
  })
  expect(results[0]).toEqual(results[1])
})

describe('notices that are due together make one payload [HOK-008, HOK-011]', () => {
  test('with an entry for each page, by id, and a change for each lead, by time of creation', async () => {
    const scene = fresh()
    const { world } = scene
    const second = world.actions.createPage({ name: 'Second' }).unwrap().id
    const other = world.actions
      .createLeadForm({ page: second, name: 'F', questions: [{ key: 'q', label: 'Q' }] })
      .unwrap().id
    world.actions.installApp({ page: second, app }).unwrap()
    const late = world.actions.submitLead({ form: other, answers: { q: '1' } }).unwrap().id
    const leads = [submit(scene), submit(scene)]
    world.clock.advance('1s')
    leads.push(submit(scene))
    const [body = '', ...more] = await delivered(scene)
    expect(more).toEqual([])
    const { entry } = JSON.parse(body) as ReturnType<typeof payloadOf>
    expect(entry.map(({ id }) => String(id))).toEqual([page, second])
    const leadsOfPages = entry.map(({ changes }) => changes.map(({ value }) => String(value['leadgen_id'])))
    expect(leadsOfPages).toEqual([leads, [late]])
  })

  test('and an attempted delivery never merges with later notices', async () => {
    const scene = fresh()
    const bodies: string[] = []
    const first = submit(scene)
    using _ = scene.world.webhooks.connect(app, (delivery) => {
      bodies.push(delivery.request.body)
      return { status: 500 }
    })
    await scene.world.webhooks.flush()
    scene.world.clock.advance('1m')
    const second = submit(scene)
    await scene.world.webhooks.flush()
    const leadsOfAttempts = bodies.map((body) =>
      [...body.matchAll(/"leadgen_id":(\d+)/g)].map(([, id]) => id),
    )
    // The first lead has an attempt, a retry at once and one after a minute; the second an attempt and a
    // retry.
    expect(leadsOfAttempts).toEqual([[first], [first], [first], [second], [second]])
    // A retry at once has the same bytes. One after a minute has another time (HOK-010).
    expect(new Set(bodies).size).toBe(3)
  })
})

describe('a signature [HOK-021]', () => {
  const body = '{"object":"page"}'
  const hmac = (algorithm: string, text: string, secret: string) =>
    `${algorithm}=${createHmac(algorithm, secret).update(text).digest('hex')}`

  test('is the HMAC of the exact bytes with the secret of the app', async () => {
    const scene = fresh()
    const secret = scene.appToken.split('|')[1] ?? ''
    submit(scene, { ad })
    const got: [string | null, string | null, Uint8Array][] = []
    using _ = scene.world.webhooks.connect(app, async (request) => {
      const bytes = new Uint8Array(await request.arrayBuffer())
      got.push([request.headers.get('X-Hub-Signature'), request.headers.get('x-hub-signature-256'), bytes])
      expect(request.headers.get('content-type')).toBe('application/json')
      return { status: 200 }
    })
    await scene.world.webhooks.flush()
    expect(got).toHaveLength(1)
    const [sha1, sha256, bytes = new Uint8Array()] = got[0] ?? []
    const text = Buffer.from(bytes).toString()
    expect([sha1, sha256]).toEqual([hmac('sha1', text, secret), hmac('sha256', text, secret)])
    expect(text).toBe(onlyOne(scene.world).request.body)
  })

  // RFC 2202 and RFC 4231, test case 2: the key "Jefe".
  const data = 'what do ya want for nothing?'
  test.each([
    [
      'both',
      {
        'X-Hub-Signature': 'sha1=effcdf6ae5eb2fa2d27416d5f184df9c259a7c79',
        'X-Hub-Signature-256': 'sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
      },
    ],
    ['sha1', { 'X-Hub-Signature': 'sha1=effcdf6ae5eb2fa2d27416d5f184df9c259a7c79' }],
    [
      'sha256',
      { 'X-Hub-Signature-256': 'sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843' },
    ],
    ['none', {}],
  ] as const)('by the policy %s', (signing, headers) => {
    expect(signatures(data, 'Jefe', signing)).toEqual(headers)
    const scene = forked(start, { policy: { webhook: { ...start.world.policy.webhook, signing } } })
    submit(scene)
    const names = Object.keys(onlyOne(scene.world).request.headers)
    expect(names).toEqual(['Content-Type', ...Object.keys(headers)])
  })

  test('stays that of the body when the delivery is read later, as JSON or as a copy', () => {
    const scene = fresh()
    const { world } = scene
    const secret = scene.appToken.split('|')[1] ?? ''
    submit(scene)
    const kept = onlyOne(world)
    world.clock.advance('1h')
    submit(scene)
    const { body } = kept.request
    const headers = {
      'Content-Type': 'application/json',
      'X-Hub-Signature': hmac('sha1', body, secret),
      'X-Hub-Signature-256': hmac('sha256', body, secret),
    }
    expect(JSON.parse(JSON.stringify(kept)).request).toEqual({ ...kept.request, headers })
    expect(structuredClone(kept).request.headers).toEqual(headers)
  })

  test('and the body are values wherever a delivery is printed, copied or compared', () => {
    const scene = fresh()
    submit(scene)
    const kept = onlyOne(scene.world)
    const { method, url, headers, body } = kept.request
    const plain = { ...kept, request: { method, url, headers: { ...headers }, body } }
    for (const whole of [JSON.parse(JSON.stringify(kept)), structuredClone(kept)])
      expect(whole).toEqual(plain)
    expect({ ...kept.request }).toStrictEqual(plain.request)
    expect(kept).toStrictEqual(plain)
    expect(inspect(kept, { depth: 9 })).toBe(inspect(plain, { depth: 9 }))
  })

  test('exists for any body and secret', () => {
    for (const secret of ['', 'x', 'ü'.repeat(100)])
      expect(signatures(body, secret, 'both')).toEqual({
        'X-Hub-Signature': hmac('sha1', body, secret),
        'X-Hub-Signature-256': hmac('sha256', body, secret),
      })
  })
})

test('a long-lived page token reads the lead long after, a short-lived token does not [HOK-005]', () => {
  const scene = fresh()
  const lead = submit(scene)
  const { world, user } = scene
  const expiresAt = Math.floor(world.clock.now / 1000) + 3_600
  const short = world.actions
    .issueToken({
      kind: 'page',
      app,
      user,
      page,
      scopes: ['leads_retrieval', 'pages_read_engagement'],
      expiresAt,
    })
    .unwrap().token
  const long = tokenOf(scene, { kind: 'page' })
  expect(call(world, short, 'readLead', { lead }).ok).toBe(true)
  world.clock.advance('89d')
  expect(call(world, short, 'readLead', { lead })).toMatchObject({ error: { code: 190 } })
  expect(call(world, long, 'readLead', { lead })).toMatchObject({ value: { id: lead } })
})

test.each<[string, 'number' | 'text', unknown]>([
  ['numbers', 'number', expect.any(Number)],
  ['texts under the policy webhookIds: text', 'text', expect.stringMatching(/^\d{15}$/)],
])('the ids of the event leadgen are %s', (_, webhookIds, id) => {
  const world = createWorld({ policy: { webhookIds } })
  const { form } = world.starter()
  world.actions.submitLead({ form, answers: { full_name: 'A', email: 'a@example.test' } }).unwrap()
  const time = expect.any(Number)
  const value = { leadgen_id: id, page_id: id, form_id: id, created_time: time }
  expect(world.events.of('leadgen').at(-1)).toMatchObject({
    data: { object: 'page', entry: [{ id, time, changes: [{ field: 'leadgen', value }] }] },
  })
})
