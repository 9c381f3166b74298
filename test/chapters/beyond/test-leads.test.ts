import { describe, expect, test } from 'vitest'
import { act, begin, call, forked, idsOf, refusedBy, type Scene, tokenOf } from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { form, lead, page, pageToken } = start
const make = ({ world }: Scene, params: object = {}) =>
  call(world, pageToken, 'createTestLead', { form, ...params })
const list = ({ world }: Scene, operation: string) =>
  idsOf(call(world, pageToken, operation, { form }).unwrap())

describe('a test lead', () => {
  test('has dummy answers, is listed as a lead and as a test lead, and can be deleted', () => {
    const scene = forked(start)
    const before = list(scene, 'listFormLeads')
    const { id } = make(scene).unwrap()
    const fields = 'field_data,is_organic,form_id,custom_disclaimer_responses'
    expect(call(scene.world, pageToken, 'readLead', { lead: id, fields }).unwrap()).toEqual({
      id,
      field_data: ['full_name', 'email'].map((name) => ({
        name,
        values: [`<test lead: dummy data for ${name}>`],
      })),
      custom_disclaimer_responses: [{ checkbox_key: 'newsletter', is_checked: '' }],
      is_organic: true,
      form_id: form,
    })
    expect(list(scene, 'listTestLeads')).toEqual([id])
    expect(list(scene, 'listFormLeads')).toEqual([id, ...before])
    expect(call(scene.world, pageToken, 'deleteTestLead', { lead: id }).unwrap()).toEqual({ success: true })
    expect(list(scene, 'listTestLeads')).toEqual([])
    expect(list(scene, 'listFormLeads')).toEqual(before)
    expect(make(scene).ok).toBe(true)
  })

  test.each(['true', '1'])('has the answers that were given, and a box that is checked by %s', (given) => {
    const scene = forked(start)
    const field_data = JSON.stringify([{ name: 'email', values: ['a@b.test'] }])
    const custom_disclaimer_responses = [{ checkbox_key: 'newsletter', is_checked: given }]
    const { id } = make(scene, { field_data, custom_disclaimer_responses }).unwrap()
    const fields = 'field_data,custom_disclaimer_responses'
    expect(call(scene.world, pageToken, 'readLead', { lead: id, fields }).unwrap()).toMatchObject({
      field_data: [{ name: 'full_name' }, { name: 'email', values: ['a@b.test'] }],
      custom_disclaimer_responses: [{ checkbox_key: 'newsletter', is_checked: '1' }],
    })
  })

  test('is a notice for the apps of the page, and an event', async () => {
    const { world } = forked(start)
    const { app } = start
    world.webhooks.connect(app, () => ({ status: 200 }))
    world.actions.installApp({ page, app }).unwrap()
    const { id } = make({ ...start, world }).unwrap()
    const changes = [{ field: 'leadgen', value: { leadgen_id: Number(id), form_id: Number(form) } }]
    const [delivery] = await world.webhooks.flush()
    expect(JSON.stringify(delivery)).toContain(String(id))
    const emitted = world.events.all().findLast(({ type }) => type === 'leadgen')
    expect(emitted).toMatchObject({ data: { entry: [{ changes }] } })
  })

  test.each<[object, RegExp]>([
    [{ field_data: [{ name: 'age', values: ['7'] }] }, /must name questions of the form, got age/],
    [{ field_data: 'x' }, /Param field_data/],
    [{ field_data: [{ name: '__proto__', values: [] }] }, /must name questions of the form/],
    [{ custom_disclaimer_responses: [{ checkbox_key: 'x' }] }, /must name check boxes of the form, got x/],
  ])('is refused with %j', (params, message) => {
    expect(refusedBy(start.world, () => make(start, params))).toMatchObject({
      code: 100,
      message: expect.stringMatching(message),
    })
  })

  test('is refused for a form that has one, and for an archived form', () => {
    const scene = forked(start)
    const { id } = make(scene).unwrap()
    expect(refusedBy(scene.world, () => make(scene)).message).toMatch(`The form has the test lead ${id}`)
    const archived = forked(start)
    act(archived.world, 'archiveLeadForm', { form }).unwrap()
    expect(refusedBy(archived.world, () => make(archived)).message).toMatch(
      /An archived lead form accepts no leads/,
    )
  })
})

test('no other lead can be deleted', () => {
  const refused = () => call(start.world, pageToken, 'deleteTestLead', { lead })
  expect(refusedBy(start.world, refused)).toMatchObject({
    code: 200,
    because: ['a person submitted this lead'],
  })
})

test('only those who read the leads of the page make, list and delete test leads', () => {
  const scene = forked(start)
  const { id } = make(scene).unwrap()
  const moderator = tokenOf(scene, { kind: 'page', tasks: ['MODERATE', 'CREATE_CONTENT'] })
  const limited = tokenOf(scene, { kind: 'page', without: ['leads_retrieval'] })
  for (const token of [moderator, limited])
    for (const [operation, params] of [
      ['createTestLead', { form }],
      ['listTestLeads', { form }],
      ['deleteTestLead', { lead: id }],
    ] as const)
      expect(call(scene.world, token, operation, params)).toMatchObject({ error: { code: 200 } })
})
