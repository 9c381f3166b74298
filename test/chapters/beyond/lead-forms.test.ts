import { describe, expect, test } from 'vitest'
import { act, begin, call, forked, idsOf, refusedBy, type Scene, tokenOf } from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { page, form, pageToken, userToken, user, app, appToken } = start
const fresh = () => forked(start)
const read = ({ world } = start, token = pageToken, params: object = {}) =>
  call(world, token, 'readLeadForm', { form, ...params })

describe('a lead form', () => {
  test('has its page, its questions and the number of its leads', () => {
    const { world } = start
    expect(read().unwrap()).toEqual({
      id: form,
      locale: 'en_US',
      name: 'Starter Form',
      status: 'ACTIVE',
      created_time: '2026-01-15T08:55:00+0000',
      leads_count: 3,
      page: { id: page, name: 'Starter Page' },
      page_id: page,
      questions: [
        { key: 'full_name', label: 'Full name', type: 'FULL_NAME' },
        { key: 'email', label: 'Email', type: 'EMAIL' },
      ],
    })
    const minimal = { ...start, world: world.fork({ policy: { defaultFields: 'minimal' } }) }
    expect(read(minimal).unwrap()).toEqual({
      id: form,
      locale: 'en_US',
      name: 'Starter Form',
      status: 'ACTIVE',
    })
  })

  test('shows its locale and other types of questions', () => {
    const scene = fresh()
    const questions = [{ key: 'colour' }, { key: 'shop', type: 'storeLocator' }]
    const { id } = act(scene.world, 'createLeadForm', { page, locale: 'tr_TR', questions }).unwrap()
    expect(read(scene, pageToken, { form: id, fields: 'locale,questions{key,type}' }).unwrap()).toEqual({
      id,
      locale: 'tr_TR',
      questions: [
        { key: 'colour', type: 'CUSTOM' },
        { key: 'shop', type: 'STORE_LOOKUP' },
      ],
    })
  })

  test('counts each new lead', () => {
    const scene = fresh()
    act(scene.world, 'submitLead', { form, answers: { full_name: 'A', email: 'a@b.test' } }).unwrap()
    expect(read(scene, pageToken, { fields: 'leads_count' }).unwrap()).toMatchObject({ leads_count: 4 })
  })
})

test('the forms of a page are listed newest first, and no form of another page', () => {
  const { world } = fresh()
  const { id: other } = act(world, 'createPage', { name: 'Other', administrators: [user] }).unwrap()
  act(world, 'createLeadForm', { page: other, questions: [] }).unwrap()
  world.clock.advance('1s')
  const { id: second } = act(world, 'createLeadForm', { page, questions: [] }).unwrap()
  const list = (params: object) => call(world, pageToken, 'listLeadForms', { page, ...params }).unwrap()
  expect(idsOf(list({}))).toEqual([second, form])
  expect(idsOf(list({ limit: 1 }))).toEqual([second])
})

describe('an archived form', () => {
  const archived = (scene: Scene) => {
    const { id } = act(scene.world, 'createLeadForm', {
      page,
      name: 'Old',
      questions: [{ key: 'q' }],
    }).unwrap()
    act(scene.world, 'submitLead', { form: id, answers: { q: 'x' } }).unwrap()
    act(scene.world, 'archiveLeadForm', { form: id }).unwrap()
    return String(id)
  }
  const listed = ({ world }: Scene, ...conditions: object[]) =>
    call(world, pageToken, 'listLeadForms', { page, fields: 'status', filtering: conditions })

  test('is listed with its status, and keeps its leads', () => {
    const scene = fresh()
    const id = archived(scene)
    expect(listed(scene).unwrap()['data']).toEqual([
      { id, status: 'ARCHIVED' },
      { id: form, status: 'ACTIVE' },
    ])
    const leads = call(scene.world, pageToken, 'listFormLeads', { form: id }).unwrap()
    expect(idsOf(leads)).toHaveLength(1)
  })

  test.each<[object, 'both' | 'old' | 'first' | 'none']>([
    [{ field: 'status', operator: 'EQUAL', value: 'ACTIVE' }, 'first'],
    [{ field: 'status', operator: 'IN', value: ['ARCHIVED'] }, 'old'],
    [{ field: 'name', operator: 'CONTAIN', value: 'old' }, 'old'],
    [{ field: 'id', operator: 'EQUAL', value: form }, 'first'],
    [{ field: 'created_time', operator: 'GREATER_THAN', value: 1 }, 'both'],
    [{ field: 'form.status', operator: 'EQUAL', value: 'DRAFT' }, 'none'],
  ])('is found or left out by %j', (condition, expected) => {
    const scene = fresh()
    const id = archived(scene)
    const ids = { both: [id, form], old: [id], first: [form], none: [] }[expected]
    expect(idsOf(listed(scene, condition).unwrap())).toEqual(ids)
  })

  test('is not found by a field that is not simulated', () => {
    const { world } = fresh()
    const refusal = () => listed({ ...start, world }, { field: 'locale', operator: 'EQUAL', value: 'x' })
    expect(refusedBy(world, refusal).message).toMatch(/filtering.0.field must be one of id, name, status/)
  })

  test('accepts no leads until it is active again', () => {
    const scene = fresh()
    const id = archived(scene)
    const submit = () => act(scene.world, 'submitLead', { form: id, answers: { q: 'x' } })
    expect(refusedBy(scene.world, submit).message).toMatch(/must be an active lead form: \d+ is archived/)
    act(scene.world, 'archiveLeadForm', { form: id, archived: false }).unwrap()
    expect(submit().ok).toBe(true)
  })
})

describe('permission', () => {
  const tokenWith = (caller: Parameters<typeof tokenOf>[1], scene = fresh()) => ({
    scene,
    token: tokenOf(scene, caller),
  })
  const refused = (operation: string, { scene, token }: ReturnType<typeof tokenWith>, params = {}) =>
    refusedBy(scene.world, () =>
      call(scene.world, token, operation, operation === 'readLeadForm' ? { form } : { page, ...params }),
    )

  test.each(['MANAGE', 'ADVERTISE'] as const)('the task %s suffices', (task) => {
    const { scene, token } = tokenWith({ kind: 'page', tasks: [task] })
    expect(call(scene.world, token, 'listLeadForms', { page }).ok).toBe(true)
    expect(read(scene, token).ok).toBe(true)
  })

  test.each(['CREATE_CONTENT', 'MODERATE'] as const)('the task %s does not', (task) => {
    const caller = { kind: 'page', tasks: [task] } as const
    for (const operation of ['listLeadForms', 'readLeadForm'])
      expect(refused(operation, tokenWith(caller))).toMatchObject({
        code: 200,
        message: '(#200) Requires one of the tasks MANAGE, ADVERTISE on the page',
      })
  })

  test('both need leads_retrieval', () => {
    const caller = { kind: 'page', without: ['leads_retrieval'] } as const
    for (const operation of ['listLeadForms', 'readLeadForm'])
      expect(refused(operation, tokenWith(caller))).toMatchObject({
        code: 200,
        message: '(#200) Requires the permission leads_retrieval',
      })
  })

  // https://github.com/facebook/facebook-php-business-sdk/issues/428
  test('the list needs a page token, and reading a form takes a user token too', () => {
    for (const token of [userToken, appToken])
      expect(refused('listLeadForms', { scene: fresh(), token })).toMatchObject({
        code: 190,
        message: '(#190) This method must be called with a Page Access Token',
      })
    expect(read(start, userToken).ok).toBe(true)
  })

  test('the token of another page is refused', () => {
    const scene = fresh()
    const { id } = act(scene.world, 'createPage', { name: 'Other', administrators: [user] }).unwrap()
    const { token } = act(scene.world, 'issueToken', {
      kind: 'page',
      app,
      user,
      page: id,
      scopes: ['leads_retrieval'],
    }).unwrap()
    expect(refused('listLeadForms', { scene, token: String(token) })).toMatchObject({ code: 200 })
  })
})

describe('an optional question', () => {
  const scene = fresh()
  const { world } = scene
  const questions = [{ key: 'name' }, { key: 'phone', optional: true }]
  const { id: optionalForm } = act(world, 'createLeadForm', { page, questions }).unwrap()
  const fieldData = (answers: object) => {
    const { id } = act(world, 'submitLead', { form: optionalForm, answers }).unwrap()
    return call(world, userToken, 'readLead', { lead: id, fields: 'field_data' }).unwrap()['field_data']
  }

  test('may be left out, and the lead then has no entry for it', () => {
    expect(fieldData({ name: 'Ada' })).toEqual([{ name: 'name', values: ['Ada'] }])
  })

  test('may have an empty list of values', () => {
    expect(fieldData({ name: 'Ada', phone: [] })).toEqual([
      { name: 'name', values: ['Ada'] },
      { name: 'phone', values: [] },
    ])
  })

  test('is empty in the export if it was left out', () => {
    const text = String(call(world, userToken, 'exportLeads', { id: optionalForm, type: 'form' }).unwrap())
    const [head = '', row = ''] = text.split('\n').map((line) => line.split('\t'))
    expect(row[head.indexOf('phone')]).toBe('')
  })

  test('leaves the others required', () => {
    expect(
      refusedBy(world, () => act(world, 'submitLead', { form: optionalForm, answers: {} })),
    ).toMatchObject({ code: 100, message: '(#100) Param answers.name is required by the form' })
  })
})

test.each<[object, object]>([
  [{}, {}],
  [{ partnerName: 'Zapper' }, { partner_name: 'Zapper' }],
])('a lead submitted with %j names its partner', (given, shown) => {
  const { world, form, userToken } = begin({ policy: { beyond: 'serve' } })
  const answers = { email: 'joe@example.com', full_name: 'Joe Example' }
  const { id: lead } = act(world, 'submitLead', { form, answers, ...given }).unwrap()
  const read = { lead, fields: 'partner_name' }
  expect(call(world, userToken, 'readLead', read).unwrap()).toEqual({ id: lead, ...shown })
  const plain = world.fork({ policy: { beyond: 'refuse' } })
  expect(refusedBy(plain, () => call(plain, userToken, 'readLead', read)).code).toBe(100)
})
