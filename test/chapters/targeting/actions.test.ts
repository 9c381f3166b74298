import { describe, expect, test } from 'vitest'
import { type createWorld, restoreWorld } from '../../../src/world/create-world.ts'
import { act, begin, refusedBy } from '../../service/scene.ts'
import { add, itemsOf, namesOf, worldOf } from './audience-world.ts'

const rowsOf = (world: ReturnType<typeof createWorld>) =>
  world.snapshot().state.graph.rows.filter(({ kind }) => kind === 'audienceSheets')

test('a world without added audiences stores no row of them', () => {
  const { world } = begin()
  expect(rowsOf(world)).toEqual([])
})

test('an audience is shown as it was added', () => {
  const scene = begin()
  const audience = {
    id: '77',
    type: 'life_events',
    name: 'Graduation',
    audienceSize: 1_234,
    path: ['Demographics', 'Life events'],
    description: 'People who graduated',
  }
  expect(add(scene, [audience]).unwrap()).toEqual({ ids: ['77'] })
  const { audienceSize: audience_size, ...rest } = audience
  expect(itemsOf(scene, 'browseTargeting', {}).filter(({ id }) => id === '77')).toEqual([
    { ...rest, audience_size },
  ])
})

test('an audience without an id gets one that finds it, and is no node', () => {
  const scene = begin()
  const names = Array.from({ length: 2_002 }, (_, at) => `Novelty ${at}`)
  const added = add(
    scene,
    names.map((name) => ({ name })),
  ).unwrap() as { ids: string[] }
  expect(new Set(added.ids).size).toBe(2_002)
  for (const id of added.ids) expect(id).toMatch(/^\d{1,19}$/)
  expect(namesOf(scene, 'validateTargeting', { id_list: added.ids })).toEqual(names)
  const [row] = rowsOf(scene.world)
  const url = `/v7.0/${row?.id}?access_token=${scene.userToken}`
  expect(JSON.parse(String(scene.world.request({ method: 'GET', url }).body))).toMatchObject({
    error: { code: 100, error_subcode: 33 },
  })
})

describe('replace', () => {
  test('replaces the built-in audiences', () => {
    const scene = worldOf({ name: 'Only one' })
    expect(namesOf(scene, 'browseTargeting', {})).toEqual(['Only one'])
    expect(namesOf(scene, 'searchTargeting', { q: 'football' })).toEqual([])
  })

  test('replaces added audiences too', () => {
    const scene = worldOf({ id: '1', name: 'First' })
    add(scene, [{ id: '1', name: 'Second' }], true).unwrap()
    add(scene, [{ name: 'Third', audienceSize: 1 }]).unwrap()
    expect(namesOf(scene, 'browseTargeting', {})).toEqual(['Second', 'Third'])
  })

  test('with an empty list removes all audiences', () => {
    expect(namesOf(worldOf(), 'browseTargeting', {})).toEqual([])
  })

  test('is kept in snapshots and forks, and a fork does not change its origin', () => {
    const scene = begin()
    const fork = { ...scene, world: scene.world.fork() }
    add(fork, [{ name: 'Forked' }], true).unwrap()
    const restored = { ...scene, world: restoreWorld(JSON.parse(JSON.stringify(fork.world.snapshot()))) }
    expect(namesOf(fork, 'browseTargeting', {})).toEqual(['Forked'])
    expect(namesOf(restored, 'browseTargeting', {})).toEqual(['Forked'])
    expect(namesOf(scene, 'browseTargeting', {})).toContain('Football')
  })
})

test('an empty list changes nothing', () => {
  const { world } = begin()
  const { graph } = world.state
  expect(act(world, 'addTargetingAudiences', { audiences: [] }).unwrap()).toEqual({ ids: [] })
  expect(world.state.graph).toBe(graph)
})

const sound = { id: '1', type: 'interests', name: 'Sound', audienceSize: 0 }

describe('addTargetingAudiences refuses', () => {
  test.each<[string, object]>([
    ['a list that is missing', {}],
    ['an id that is not a number', { audiences: [{ ...sound, id: 'x' }] }],
    ['an unknown type', { audiences: [{ ...sound, type: 'colours' }] }],
    ['an empty name', { audiences: [{ ...sound, name: '' }] }],
    ['a negative size', { audiences: [{ ...sound, audienceSize: -1 }] }],
    ['a missing size', { audiences: [{ ...sound, audienceSize: undefined }] }],
    ['a malformed locale', { audiences: [{ ...sound, translations: [{ locale: 'german', name: 'x' }] }] }],
    ['the type and id of a built-in audience', { audiences: [{ ...sound, id: '6003000000011' }] }],
    ['the type and id of an added audience', { audiences: [{ ...sound, id: '2' }] }],
    ['one audience twice', { audiences: [sound, { ...sound, name: 'Again' }] }],
    ['one audience twice with replace', { audiences: [sound, sound], replace: true }],
  ])('%s', (_, params) => {
    const scene = begin()
    add(scene, [{ id: '2', name: 'Second' }]).unwrap()
    expect(refusedBy(scene.world, () => act(scene.world, 'addTargetingAudiences', params)).code).toBe(100)
  })

  test('no audience with the id of another type', () => {
    const scene = begin()
    expect(add(scene, [sound, { ...sound, type: 'behaviors' }]).ok).toBe(true)
  })
})
