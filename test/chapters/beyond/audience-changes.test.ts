import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { begin, call, forked, idsOf, jsonOf, refusedBy, type Scene, tokenOf } from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { adAccount, userToken } = start
const created = (name: string, more: object) =>
  String(call(start.world, userToken, 'createCustomAudience', { adAccount, name, ...more }).unwrap()['id'])
const customAudience = created('Customers', { subtype: 'CUSTOM', customer_file_source: 'USER_PROVIDED_ONLY' })
const visitors = created('Visitors', { subtype: 'WEBSITE' })
const fresh = () => forked(start)
const hash = (text: string) => createHash('sha256').update(text).digest('hex')

const read = ({ world }: Scene, fields: string, id = customAudience) => {
  const { id: _id, ...record } = call(world, userToken, 'readCustomAudience', {
    customAudience: id,
    fields,
  }).unwrap()
  return record
}
const update = ({ world }: Scene, params: object, token = userToken) =>
  call(world, token, 'updateCustomAudience', { customAudience, ...params })

// https://developers.facebook.com/docs/marketing-api/reference/custom-audience/#Updating
describe('a custom audience is changed', () => {
  const rule = { inclusions: { operator: 'or', rules: [] } }
  test.each<[object, object]>([
    [{ name: 'Updated Name for CA' }, { name: 'Updated Name for CA' }],
    [{ description: 'All' }, { description: 'All' }],
    [{ retention_days: 30 }, { retention_days: 30 }],
    [{ rule }, { rule: JSON.stringify(rule) }],
  ])('by %j', (params, expected) => {
    const scene = fresh()
    const all = 'name,description,retention_days,rule'
    const before = read(scene, all)
    expect(update(scene, params).unwrap()).toEqual({ success: true })
    expect(read(scene, all)).toEqual({ ...before, ...expected })
  })

  test('at a time that it shows', () => {
    const scene = fresh()
    const before = read(scene, 'time_created,time_updated') as { time_created: number; time_updated: number }
    expect(before.time_updated).toBe(before.time_created)
    scene.world.clock.advance('1h')
    update(scene, { name: 'B' }).unwrap()
    expect(read(scene, 'time_created,time_updated')).toEqual({
      time_created: before.time_created,
      time_updated: before.time_created + 3_600,
    })
  })

  test.each<[object, RegExp]>([
    [{}, /At least one param is required/],
    [{ name: '' }, /Param name must be/],
    [{ retention_days: 541 }, /Param retention_days must be an integer from 1 to 540/],
    [{ rule: 'all' }, /Param rule must be/],
  ])('but not by %j', (params, message) => {
    const { world } = fresh()
    const refused = refusedBy(world, () => update({ ...start, world }, params))
    expect(refused).toMatchObject({ code: 100, message: expect.stringMatching(message) })
  })
})

test('a deleted audience is gone', () => {
  const { world } = fresh()
  expect(call(world, userToken, 'deleteCustomAudience', { customAudience }).unwrap()).toEqual({
    success: true,
  })
  expect(refusedBy(world, () => call(world, userToken, 'readCustomAudience', { customAudience })).code).toBe(
    100,
  )
  expect(idsOf(call(world, userToken, 'listCustomAudiences', { adAccount }).unwrap())).toEqual([visitors])
})

// https://developers.facebook.com/docs/marketing-api/reference/custom-audience/users/
describe.each(['addAudienceUsers', 'removeAudienceUsers'])('%s', (operation) => {
  const send = ({ world }: Scene, payload: object, more: object = {}, token = userToken) =>
    call(world, token, operation, { customAudience, payload, ...more })
  const some = { schema: 'EMAIL_SHA256', data: [hash('someone@example.com')] }
  const answer = (received: number, invalid: number, samples: object = {}) => ({
    audience_id: customAudience,
    session_id: '0',
    num_received: received,
    num_invalid_entries: invalid,
    invalid_entry_samples: samples,
  })
  const email = hash('a@b.test')

  test.each<[string, object, object]>([
    ['one key', some, answer(1, 0)],
    ['no people', { schema: ['EMAIL'], data: [] }, answer(0, 0)],
    [
      'several keys, of which one is not hashed',
      {
        schema: ['EMAIL', 'LOOKALIKE_VALUE'],
        data: [
          [email, 44.5],
          [hash('c'), 0],
        ],
      },
      answer(2, 0),
    ],
    ['a value that is not known', { schema: ['EMAIL', 'FN'], data: [[email, '']] }, answer(1, 0)],
    ['ids of an app', { schema: 'UID', data: ['1234567890'], app_ids: ['1'] }, answer(1, 0)],
    ['advertiser ids', { schema: ['MADID'], data: [['6032d997-3ab0-4de0-aa16-8af0e5b482fb']] }, answer(1, 0)],
    [
      'an address that is not hashed',
      { schema: ['EMAIL'], data: [[email], ['someone@example.com']] },
      answer(2, 1, { 1: '["someone@example.com"]' }),
    ],
    ['capital digits', { schema: ['EMAIL'], data: [email.toUpperCase()] }, answer(1, 0)],
    [
      'a hash of another length',
      { schema: ['PHONE'], data: ['0'.repeat(63)] },
      answer(1, 1, { 0: `"${'0'.repeat(63)}"` }),
    ],
  ])('counts %s', (_case, payload, expected) => {
    expect(send(fresh(), payload).unwrap()).toEqual(expected)
  })

  test('shows ten of the entries that are wrong', () => {
    const data = Array.from({ length: 12 }, (_, place) => `name ${place}`)
    const { num_invalid_entries: count, invalid_entry_samples: samples } = send(fresh(), {
      schema: 'EMAIL',
      data,
    }).unwrap()
    expect(count).toBe(12)
    expect(Object.keys(samples as object)).toHaveLength(10)
  })

  test('answers the number of the upload', () => {
    const session = { session_id: '9778993', batch_seq: 1, last_batch_flag: true, estimated_num_total: 1 }
    expect(send(fresh(), some, { session }).unwrap()).toMatchObject({ session_id: '9778993' })
  })

  test('changes the time of the audience, and keeps none of the people', () => {
    const scene = fresh()
    const before = Number(read(scene, 'time_updated')['time_updated'])
    scene.world.clock.advance('1m')
    send(scene, some).unwrap()
    expect(read(scene, 'time_updated,approximate_count_lower_bound')).toEqual({
      time_updated: before + 60,
      approximate_count_lower_bound: -1,
    })
    const { state } = scene.world.snapshot()
    expect(JSON.stringify(state)).not.toContain(some.data[0])
  })

  test.each<[string, object, RegExp]>([
    ['without keys', { schema: [], data: [] }, /payload.schema must name at least one key/],
    ['without people', { schema: ['EMAIL'] }, /payload.data is required/],
    [
      'with values of other keys',
      { schema: ['EMAIL', 'FN'], data: [[email]] },
      /payload.data\[0\] must have 2 values/,
    ],
    [
      'with 10,001 entries',
      { schema: ['MADID'], data: Array(10_001).fill('a') },
      /must have at most 10000 items/,
    ],
  ])('is refused %s', (_case, payload, message) => {
    const scene = fresh()
    const refused = refusedBy(scene.world, () => send(scene, payload))
    expect(refused).toMatchObject({ code: 100, message: expect.stringMatching(message) })
  })

  test('takes 10,000 entries', () => {
    expect(send(fresh(), { schema: ['MADID'], data: Array(10_000).fill('a') }).ok).toBe(true)
  })

  test('is refused for visitors of a website, and for those who may not manage ads', () => {
    const scene = fresh()
    const refused = (more: object, token = userToken) =>
      refusedBy(scene.world, () => send(scene, some, more, token))
    expect(refused({ customAudience: visitors })).toMatchObject({ code: 100 })
    expect(refused({}, tokenOf(scene, { role: 'ANALYST' })).code).toBe(200)
  })

  test('is answered over HTTP', () => {
    const { world } = fresh()
    const method = operation === 'addAudienceUsers' ? 'POST' : 'DELETE'
    const params = { access_token: userToken, payload: JSON.stringify(some) }
    const path = `/${customAudience}/users`
    expect(jsonOf(world.request({ method, path, params }))).toEqual(answer(1, 0))
  })
})
