import { describe, expect, test } from 'vitest'
import { begin, call, forked, idsOf, jsonOf, refusedBy, type Scene, tokenOf } from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { adAccount, campaign, adSet, ad, creative, userToken } = start
const created = (name: string) =>
  String(call(start.world, userToken, 'createAdLabel', { adAccount, name }).unwrap()['id'])
const [one, two] = [created('One'), created('Two')]
const fresh = () => forked(start)
const as = ({ world }: Scene, operation: string, params: object, token = userToken) =>
  call(world, token, operation, params)
const refused = (scene: Scene, operation: string, params: object, token = userToken) =>
  refusedBy(scene.world, () => as(scene, operation, params, token))

// https://developers.facebook.com/docs/marketing-api/reference/ad-label/
describe('a label of an ad account', () => {
  test('is created, read, listed and renamed', () => {
    const scene = fresh()
    scene.world.clock.advance('1h')
    const { id } = as(scene, 'createAdLabel', { adAccount, name: 'My Label' }).unwrap()
    expect(idsOf(as(scene, 'listAdLabels', { adAccount }).unwrap())).toEqual([id, two, one])
    const time = new Date(scene.world.clock.now).toISOString().replace('.000Z', '+0000')
    const fields = 'id,name,account,created_time,updated_time'
    const record = {
      ...{ id, name: 'My Label', created_time: time, updated_time: time },
      account: { id: `act_${adAccount}`, account_id: adAccount },
    }
    expect(as(scene, 'readAdLabel', { adLabel: id, fields }).unwrap()).toEqual(record)
    scene.world.clock.advance('1h')
    expect(as(scene, 'updateAdLabel', { adLabel: id, name: 'B' }).unwrap()).toEqual({ success: true })
    const renamed = as(scene, 'readAdLabel', { adLabel: id, fields }).unwrap()
    expect(renamed).toMatchObject({ name: 'B', created_time: time })
    expect(renamed['updated_time']).not.toBe(time)
  })

  test('is created over HTTP, read back, and read by ids', () => {
    const { world } = fresh()
    const params = { access_token: userToken, name: 'My Label', fields: 'name' }
    const made = jsonOf(world.request({ method: 'POST', path: `/act_${adAccount}/adlabels`, params }))
    expect(made).toEqual({ id: expect.any(String), name: 'My Label' })
    const ids = { access_token: userToken, ids: `${one},${two}`, fields: 'name' }
    expect(jsonOf(world.request({ method: 'GET', path: '/', params: ids }))).toEqual({
      [one]: { id: one, name: 'One' },
      [two]: { id: two, name: 'Two' },
    })
  })

  test('is refused without a name, and to those who may not manage ads', () => {
    const scene = fresh()
    expect(refused(scene, 'createAdLabel', { adAccount, name: '' }).code).toBe(100)
    const analyst = tokenOf(scene, { role: 'ANALYST' })
    expect(as(scene, 'listAdLabels', { adAccount }, analyst).ok).toBe(true)
    for (const [operation, params] of [
      ['createAdLabel', { adAccount, name: 'A' }],
      ['updateAdLabel', { adLabel: one, name: 'A' }],
      ['deleteAdLabel', { adLabel: one }],
      ['addAdLabels', { ad, adlabels: [{ id: one }] }],
    ] as const)
      expect(refused(scene, operation, params, analyst).code).toBe(200)
  })
})

const objects = [
  ['a campaign', 'Campaign', { campaign }, 'readCampaign'],
  ['an ad set', 'AdSet', { adSet }, 'readAdSet'],
  ['an ad', 'Ad', { ad }, 'readAd'],
  ['a creative', 'Creative', { creative }, 'readCreative'],
] as const

describe.each(objects)('%s', (_case, kind, of, reading) => {
  const [adding, removing] =
    kind === 'Ad' ? ['addAdLabels', 'removeAdLabels'] : [`add${kind}Labels`, `remove${kind}Labels`]
  const read = (scene: Scene) => as(scene, reading, { ...of, fields: 'adlabels' }).unwrap()['adlabels']
  const add = (scene: Scene, ...adlabels: object[]) => as(scene, adding, { ...of, adlabels })

  test('gets labels by their ids and names, each once, and loses them', () => {
    const scene = fresh()
    expect(read(scene)).toBeUndefined()
    expect(add(scene, { id: one }).unwrap()).toEqual({ success: true })
    add(scene, { name: 'Two' }, { id: one, name: 'another' }).unwrap()
    expect(read(scene)).toEqual([
      { id: one, name: 'One' },
      { id: two, name: 'Two' },
    ])
    expect(as(scene, removing, { ...of, adlabels: [{ id: one }] }).unwrap()).toEqual({ success: true })
    expect(read(scene)).toEqual([{ id: two, name: 'Two' }])
    as(scene, removing, { ...of, adlabels: [{ id: two }] }).unwrap()
    expect(read(scene)).toBeUndefined()
  })

  test('shows the new name of a label, and loses one that is deleted', () => {
    const scene = fresh()
    add(scene, { id: one }, { id: two }).unwrap()
    as(scene, 'updateAdLabel', { adLabel: one, name: 'First' }).unwrap()
    as(scene, 'deleteAdLabel', { adLabel: two }).unwrap()
    expect(read(scene)).toEqual([{ id: one, name: 'First' }])
  })

  test('gets no label that the account does not have, and at most 50', () => {
    const scene = fresh()
    for (const label of [{ id: '1' }, { id: ad }, { name: 'Three' }, {}]) {
      const message = expect.stringContaining('must name labels of the ad account')
      expect(refused(scene, adding, { ...of, adlabels: [label] })).toMatchObject({ code: 100, message })
    }
    const many = Array.from({ length: 51 }, (_, place) => ({ name: `Label ${place}` }))
    for (const { name } of many) as(scene, 'createAdLabel', { adAccount, name }).unwrap()
    expect(refused(scene, adding, { ...of, adlabels: many }).message).toMatch(/at most 50 items, got 51/)
    add(scene, ...many.slice(0, 50)).unwrap()
    expect(refused(scene, adding, { ...of, adlabels: many.slice(50) }).message).toMatch(/at most 50 labels/)
  })
})

test('a label of another account is refused', () => {
  const scene = fresh()
  const { id: account } = scene.world.actions
    .createAdAccount({ name: 'Other', administrators: [start.user] })
    .unwrap()
  const { id } = as(scene, 'createAdLabel', { adAccount: account, name: 'Foreign' }).unwrap()
  for (const label of [{ id }, { name: 'Foreign' }])
    expect(refused(scene, 'addAdLabels', { ad, adlabels: [label] }).code).toBe(100)
})

describe('a call that changes an ad or a creative', () => {
  test.each([
    ['updateAd', { ad }, 'readAd'],
    ['updateCreative', { creative }, 'readCreative'],
  ])('%s replaces its labels', (operation, of, reading) => {
    const scene = fresh()
    const read = () => as(scene, reading, { ...of, fields: 'adlabels' }).unwrap()['adlabels']
    as(scene, operation, { ...of, adlabels: [{ id: one, name: 'My Label' }] }).unwrap()
    as(scene, operation, { ...of, adlabels: [{ id: two }, { name: 'Two' }] }).unwrap()
    expect(read()).toEqual([{ id: two, name: 'Two' }])
    as(scene, operation, { ...of, name: 'Renamed' }).unwrap()
    expect(read()).toEqual([{ id: two, name: 'Two' }])
    expect(refused(scene, operation, { ...of, adlabels: [{ id: '1' }] }).code).toBe(100)
    as(scene, operation, { ...of, adlabels: [] }).unwrap()
    expect(read()).toBeUndefined()
  })
})

// https://developers.facebook.com/docs/marketing-api/reference/ad-creative/#Updating
describe('an ad creative', () => {
  test('is renamed and deleted', () => {
    const scene = fresh()
    const read = () => as(scene, 'readCreative', { creative, fields: 'name,status' }).unwrap()
    expect(as(scene, 'updateCreative', { creative, name: 'New' }).unwrap()).toEqual({ success: true })
    expect(read()).toEqual({ id: creative, name: 'New', status: 'ACTIVE' })
    expect(as(scene, 'removeCreative', { creative }).unwrap()).toEqual({ success: true })
    expect(read()).toEqual({ id: creative, name: 'New', status: 'DELETED' })
    expect(idsOf(as(scene, 'listCreatives', { adAccount }).unwrap())).not.toContain(creative)
    expect(refused(scene, 'updateCreative', { creative, name: 'Late' }).message).toMatch(
      /A deleted ad creative/,
    )
  })

  test('is not changed by a call that names nothing', () => {
    expect(refused(fresh(), 'updateCreative', { creative }).message).toMatch(/At least one param is required/)
  })
})
