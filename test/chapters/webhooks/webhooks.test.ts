import { describe, expect, test } from 'vitest'
import { toFetchHandler } from '../../../src/server/fetch.ts'
import { createWorld, replay } from '../../../src/world/create-world.ts'
import type { Transport } from '../../../src/world/sending/webhooks.ts'
import { call, forked, type Scene } from '../../service/scene.ts'
import { hooked, onlyOne, submit } from './hook-world.ts'

const start = hooked()
const { app, page } = start
const fresh = (): Scene => forked(start)
const ok: Transport = () => ({ status: 200 })

/** Submits a lead, flushes once, and returns the status of the delivery and its first attempt. */
async function attempted(scene: Scene, transport: Transport, signal?: AbortSignal) {
  using _ = scene.world.webhooks.connect(app, transport)
  submit(scene)
  await scene.world.webhooks.flush(signal ? { signal } : {})
  const { status, attempts } = onlyOne(scene.world)
  return [status, attempts[0]?.status, attempts[0]?.error]
}

const never = () => new Promise<never>(() => {})

describe('a connected transport', () => {
  test.each<[string, Transport, readonly unknown[]]>([
    [
      'returning nothing',
      (() => {}) as never,
      [
        'attempted',
        null,
        'The handler must return a Response or a result such as { status: 200 }, got nothing',
      ],
    ],
    ['returning a result', ok, ['delivered', 200, null]],
    ['returning the promise of a result', async () => ({ status: 200 }), ['delivered', 200, null]],
    ['returning a Response', () => new Response('EVENT_RECEIVED'), ['delivered', 200, null]],
    [
      'returning the promise of a Response',
      async () => new Response(null, { status: 202 }),
      ['attempted', 202, null],
    ],
    ['returning another status', () => ({ status: 500 }), ['attempted', 500, null]],
    ['returning an error', () => ({ error: 'no' }), ['attempted', null, 'no']],
    [
      'throwing',
      () => {
        throw new Error('thrown')
      },
      ['attempted', null, 'thrown'],
    ],
    [
      'throwing a value that is not an Error',
      () => {
        throw 'words'
      },
      ['attempted', null, 'words'],
    ],
    ['rejecting', () => Promise.reject(new Error('rejected')), ['attempted', null, 'rejected']],
    [
      'throwing a long message',
      () => {
        throw new Error('x'.repeat(900))
      },
      ['attempted', null, 'x'.repeat(200)],
    ],
    [
      'throwing a lone surrogate',
      () => {
        throw new Error('\ud800')
      },
      ['attempted', null, '\ufffd'],
    ],
    [
      'returning an object without a status',
      () => ({}) as { status: number },
      ['attempted', null, 'A transport must return an HTTP status from 100 to 599, got nothing'],
    ],
    [
      'returning an invalid status',
      () => ({ status: 1e9 }),
      ['attempted', null, 'A transport must return an HTTP status from 100 to 599, got 1000000000'],
    ],
    [
      'returning a number',
      () => 200 as never,
      ['attempted', null, 'The handler must return a Response or a result such as { status: 200 }, got 200'],
    ],
    [
      'returning an endless body',
      () => new Response(new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(9)) })),
      ['delivered', 200, null],
    ],
  ])('makes an attempt with a result by %s', async (_, transport, result) => {
    expect(await attempted(fresh(), transport)).toEqual(result)
  })

  test.each<[string, Transport]>([
    ['that never answers', never],
    ['whose body never arrives', () => new Response(new ReadableStream({ pull: never }), { status: 500 })],
  ])('%s has no answer when the signal is aborted', async (_, transport) => {
    const [status] = await attempted(fresh(), transport, AbortSignal.timeout(20))
    expect(status).toBe('attempted')
  })

  test('that never answers gets the signal, and its attempt the error of a timeout', async () => {
    const stop = new AbortController()
    let aborted = false
    const hanging: Transport = ({ signal }) => {
      signal.addEventListener('abort', () => {
        aborted = true
      })
      setTimeout(() => stop.abort(), 5)
      return never()
    }
    expect(await attempted(fresh(), hanging, stop.signal)).toEqual([
      'attempted',
      null,
      'No answer came in time',
    ])
    expect(aborted).toBe(true)
  })

  test('gets the request of the delivery: method, URL, headers, body', async () => {
    const scene = fresh()
    scene.world.actions.setWebhook({ app, url: 'https://shop.test/hook?a=1', verify: false }).unwrap()
    const got: unknown[] = []
    const handler = async (request: Request) => {
      got.push(request.method, request.url, request.headers.get('x-hub-signature'), await request.text())
      return new Response()
    }
    await attempted(scene, handler)
    const { request } = onlyOne(scene.world)
    expect(got).toEqual([
      'POST',
      'https://shop.test/hook?a=1',
      request.headers['X-Hub-Signature'],
      request.body,
    ])
  })

  test('may call the world; notices that this causes wait for the next flush', async () => {
    const scene = fresh()
    const { world, pageToken } = scene
    let calls = 0
    using _ = world.webhooks.connect(app, async ({ request }) => {
      calls++
      const [, id = ''] = /"leadgen_id":(\d+)/.exec(request.body) ?? []
      expect(call(world, pageToken, 'readLead', { lead: id }).ok).toBe(true)
      if (calls < 3) submit(scene)
      world.clock.advance('1s')
      return { status: 200 }
    })
    submit(scene)
    expect(await world.webhooks.flush()).toMatchObject([{ id: 'delivery-1', status: 'delivered' }])
    expect(calls).toBe(1)
    await world.webhooks.flush()
    await world.webhooks.flush()
    expect(world.webhooks.outbox.map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered'])
  })

  test('may flush; the inner flush delivers new notices, and nothing twice', async () => {
    const scene = fresh()
    const { world } = scene
    const got: string[] = []
    using _ = world.webhooks.connect(app, async ({ id }) => {
      got.push(id)
      if (got.length < 3) submit(scene)
      await world.webhooks.flush()
      return { status: 200 }
    })
    submit(scene)
    await world.webhooks.flush()
    expect(got).toEqual(['delivery-1', 'delivery-2', 'delivery-3'])
    expect(world.webhooks.outbox.map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered'])
  })

  test('may remove its webhook; the delivery is then dropped', async () => {
    const scene = fresh()
    using _ = scene.world.webhooks.connect(app, () => {
      scene.world.actions.removeWebhook({ app }).unwrap()
      return { status: 200 }
    })
    submit(scene)
    await scene.world.webhooks.flush()
    expect(onlyOne(scene.world)).toMatchObject({ status: 'dropped', reason: 'The webhook was removed' })
  })

  test('that answers after a reset reports nothing to the world', async () => {
    const scene = fresh()
    const { world } = scene
    let answer = (_: { status: number }) => {}
    using _ = world.webhooks.connect(
      app,
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    submit(scene)
    const flushing = world.webhooks.flush()
    world.reset()
    world.actions.installApp({ page, app }).unwrap()
    world.actions.setWebhook({ app }).unwrap()
    submit(scene)
    const before = world.hash('full')
    answer({ status: 200 })
    await flushing
    expect(world.hash('full')).toBe(before)
  })

  test('that never answers does not block the delivery with the same id after a reset', async () => {
    const scene = fresh()
    const { world } = scene
    const hung = world.webhooks.connect(app, never)
    submit(scene)
    void world.webhooks.flush()
    hung[Symbol.dispose]()
    world.reset(fresh().world.snapshot())
    using _ = world.webhooks.connect(app, ok)
    submit(scene)
    expect(await world.webhooks.flush()).toMatchObject([{ id: 'delivery-1', status: 'delivered' }])
  })

  test('may reset the world; the flush then ends and starts no attempt in the new state', async () => {
    const scene = fresh()
    const { world } = scene
    const other = world.actions.createApp({ name: 'Other' }).unwrap().id
    world.actions.installApp({ page, app: other }).unwrap()
    let before = ''
    using _ = world.webhooks.connect(other, ok)
    const written = world.snapshot()
    submit(scene)
    using __ = world.webhooks.connect(app, () => {
      world.reset(written)
      submit(scene)
      before = world.hash('full')
      return { status: 200 }
    })
    await world.webhooks.flush()
    expect(world.hash('full')).toBe(before)
    expect(world.webhooks.outbox.map(({ status }) => status)).toEqual(['queued', 'queued'])
  })

  test('that answers after 36 hours delivers, although other deliveries ended before', async () => {
    const scene = fresh()
    const { world } = scene
    let answer = (_: { status: number }) => {}
    const slow: Transport = () =>
      new Promise((resolve) => {
        answer = resolve
      })
    using _ = world.webhooks.connect(app, (delivery) =>
      delivery.id === 'delivery-1' ? slow(delivery) : ok(delivery),
    )
    submit(scene)
    const flushing = world.webhooks.flush()
    world.clock.advance('37h')
    submit(scene)
    await world.webhooks.flush()
    answer({ status: 200 })
    await flushing
    expect(world.webhooks.outbox.map(({ id, status }) => [id, status])).toEqual([
      ['delivery-2', 'delivered'],
      ['delivery-1', 'delivered'],
    ])
  })
})

describe('a flush', () => {
  test('returns the deliveries after a retry that is due at once', async () => {
    const scene = fresh()
    let calls = 0
    using _ = scene.world.webhooks.connect(app, () => ({ status: ++calls === 2 ? 200 : 500 }))
    submit(scene)
    const [delivery, ...more] = await scene.world.webhooks.flush()
    expect(more).toEqual([])
    expect(delivery).toMatchObject({ status: 'delivered', attempts: [{ status: 500 }, { status: 200 }] })
    expect(delivery).toEqual(onlyOne(scene.world))
  })

  test('changes nothing if no transport is connected', async () => {
    const scene = fresh()
    submit(scene)
    const before = scene.world.hash('full')
    expect(await scene.world.webhooks.flush({ transport: ok })).toEqual([])
    scene.world.webhooks.connect(app, ok)[Symbol.dispose]()
    await expect(scene.world.webhooks.flush()).rejects.toThrow(
      `flush() has no transport for the app ${app}: connect one with webhooks.connect(app, handler)`,
    )
    expect(scene.world.hash('full')).toBe(before)
    expect(scene.world.webhooks.due).toBe(scene.world.clock.now)
  })

  test('uses the transport that was connected last, and the one before it after a dispose', async () => {
    const scene = fresh()
    const got: string[] = []
    using _ = scene.world.webhooks.connect(app, () => {
      got.push('first')
      return { status: 200 }
    })
    const second = scene.world.webhooks.connect(app, () => {
      got.push('second')
      return { status: 200 }
    })
    submit(scene)
    await scene.world.webhooks.flush()
    second[Symbol.dispose]()
    submit(scene)
    await scene.world.webhooks.flush()
    expect(got).toEqual(['second', 'first'])
  })

  test('with wait waits for the attempts of another flush and does not repeat them', async () => {
    const scene = fresh()
    let calls = 0
    using _ = scene.world.webhooks.connect(app, async () => {
      calls++
      return { status: 200 }
    })
    submit(scene)
    const first = scene.world.webhooks.flush()
    expect(await scene.world.webhooks.flush({ wait: true })).toEqual([])
    expect(onlyOne(scene.world).status).toBe('delivered')
    await first
    expect(calls).toBe(1)
  })

  test('keeps to maxConcurrentPerApp; a later flush sends the other notices in one payload', async () => {
    const scene = fresh()
    const { world } = scene
    world.actions.setWebhook({ app, url: 'https://shop.test/', verify: false }).unwrap()
    const got: [string, number][] = []
    const answer: (() => void)[] = []
    const transport: Transport = ({ id, notices }) => {
      got.push([id, notices])
      return new Promise((resolve) => answer.push(() => resolve({ status: 200 })))
    }
    const flushing: Promise<unknown>[] = []
    for (let count = 0; count < 5; count++) {
      submit(scene)
      flushing.push(world.webhooks.flush({ transport, maxConcurrentPerApp: 2 }))
    }
    expect(got).toEqual([
      ['delivery-1', 1],
      ['delivery-2', 1],
    ])
    for (const end of answer) end()
    await Promise.all(flushing)
    const last = world.webhooks.flush({ transport, maxConcurrentPerApp: 2 })
    answer.at(-1)?.()
    expect(await last).toMatchObject([{ id: 'delivery-3', notices: 3, status: 'delivered' }])
  })

  test('is listed with the URL that it was sent to, also after the URL changes', async () => {
    const scene = fresh()
    const { world } = scene
    world.actions.setWebhook({ app, url: 'https://shop.test/old', verify: false }).unwrap()
    submit(scene)
    await world.webhooks.flush({ transport: async () => ({ status: 200 }) })
    world.actions.setWebhook({ app, url: 'https://shop.test/new', verify: false }).unwrap()
    expect(world.webhooks.outbox.map(({ request }) => request.url)).toEqual(['https://shop.test/old'])
  })

  test('of a handshake that fails changes the webhook of its own app', async () => {
    const scene = fresh()
    const { world } = scene
    const { id } = world.actions.createApp({ name: 'Second' }).unwrap()
    world.actions.setWebhook({ app: id, url: 'https://second.test/' }).unwrap()
    await world.webhooks.flush({ transport: async () => ({ status: 403 }) })
    const webhooks = [...world.state.graph.rows.values()].filter(({ kind }) => kind === 'webhooks')
    expect(webhooks).toMatchObject([
      { app: Number(app), status: 'active' },
      { app: Number(id), status: 'failed' },
    ])
  })

  test('has no limit for connected transports', async () => {
    const scene = fresh()
    const { world } = scene
    world.actions.setWebhook({ app, url: 'https://shop.test/', verify: false }).unwrap()
    const answer: (() => void)[] = []
    const transport: Transport = () => new Promise((resolve) => answer.push(() => resolve({ status: 200 })))
    submit(scene)
    const byUrl = world.webhooks.flush({ transport, maxConcurrentPerApp: 1 })
    const got: string[] = []
    using _ = world.webhooks.connect(app, ({ id }) => {
      got.push(id)
      return { status: 200 }
    })
    submit(scene)
    const byConnected = world.webhooks.flush({ transport, maxConcurrentPerApp: 1 })
    expect(got).toEqual(['delivery-2'])
    for (const end of answer) end()
    await Promise.all([byUrl, byConnected])
  })

  test('with an aborted signal sends nothing', async () => {
    const scene = fresh()
    const got: string[] = []
    using _ = scene.world.webhooks.connect(app, ({ id }) => {
      got.push(id)
      return { status: 200 }
    })
    submit(scene)
    expect(await scene.world.webhooks.flush({ signal: AbortSignal.abort() })).toEqual([])
    expect(got).toEqual([])
    expect(onlyOne(scene.world)).toMatchObject({ status: 'queued', attempts: [] })
  })

  test('is no longer due for a delivery that was dropped after 36 hours', async () => {
    const scene = fresh()
    const { world } = scene
    using _ = world.webhooks.connect(app, () => ({ status: 500 }))
    submit(scene)
    await world.webhooks.flush()
    world.clock.advance('1h')
    submit(scene)
    await world.webhooks.flush()
    const [first, second] = world.webhooks.outbox
    expect(world.webhooks.due).toBe(Math.min(first?.due ?? 0, second?.due ?? 0))
    expect(first?.due).not.toBe(second?.due)
    world.clock.advanceTo((first?.attempts[0]?.at ?? 0) + 36 * 3_600_000 + 1)
    expect(world.webhooks.outbox.map(({ status }) => status)).toEqual(['dropped', 'attempted'])
    expect(world.webhooks.due).toBe(second?.due)
  })

  test('with a transport of its own calls only apps with a URL', async () => {
    const scene = fresh()
    const { world } = scene
    for (const name of ['one', 'two']) {
      const { id } = world.actions.createApp({ name }).unwrap()
      world.actions.installApp({ page, app: id }).unwrap()
      world.actions.setWebhook({ app: id, url: `https://${name}.test/`, verify: false }).unwrap()
    }
    submit(scene)
    const urls: string[] = []
    await world.webhooks.flush({
      transport({ request }) {
        urls.push(request.url)
        return { status: 200 }
      },
    })
    expect(urls).toEqual(['https://one.test/', 'https://two.test/'])
    expect(world.webhooks.outbox.map(({ status }) => status)).toEqual(['delivered', 'delivered', 'queued'])
  })

  test('is due at the time of the next retry, also in an earlier state of the history', async () => {
    const scene = fresh()
    const { world } = scene
    const first = world.clock.now
    submit(scene)
    using _ = world.webhooks.connect(app, () => ({ status: 500 }))
    await world.webhooks.flush()
    const before = world.history.length
    expect(world.webhooks.due).toBe(first + 60_000)
    world.clock.advance('36h')
    expect(world.webhooks.due).toBeUndefined()
    expect(world.history.at(before).webhooks.due).toBe(first + 60_000)
    expect(world.history.at(before).fork().webhooks.due).toBe(first + 60_000)
  })

  test('of a fork has no connected transports', async () => {
    const scene = fresh()
    using _ = scene.world.webhooks.connect(app, ok)
    submit(scene)
    const fork = scene.world.fork()
    await expect(fork.webhooks.flush()).rejects.toThrow('flush() has no transport')
    expect(await scene.world.webhooks.flush()).toHaveLength(1)
    expect(onlyOne(fork).status).toBe('queued')
  })

  test('is part of a recording', async () => {
    const { world, ...names } = hooked()
    const scene = { world, ...names }
    let calls = 0
    using _ = world.webhooks.connect(app, async () => ({ status: ++calls > 2 ? 200 : 503 }))
    submit(scene)
    await world.webhooks.flush()
    world.clock.advance('5m')
    await world.webhooks.flush()
    const played = replay(JSON.parse(JSON.stringify(world.history.recording())))
    expect(played.difference).toBeUndefined()
    expect(played.world.hash('full')).toBe(world.hash('full'))
    expect(played.world.webhooks.outbox).toEqual(world.webhooks.outbox)
  })
})

test('connect() sets a webhook for an app without one, and refuses an unknown app', () => {
  const scene = fresh()
  scene.world.actions.removeWebhook({ app }).unwrap()
  scene.world.webhooks.connect(app, ok)
  submit(scene)
  expect(onlyOne(scene.world).status).toBe('queued')
  for (const wrong of ['1', 'x', page])
    expect(() => scene.world.webhooks.connect(wrong, ok)).toThrow(TypeError)
  const strict = createWorld({ onRefusal: 'throw' })
  expect(() => strict.webhooks.connect('1', ok)).toThrow(TypeError)
})

describe('the handshake [HOK-003, HOK-021]', () => {
  const url = 'https://shop.test/hook?a=1#part'
  /** Sets a webhook and answers the handshake. Returns its status and the requested URLs. */
  async function shakeHands(answer: (challenge: string) => ReturnType<Transport>) {
    const scene = fresh()
    scene.world.actions.setWebhook({ app, url, verifyToken: 'my token' }).unwrap()
    const asked: string[] = []
    using _ = scene.world.webhooks.connect(app, (delivery) => {
      asked.push(`${delivery.method} ${delivery.url}`)
      return answer(new URL(delivery.url).searchParams.get('hub.challenge') ?? '')
    })
    await scene.world.webhooks.flush()
    const { status, reason } = onlyOne(scene.world)
    submit(scene)
    const isActive = scene.world.webhooks.outbox.some(({ kind }) => kind === 'notices')
    return { scene, asked, status, reason, isActive }
  }

  test('is a GET with a challenge and the verify token, after the query of the URL', async () => {
    const { asked, status, isActive, scene } = await shakeHands((challenge) => new Response(challenge))
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatch(
      /^GET https:\/\/shop\.test\/hook\?a=1&hub\.mode=subscribe&hub\.challenge=[1-9]\d{0,14}&hub\.verify_token=my\+token$/,
    )
    expect([status, isActive]).toEqual(['delivered', true])
    expect(scene.world.events.last('webhook.verified')?.data).toEqual({ delivery: 'delivery-1', app })
  })

  test.each<[string, (challenge: string) => ReturnType<Transport>, string]>([
    ['another body', () => new Response('1'), 'The answer was not the challenge'],
    [
      'more than the challenge',
      (challenge) => ({ status: 200, body: `${challenge}\n` }),
      'The answer was not the challenge',
    ],
    ['no body', () => ({ status: 200 }), 'The answer was not the challenge'],
    [
      'nothing',
      (() => {}) as never,
      'must return a Response or a result such as { status: 200 }, got nothing',
    ],
    [
      'returning an endless body',
      () => new Response(new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(9_999)) })),
      'The answer was not the challenge',
    ],
    ['another status', (challenge) => ({ status: 201, body: challenge }), 'The answer had the status 201'],
    ['no answer', () => Promise.reject(new Error('reset')), 'reset'],
  ])('fails after %s, and is not retried', async (_, answer, why) => {
    const { asked, status, reason, isActive, scene } = await shakeHands(answer)
    expect([asked.length, status, isActive]).toEqual([1, 'failed', false])
    expect(reason).toContain(why)
    expect(scene.world.events.last('webhook.refused')?.data).toEqual({ delivery: 'delivery-1', app })
    expect(scene.world.webhooks.due).toBeUndefined()
  })

  test('delays notices that were queued before it until the webhook is active', async () => {
    const scene = fresh()
    submit(scene)
    scene.world.actions.setWebhook({ app, url }).unwrap()
    const got: string[] = []
    using _ = scene.world.webhooks.connect(app, (delivery) => {
      got.push(delivery.kind)
      return new Response(new URL(delivery.url).searchParams.get('hub.challenge'))
    })
    await scene.world.webhooks.flush()
    expect(got).toEqual(['verification', 'notices'])
  })

  test('has its own challenge for each app', () => {
    const scene = fresh()
    scene.world.actions.setWebhook({ app, url }).unwrap()
    const other = scene.world.actions.createApp({ name: 'Other' }).unwrap().id
    scene.world.actions.setWebhook({ app: other, url }).unwrap()
    const addresses = scene.world.webhooks.outbox.map(({ request }) => request.url)
    expect(new Set(addresses).size).toBe(2)
  })
})

describe('the control plane', () => {
  const origin = 'http://localhost'
  const headers = { 'content-type': 'application/json' }

  test('lists the outbox, and flushes it to the connected transports', async () => {
    const scene = fresh()
    const handle = toFetchHandler(scene.world)
    const ask = async (path: string, method = 'GET') => {
      const init = method === 'GET' ? {} : { method, headers }
      const response = await handle(new Request(`${origin}/_sim/webhooks${path}`, init))
      return { status: response.status, body: await response.json() }
    }
    submit(scene)
    const queued = {
      deliveries: JSON.parse(JSON.stringify(scene.world.webhooks.outbox)),
      due: scene.world.clock.now,
      missed: [],
    }
    expect(await ask('')).toEqual({ status: 200, body: queued })
    using _ = scene.world.webhooks.connect(app, ok)
    expect(await ask('/flush', 'POST')).toMatchObject({
      status: 200,
      body: { deliveries: [{ status: 'delivered' }] },
    })
    expect(await ask('')).toMatchObject({ body: { deliveries: [{ status: 'delivered' }], due: null } })
    expect((await ask('/flush')).status).toBe(405)
    expect((await ask('/other', 'POST')).status).toBe(404)
  })
})
