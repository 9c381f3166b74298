import { describe, expect, test } from 'vitest'
import type { World } from '../../../src/world/world.ts'
import { call, get, jsonOf, refusedBy, rowOf } from '../../service/scene.ts'
import { adOf, adSetOf, campaignOf, fieldsOf, fresh, listed, start, update } from './campaign-world.ts'

const { userToken, adAccount, campaign, user } = start
const batchOf = (world: World, adbatch: unknown, params: object = {}, version?: string) =>
  call(world, userToken, 'createAsyncBatch', { adAccount, name: 'Batch', adbatch, ...params }, version)
const make = (name: string, more: object = {}) => ({
  name,
  relative_url: `act_${adAccount}/campaigns`,
  body: { name, special_ad_categories: [], ...more },
})
const counts = 'is_completed,total_count,initial_count,in_progress_count,success_count,error_count'
const read = (world: World, batch: string, fields = counts): object => {
  const { id: _id, ...shown } = call(world, userToken, 'readAsyncBatch', { batch, fields }).unwrap()
  return shown
}
interface Request {
  readonly id: string
  readonly status: string
  readonly result?: Record<string, unknown>
  readonly input: object
}
const requests = (world: World, batch: string): Request[] =>
  call(world, userToken, 'listAsyncBatchRequests', { batch }).unwrap()['data'] as Request[]
const named = (world: World, name: string): string[] =>
  (
    call(world, userToken, 'listCampaigns', { adAccount, fields: 'name' }).unwrap()['data'] as {
      id: string
      name: string
    }[]
  ).flatMap((one) => (one.name === name ? [one.id] : []))

describe('a batch', () => {
  test('is queued, and runs when the clock moves [CAM-224, CAM-229, CAM-231]', () => {
    const world = fresh()
    const items = [make('One'), make('Two', { daily_budget: 0 }), make('Three')]
    const body = new URLSearchParams({
      name: 'Büro',
      adbatch: JSON.stringify(items),
      access_token: userToken,
    }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const url = `/v26.0/act_${adAccount}/async_batch_requests`
    const { id, ...rest } = jsonOf(world.request({ method: 'POST', url, headers, body }))
    expect([id, rest]).toEqual([expect.stringMatching(/^\d{15}$/), {}])
    const batch = String(id)
    expect(get(world, `/v26.0/${batch}?access_token=${userToken}`)).toEqual({
      id: batch,
      owner_id: adAccount,
      name: 'Büro',
      is_completed: false,
    })
    expect(read(world, batch)).toEqual({
      is_completed: false,
      total_count: 3,
      initial_count: 3,
      in_progress_count: 0,
      success_count: 0,
      error_count: 0,
    })
    expect(named(world, 'One')).toEqual([])
    world.clock.advance('1s')
    expect(read(world, batch)).toEqual({
      is_completed: true,
      total_count: 3,
      initial_count: 0,
      in_progress_count: 0,
      success_count: 2,
      error_count: 1,
    })
    const shown = requests(world, batch)
    expect(shown.map(({ status }) => status)).toEqual(['SUCCESS', 'ERROR', 'SUCCESS'])
    expect(shown[0]?.result).toEqual({ id: named(world, 'One')[0], success: true })
    expect(shown[1]?.result).toMatchObject({
      error: { code: 100, message: '(#100) Param daily_budget must be 1 or more, got 0' },
    })
    expect(shown.map(({ input }) => input)).toEqual(items)
    expect(named(world, 'Two')).toEqual([])
  })

  test('runs its requests one by one, in order, each as a separate call', () => {
    const world = fresh()
    const rename = { name: 'b', relative_url: campaign, body: 'name=First' }
    const again = { name: 'c', relative_url: `v19.0/${campaign}`, body: { name: 'Second' } }
    const wrong = { name: 'd', relative_url: '1/copies', body: '' }
    const batch = String(batchOf(world, [rename, again, wrong]).unwrap()['id'])
    expect(world.clock.pending.filter(({ kind }) => kind === 'batched')).toHaveLength(3)
    world.clock.advance('1ms')
    expect(fieldsOf(world, campaign, 'name')).toEqual({ name: 'Second' })
    const updates = world.calls.all().filter(({ operation }) => operation === 'updateCampaign')
    expect(updates.map(({ version }) => version)).toEqual(['v26.0', 'v19.0'])
    expect(updates.map(({ params }) => params)).toEqual([{ name: 'First' }, { name: 'Second' }])
    expect(requests(world, batch)[2]).toMatchObject({ status: 'ERROR', result: { error: { subcode: 33 } } })
  })

  test('has an error for a request whose relative_url cannot be read', () => {
    const world = fresh()
    const broken = { name: 'a', relative_url: '1/%zz', body: '' }
    const batch = String(batchOf(world, [broken]).unwrap()['id'])
    world.clock.advance('1s')
    expect(requests(world, batch)).toMatchObject([{ status: 'ERROR', result: { error: { code: 100 } } }])
  })

  test('runs under the version and the token of the call that created it', () => {
    const world = fresh()
    const old = { name: 'Old', relative_url: `act_${adAccount}/campaigns`, body: { name: 'Old' } }
    const foreign = make('Foreign', { access_token: 'nobody' })
    const text = {
      name: 'Text',
      relative_url: `act_${adAccount}/campaigns?access_token=nobody`,
      body: 'name=Text&access_token=nobody',
    }
    const batch = String(batchOf(world, [old, foreign, text], {}, 'v6.0').unwrap()['id'])
    const newer = String(batchOf(world, [old]).unwrap()['id'])
    world.clock.advance('1s')
    expect(requests(world, batch).map(({ status }) => status)).toEqual(Array(3).fill('SUCCESS'))
    expect(requests(world, newer)[0]).toMatchObject({ status: 'ERROR', result: { error: { code: 100 } } })
    const last = String(batchOf(world, [make('Late')]).unwrap()['id'])
    world.actions.assignAdAccountRole({ adAccount, user }).unwrap()
    world.clock.advance('1s')
    world.actions.assignAdAccountRole({ adAccount, user, role: 'ADMIN' }).unwrap()
    expect(requests(world, last)[0]).toMatchObject({ status: 'ERROR', result: { error: { code: 200 } } })
  })

  test('a refused request changes nothing but its own status and result', () => {
    const world = fresh()
    const item = make('Never', { lifetime_budget: 0 })
    const batch = String(batchOf(world, [item]).unwrap()['id'])
    world.clock.advance('1s')
    expect(world.clock.pending.filter(({ kind }) => kind === 'batched')).toEqual([])
    expect(rowOf(world, requests(world, batch)[0]?.id ?? '')).toMatchObject({ status: 'ERROR' })
    expect(named(world, 'Never')).toEqual([])
  })

  test.each([
    [50, 'SUCCESS'],
    [51, 'SUCCESS'],
    [52, 'ERROR'],
  ])('copies %i ads as an asynchronous call, with the error: %s [CAM-207, LIM-015]', (count, expected) => {
    const world = fresh()
    const source = campaignOf(world, { name: 'Large' })
    const adSet = adSetOf(world, source)
    for (let ad = 0; ad < count; ad++) adOf(world, adSet)
    const copy = { name: 'copy', relative_url: `${source}/copies`, body: 'deep_copy=true' }
    const batch = String(batchOf(world, [copy]).unwrap()['id'])
    world.clock.advance('1s')
    const [request] = requests(world, batch)
    expect(request?.status).toBe(expected)
    expect(listed(world, 'listCampaignCopies', { campaign: source })).toHaveLength(count === 52 ? 0 : 1)
    if (count === 52)
      expect(request?.result).toMatchObject({
        error: {
          message: '(#100) An asynchronous deep copy takes at most 51 child ads, and this campaign has 52',
        },
      })
  })

  test('is returned with the requested fields', () => {
    const world = fresh()
    const made = batchOf(world, [make('One')], { fields: 'name,total_count' }).unwrap()
    expect(made).toEqual({ id: expect.any(String), name: 'Batch', total_count: 1 })
  })

  test('survives a snapshot', () => {
    const world = fresh()
    const batch = String(batchOf(world, [make('One')]).unwrap()['id'])
    const other = world.fork()
    for (const each of [world, other]) each.clock.advance('1s')
    expect(other.hash()).toBe(world.hash())
    expect(read(other, batch, 'success_count')).toEqual({ success_count: 1 })
  })

  test.each<[string, object, string]>([
    ['without adbatch [CAM-225..226]', { adbatch: undefined }, 'The parameter adbatch is required'],
    ['with an adbatch of text [CAM-225]', { adbatch: 'x' }, 'Param adbatch.0 must be a JSON object, got "x"'],
    ['with an empty adbatch [CAM-226]', { adbatch: [] }, 'Param adbatch must have at least 1 item, got 0'],
    ['without a name [CAM-227..228]', { name: undefined }, 'The parameter name is required'],
    ['with a name that is not text [CAM-227]', { name: ['a'] }, 'Param name must be text, got ["a"]'],
    [
      'with 51 requests',
      { adbatch: Array.from({ length: 51 }, () => make('x')) },
      'Param adbatch must have at most 50 items, got 51',
    ],
    [
      'without a name of a request',
      { adbatch: [{ ...make('x'), name: undefined }] },
      'The parameter adbatch.0.name is required',
    ],
    [
      'without a url',
      { adbatch: [{ name: 'x', body: '' }] },
      'The parameter adbatch.0.relative_url is required',
    ],
    [
      'without a body',
      { adbatch: [{ name: 'x', relative_url: 'y' }] },
      'The parameter adbatch.0.body is required',
    ],
    [
      'with a body of another kind',
      { adbatch: [{ name: 'x', relative_url: 'y', body: 5 }] },
      'Param adbatch.0.body must be url-encoded text or a JSON object, got 5',
    ],
  ])('is refused %s [CAM-230]', (_, change, message) => {
    const world = fresh()
    const error = refusedBy(world, () => batchOf(world, [make('x')], change))
    expect(error).toMatchObject({ code: 100, message: `(#100) ${message}` })
  })

  test('accepts 50 requests', () => {
    const world = fresh()
    const items = Array.from({ length: 50 }, () => ({ name: 'x', relative_url: campaign, body: '' }))
    const batch = String(batchOf(world, JSON.stringify(items)).unwrap()['id'])
    world.clock.advance('1s')
    expect(read(world, batch, 'success_count')).toEqual({ success_count: 50 })
  })

  test('lists its requests page by page, with the time at which they ran', () => {
    const world = fresh()
    const batch = String(
      batchOf(
        world,
        ['One', 'Two', 'Three'].map((name) => make(name)),
      ).unwrap()['id'],
    )
    update(world, campaign, { name: 'Between' }).unwrap()
    world.clock.advance('1h')
    const url = `/v26.0/${batch}/requests?fields=scope_object_id,created_time,updated_time&limit=2`
    const page = get(world, `${url}&access_token=${userToken}`) as {
      data: { id: string }[]
      paging: { next: string }
    }
    const ids = requests(world, batch).map(({ id }) => id)
    const rest = {
      scope_object_id: adAccount,
      created_time: '2026-01-15T09:00:00+0000',
      updated_time: '2026-01-15T09:00:00+0000',
    }
    expect(page.data).toEqual(ids.slice(0, 2).map((id) => ({ id, ...rest })))
    expect(jsonOf(world.request({ method: 'GET', url: page.paging.next }))['data']).toMatchObject([
      { id: ids[2] },
    ])
  })
})
