import { describe, expect, test } from 'vitest'
import { begin, call, forked, refusedBy } from '../scene.ts'

const scene = begin()
const { page, pageToken, userToken, lead, campaign } = scene
const post = scene.world.as(pageToken).publishPost({ page, message: 'Hello' }).unwrap().id
const time = scene.world.clock.now / 1000

const readPost = (fields: unknown, world = scene.world) =>
  call(world, pageToken, 'readPost', { post, fields })
const refusal = (fields: unknown, world = scene.world) => refusedBy(world, () => readPost(fields, world))

describe('without fields', () => {
  test('every field that has a value is shown', () => {
    const value = call(scene.world, pageToken, 'readPost', { post }).unwrap()
    expect(value).toMatchObject({
      id: post,
      created_time: time,
      updated_time: time,
      backdated_time: null,
      message: 'Hello',
      is_published: true,
      is_expired: false,
      is_hidden: false,
      promotable_id: post,
      status_type: 'mobile_status_update',
    })
    expect(Object.keys(value)).not.toContain('sheduled_publish_time')
    expect(Object.values(value)).not.toContain(undefined)
  })

  test.each<[string, string, object, string[]]>([
    ['a post', 'readPost', { post }, ['id', 'created_time', 'message']],
    ['a campaign', 'readCampaign', { campaign }, ['id']],
    ['a lead', 'readLead', { lead }, ['id', 'created_time', 'ad_id', 'form_id', 'field_data']],
  ])('%s shows its minimal set under that policy', (_, operation, params, expected) => {
    const { world } = forked(scene, { policy: { defaultFields: 'minimal' } })
    expect(Object.keys(call(world, userToken, operation, params).unwrap()).sort()).toEqual(expected.sort())
  })

  test('a lead leaves out the fields that are shown only on request [LEA-013, LEA-022]', () => {
    const value = call(scene.world, userToken, 'readLead', { lead }).unwrap()
    expect(Object.keys(value).sort()).toEqual(['ad_id', 'created_time', 'field_data', 'form_id', 'id'])
  })
})

describe('fields', () => {
  const expected = { id: post, message: 'Hello', is_published: true }

  test.each<[string, unknown]>([
    ['a comma-separated text', 'message,is_published'],
    ['with blanks', ' message , is_published '],
    ['a list', ['message', 'is_published']],
    ['a JSON array as text', '["message","is_published"]'],
    ['a JSON array as text, with blanks', ' [ "message", "is_published" ] '],
    ['a name twice', 'message,is_published,message'],
    ['the id among them', 'id,message,is_published'],
  ])('select what is returned, and always the id: %s [CNV-020, FEE-131]', (_, fields) => {
    expect(readPost(fields).unwrap()).toEqual(expected)
  })

  test.each(['contract', 'platform'] as const)(
    'select members of an object, and its id is always returned: %s',
    (policy) => {
      const { world } = forked(scene, { policy })
      const name = 'Starter Page'
      expect(readPost('from{name}', world).unwrap()).toEqual({ id: post, from: { id: page, name } })
      expect(readPost('from{id}', world).unwrap()).toEqual({ id: post, from: { id: page } })
    },
  )

  test('that have no value are left out, but backdated_time is null [FEE-020]', () => {
    expect(readPost('sheduled_publish_time,full_picture,backdated_time').unwrap()).toEqual({
      id: post,
      backdated_time: null,
    })
  })

  test.each(['', '[]', []])('that name nothing mean the default: %j', (fields) => {
    expect(readPost(fields).unwrap()).toEqual(call(scene.world, pageToken, 'readPost', { post }).unwrap())
  })

  test.each(['nothing', 'Message', 'constructor', '__proto__', 'toString', 'sheduled_publish_time2'])(
    'that are unknown are refused by name: %s',
    (name) => {
      expect(refusal(`id,${name}`)).toMatchObject({
        code: 100,
        message: `(#100) Tried accessing nonexisting field (${name}) on node type (Post)`,
      })
    },
  )

  test('that are unknown are ignored under that policy', () => {
    const { world } = forked(scene, { policy: { unknownFields: 'ignore' } })
    expect(readPost('message,nothing', world).unwrap()).toEqual({ id: post, message: 'Hello' })
  })

  test.each(['comments.limit(2)', 'comments', 'message.limit(2)', 'attachments.limit(1){url}'])(
    'accept no edge and no modifier: %s',
    (fields) => expect(refusal(fields).code).toBe(100),
  )

  test.each([
    'id,,message',
    ',id',
    'a b',
    'id}',
    '{id}',
    'x[id]',
    '[id]x',
    'attachments{',
    'attachments{}',
    'attachments{data',
    'id;',
  ])('that are malformed are refused: %s', (fields) => {
    expect(refusal(fields)).toMatchObject({
      code: 100,
      message: `(#100) Param fields must be a comma-separated list of field names, got "${fields}"`,
    })
  })

  test('have at most 1,000 names, including those within braces', () => {
    expect(readPost(Array(1_000).fill('id').join()).unwrap()).toEqual({ id: post })
    expect(refusal(Array(1_001).fill('id').join()).message).toBe(
      '(#100) Param fields must have at most 1000 names, got 1001',
    )
    expect(refusal('attachments{'.repeat(1_000)).message).toContain('at most 1000 names, got 1001')
  })

  test.each([5, true, [1], { a: 1 }])('that are not names are refused: %j', (fields) => {
    const message = `(#100) Param fields must be a comma-separated list of field names, got ${JSON.stringify(fields)}`
    expect(refusal(fields)).toMatchObject({ code: 100, message })
  })
})

describe('braces', () => {
  const world = scene.world.fork()
  const { actions } = world
  const issue = {
    level: 'CAMPAIGN',
    error_code: 7,
    error_summary: 'Summary',
    error_message: 'Message',
    error_type: 'HARD_ERROR',
  }
  actions.setCampaignIssues({ campaign, issues: [issue, { ...issue, error_code: 8 }] }).unwrap()
  const fieldsOf = (fields: string) => call(world, userToken, 'readCampaign', { campaign, fields })

  test('select members of an object, and of each object in a list', () => {
    expect(fieldsOf('name,issues_info{error_code}').unwrap()).toEqual({
      id: campaign,
      name: 'Starter Campaign',
      issues_info: [{ error_code: 7 }, { error_code: 8 }],
    })
  })

  test('nest', () => {
    const linked = call(world, pageToken, 'publishPost', { page, link: 'https://a.test/' }).unwrap()['id']
    const asked = { post: linked, fields: 'attachments{data{url}},message' }
    expect(call(world, pageToken, 'readPost', asked).unwrap()).toEqual({
      id: linked,
      attachments: { data: [{ url: 'https://a.test/' }] },
    })
  })

  test.each([
    ['an object within', 'attachments{data{url,nothing}}', 'attachments.data.nothing'],
    ['a text within', 'attachments{data{url{length}}}', 'attachments.data.url.length'],
    ['the second of two', 'attachments{data{url},next}', 'attachments.next'],
  ])('with an unknown member are refused, at any depth: %s', (_, fields, path) => {
    const linked = call(world, pageToken, 'publishPost', { page, link: 'https://a.test/' }).unwrap()['id']
    const asked = () => call(world, pageToken, 'readPost', { post: linked, fields })
    expect(refusedBy(world, asked).message).toBe(
      `(#100) Tried accessing nonexisting field (${path}) on node type (Post)`,
    )
  })

  test('nest at most eight deep', () => {
    const nested = (depth: number) => `${'attachments{'.repeat(depth - 1)}url${'}'.repeat(depth - 1)}`
    const asked = (depth: number) => () => call(world, pageToken, 'readPost', { post, fields: nested(depth) })
    expect(refusedBy(world, asked(8)).message).toContain('nonexisting field (attachments.attachments)')
    expect(refusedBy(world, asked(9)).message).toContain('must be a comma-separated list of field names')
  })

  test('with an unknown member are refused', () => {
    expect(refusedBy(world, () => fieldsOf('issues_info{code}'))).toMatchObject({
      code: 100,
      message: '(#100) Tried accessing nonexisting field (issues_info.code) on node type (Campaign)',
    })
  })
})

describe('on a POST', () => {
  test('fields adds the fields of the new node to the normal answer [FEE-151]', () => {
    const world = scene.world.fork()
    const made = call(world, pageToken, 'publishPost', {
      page,
      message: 'New',
      fields: 'message,created_time',
    })
    const { id } = made.unwrap()
    expect(made.unwrap()).toEqual({ id, message: 'New', created_time: time })
    expect(call(world, pageToken, 'readPost', { post: id, fields: 'message' }).unwrap()).toEqual({
      id,
      message: 'New',
    })
  })

  test.each([undefined, ''])('without fields the answer is the normal one: %j', (fields) => {
    const world = scene.world.fork()
    const made = call(world, pageToken, 'publishPost', {
      page,
      message: 'New',
      ...(fields === '' && { fields }),
    })
    expect(Object.keys(made.unwrap())).toEqual(['id'])
  })

  test('an unknown field is refused, and nothing is created', () => {
    const world = scene.world.fork()
    const refused = () => call(world, pageToken, 'publishPost', { page, message: 'New', fields: 'nothing' })
    expect(refusedBy(world, refused).code).toBe(100)
    expect(world.as(pageToken).listPageFeed({ page }).unwrap().data).toHaveLength(1)
  })

  test('a new campaign and a copy return fields too', () => {
    const world = scene.world.fork()
    const { adAccount } = scene
    const params = { adAccount, name: 'C', special_ad_categories: [], fields: 'name,status' }
    const made = call(world, userToken, 'createCampaign', params).unwrap()
    expect(made).toEqual({ id: expect.any(String), success: true, name: 'C', status: 'PAUSED' })
    const copy = call(world, userToken, 'copyCampaign', { campaign: made['id'], fields: 'name' }).unwrap()
    expect(copy).toMatchObject({ id: copy['copied_campaign_id'], name: 'C - Copy' })
  })
})
