import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createWorld } from '../../src/world/create-world.ts'
import type { Starter } from '../../src/world/starter/starter-names.ts'
import type { World } from '../../src/world/world.ts'
import { plainJpeg } from '../chapters/pictures/samples.ts'
import { multipart } from './story.ts'
import type { Received, Sent, Transport } from './transports.ts'

const jsonOf = ({ body }: Received) => JSON.parse(new TextDecoder().decode(body)) as Record<string, unknown>
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const json = { 'content-type': 'application/json' }

/** The tests that hold for the service over every transport. */
export function contract(name: string, open: (world: World) => Promise<Transport>) {
  describe(name, () => {
    let world: World
    let names: Starter
    let transport: Transport
    beforeEach(async () => {
      world = createWorld({ validateAnswers: true })
      names = world.starter({ publications: false })
      transport = await open(world)
    })
    afterEach(() => transport.close())
    const send = (method: string, path: string, more: Omit<Sent, 'method' | 'path'> = {}) =>
      transport.send({ method, path, ...more })

    test('a node is read by its id, and its answer names the version and an etag', async () => {
      const answer = await send('GET', `/v7.0/${names.campaign}?fields=name&access_token=${names.userToken}`)
      expect(answer.status).toBe(200)
      expect(jsonOf(answer)).toEqual({ id: names.campaign, name: 'Starter Campaign' })
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'facebook-api-version': 'v7.0',
        etag: expect.stringMatching(/^"[^"]+"$/),
      })
    })

    test('an answer with a known etag is not sent again', async () => {
      const path = `/${names.campaign}?fields=name&access_token=${names.userToken}`
      const { headers } = await send('GET', path)
      const again = await send('GET', path, { headers: { 'If-None-Match': headers['etag'] ?? '' } })
      expect([again.status, again.body.length]).toEqual([304, 0])
    })

    test('a HEAD has the headers of a GET and no body', async () => {
      const path = `/${names.campaign}?fields=name&access_token=${names.userToken}`
      const { headers } = await send('GET', path)
      const head = await send('HEAD', path)
      expect([head.status, head.body.length, head.headers['etag']]).toEqual([200, 0, headers['etag']])
    })

    test('the body of a GET is ignored, with its token', async () => {
      const body = `access_token=${names.userToken}`
      const answer = await send('GET', `/${names.campaign}`, { headers: form, body })
      expect(jsonOf(answer)).toMatchObject({ error: { code: 190 } })
    })

    test.each([
      ['a form', form, 'message=h%C3%A9+%F0%9F%98%80'],
      ['JSON', json, '{"message":"hé 😀"}'],
    ])('a post is created from %s, and read back', async (_, headers, body) => {
      const token = `access_token=${names.pageToken}`
      const made = await send('POST', `/v26.0/${names.page}/feed?${token}`, { headers, body })
      expect(made.status).toBe(200)
      const read = await send('GET', `/v26.0/${jsonOf(made)['id']}?fields=message&${token}`)
      expect(jsonOf(read)).toMatchObject({ message: 'hé 😀' })
    })

    test('a picture is uploaded, and its URL leads to its bytes over the same transport', async () => {
      const picture = await plainJpeg(60, 40)
      const made = await send('POST', `/v26.0/${names.page}/photos`, {
        ...multipart(
          { access_token: names.pageToken, published: 'false' },
          { name: 'a.jpg', bytes: picture },
        ),
      })
      expect(made.status).toBe(200)
      const fields = `fields=images&access_token=${names.pageToken}`
      const read = await send('GET', `/v26.0/${jsonOf(made)['id']}?${fields}`)
      const [{ source }] = jsonOf(read)['images'] as [{ source: string }]
      expect(source).toMatch(/^http:\/\/localhost:4711\//)
      const shown = await send('GET', source.slice('http://localhost:4711'.length))
      expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/jpeg'])
      expect(shown.body).toEqual(picture)
    })

    test('an export of leads is a text file, not JSON [LEA-029..030]', async () => {
      const path = `/ads/lead_gen/export_csv/?id=${names.form}&type=form&access_token=${names.userToken}`
      const file = await send('GET', path)
      expect([file.status, file.headers['content-type']]).toEqual([
        200,
        'text/tab-separated-values; charset=utf-8',
      ])
      const typed = world.as(names.userToken).exportLeads({ id: names.form, type: 'form' }).unwrap()
      expect(new TextDecoder().decode(file.body)).toBe(typed)
      expect(jsonOf(await send('GET', `/v26.0${path}`))).toMatchObject({ error: { code: 100 } })
    })

    test('the link to the next page begins with the requested origin, and leads there', async () => {
      const token = `access_token=${names.userToken}`
      const first = jsonOf(await send('GET', `/v26.0/${names.form}/leads?limit=1&${token}`))
      const { next } = first['paging'] as { next: string }
      expect(next).toMatch(/^http:\/\/localhost:4711\/v26\.0\//)
      const second = await send('GET', next.slice('http://localhost:4711'.length))
      expect(second.status).toBe(200)
      expect(jsonOf(second)['data']).not.toEqual(first['data'])
    })

    test.each([
      ['an unknown token', 'GET', '/{campaign}?access_token=none', {}, 190],
      ['a page above the limit', 'GET', '/v7.0/{page}/feed?limit=101&access_token={pageToken}', {}, 100],
      ['an unknown version', 'GET', '/v99.0/{page}?access_token={pageToken}', {}, 100],
      ['a path that leads nowhere', 'GET', '/v26.0/{page}/nothing?access_token={pageToken}', {}, 100],
      ['a broken escape', 'GET', '/%zz?access_token={pageToken}', {}, 100],
      ['broken JSON', 'POST', '/{page}/feed?access_token={pageToken}', { headers: json, body: '{"m' }, 100],
      [
        'an unknown method',
        'PUT',
        '/{page}/feed?access_token={pageToken}',
        { headers: json, body: '{}' },
        100,
      ],
    ])('%s is refused in the shape of the contract', async (_, method, path, more, code) => {
      const filled = path.replace(/\{(\w+)\}/g, (__, key: keyof Starter) => names[key] ?? '')
      const before = world.hash()
      const answer = await send(method, filled, more)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(jsonOf(answer)).toMatchObject({
        error: {
          code,
          message: expect.any(String),
          type: expect.any(String),
          fbtrace_id: expect.any(String),
        },
      })
      expect(world.hash()).toBe(before)
    })

    test.each(['before', 'afterCommit'] as const)('a fault drops the connection: %s', async (when) => {
      world.faults.add({ match: { operation: 'publishPost' }, fault: { kind: 'drop', when }, times: 1 })
      const publish = () =>
        send('POST', `/${names.page}/feed?access_token=${names.pageToken}`, {
          headers: form,
          body: 'message=x',
        })
      const count = () => world.as(names.pageToken).listPageFeed({ page: names.page }).unwrap().data.length
      expect((await publish()).dropped).toBe(true)
      expect(count()).toBe(when === 'before' ? 0 : 1)
      expect((await publish()).status).toBe(200)
    })
  })
}
