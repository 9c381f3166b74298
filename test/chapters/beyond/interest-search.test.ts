import { describe, expect, test } from 'vitest'
import { call, forked, get } from '../../service/scene.ts'
import { type Added, add } from '../targeting/audience-world.ts'
import { football, type Item, itemsOf, namesOf, scene, worldOf } from './search-world.ts'

const hobby = (name: string, more: object = {}): Added => ({ name, path: ['Interests', 'Hobbies'], ...more })
const eleven = Array.from({ length: 11 }, (_, at) => hobby(`Tea ${at}`))

describe('adinterest', () => {
  test('answers as the documentation and recordings of the live service show, without paging', () => {
    const { world, userToken } = forked(scene)
    const url = `/v25.0/search?type=adinterest&q=football&limit=1&access_token=${userToken}`
    expect(get(world, url)).toEqual({
      data: [
        {
          ...football,
          path: ['Interests', 'Sports and outdoors', 'Sports'],
          description: 'People interested in Football',
          topic: 'Sports and outdoors',
        },
      ],
    })
  })

  // From answers of the live service.
  test.each([
    [44_629_600, 52_484_410],
    [5_886_938, 6_923_040],
    [275_994, 324_570],
    [93_341, 109_770],
    [50_697, 59_620],
    [512_619_285, 602_840_280],
    [0, 0],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ])('a size of %i has the upper bound %i', (audienceSize, upper) => {
    expect(itemsOf({ type: 'adinterest', q: 'Tea' }, worldOf(hobby('Tea', { audienceSize })))).toMatchObject([
      { audience_size_lower_bound: audienceSize, audience_size_upper_bound: upper },
    ])
  })

  test('finds the interests of the ad account search, with the same ids, and no other audiences', () => {
    const found = itemsOf({ type: 'adinterest', q: 'o', limit: 1_000 })
    const { adAccount, world, userToken } = scene
    const params = { adAccount, q: 'o', limit: 1_000, limit_type: 'interests' }
    const { data } = call(world, userToken, 'searchTargeting', params).unwrap()
    expect(found.map(({ id }) => id)).toEqual((data as Item[]).map(({ id }) => id))
    expect(namesOf({ type: 'adinterest', q: 'computer science' })).toEqual([])
  })

  test('an id that it finds is one that an ad set can have, and that is valid', () => {
    const { adAccount, campaign, world, userToken } = forked(scene)
    const [{ id, name } = {}] = itemsOf({ type: 'adinterest', q: 'jazz' })
    const targeting = { geo_locations: { countries: ['US'] }, interests: [{ id, name }] }
    const adSet = {
      ...{ adAccount, campaign_id: campaign, name: 'Jazz', targeting, daily_budget: 1_000 },
      ...{ billing_event: 'IMPRESSIONS', optimization_goal: 'REACH', bid_amount: 100 },
    }
    const made = call(world, userToken, 'addAdSet', adSet).unwrap()
    const read = call(world, userToken, 'readAdSet', { adSet: made['id'], fields: 'targeting' }).unwrap()
    expect(read['targeting']).toEqual(targeting)
    const valid = { adAccount, targeting_list: [{ type: 'interests', id }] }
    expect(call(world, userToken, 'validateTargeting', valid).unwrap()['data']).toMatchObject([
      { valid: true },
    ])
  })

  test.each<[string, object, number]>([
    ['8 results by default', {}, 8],
    ['as many as limit says', { limit: 10 }, 10],
    ['all, if limit is larger', { limit: '1000' }, 11],
  ])('%s', (_, params, count) => {
    expect(itemsOf({ type: 'adinterest', q: 'tea', ...params }, worldOf(...eleven))).toHaveLength(count)
  })

  test('1,000 results at most', () => {
    const at = worldOf(...Array.from({ length: 1_001 }, (_, n) => hobby(`Tea ${n}`)))
    expect(itemsOf({ type: 'adinterest', q: 'tea', limit: 5_000 }, at)).toHaveLength(1_000)
  })

  test('searches and shows the language of the call, and en_US by default', () => {
    const path = ['Interessen', 'Sport und Outdoor', 'Sportarten']
    const german = { type: 'adinterest', q: 'fußball', locale: 'de_DE', limit: 1 }
    expect(itemsOf(german)).toMatchObject([{ id: football.id, name: 'Fußball', path, topic: path[1] }])
    expect(itemsOf({ ...german, locale: undefined })).toEqual([])
  })

  test('an interest without categories has no topic', () => {
    const [item] = itemsOf({ type: 'adinterest', q: 'tea' }, worldOf({ name: 'Tea', path: [] }))
    expect(item).toMatchObject({ name: 'Tea', path: [] })
    expect(item).not.toHaveProperty('topic')
  })
})

describe('adinterestvalid', () => {
  test('says of each name and id whether there is such an interest, in the order of the call', () => {
    const params = {
      type: 'adinterestvalid',
      interest_list: '["Football","nonexistantkeyword"]',
      interest_fbid_list: [football.id, 1],
    }
    expect(itemsOf(params)).toEqual([
      { ...football, valid: true },
      { name: 'nonexistantkeyword', valid: false },
      { ...football, valid: true },
      { id: '1', valid: false },
    ])
  })

  test.each<[string, object, boolean]>([
    ['a name', { interest_list: ['Coffee'] }, true],
    ['a name in another letter case', { interest_list: ['coffee'] }, false],
    ['a name without its accents', { interest_list: ['Creme brulee'] }, false],
    ['a name in another language', { interest_list: ['Fußball'], locale: 'de_DE' }, true],
    ['an audience that is no interest', { interest_list: ['Commuters'] }, false],
    ['the id of an audience that is no interest', { interest_fbid_list: ['6003600000012'] }, false],
  ])('%s', (_, params, valid) => {
    expect(itemsOf({ type: 'adinterestvalid', ...params })).toMatchObject([{ valid }])
  })

  test('names that differ in letter case are two interests; of equal names it takes the larger', () => {
    const at = worldOf(
      { id: '1', name: 'APPLE', audienceSize: 9 },
      { id: '2', name: 'Apple', audienceSize: 5 },
    )
    add(at, [{ id: '3', name: 'Apple', audienceSize: 7 }]).unwrap()
    add(at, [{ id: '4', name: 'Apple', audienceSize: 8 }]).unwrap()
    expect(itemsOf({ type: 'adinterestvalid', interest_list: ['Apple'] }, at)).toMatchObject([{ id: '4' }])
  })

  test('limit cuts none: each entry has its answer', () => {
    const interest_list = Array.from({ length: 20 }, (_, at) => `Nothing ${at}`)
    expect(itemsOf({ type: 'adinterestvalid', interest_list, limit: 1 })).toHaveLength(20)
  })
})

describe('adinterestsuggestion', () => {
  test('suggests interests of the same categories, the nearest first, without those of the call', () => {
    const params = { type: 'adinterestsuggestion', interest_list: ['Basketball'] }
    const sports = ['Football', 'Swimming', 'Table football']
    expect(namesOf({ ...params, limit: 3 })).toEqual(sports)
    expect(namesOf(params)).toHaveLength(8)
    expect(itemsOf(params)[0]).toMatchObject({ ...football, topic: 'Sports and outdoors' })
  })

  test('suggests no other audiences of the category', () => {
    const at = worldOf(hobby('Tea'), hobby('Coffee'), hobby('Regulars', { type: 'behaviors' }))
    expect(namesOf({ type: 'adinterestsuggestion', interest_list: ['Tea'] }, at)).toEqual(['Coffee'])
  })

  test('suggests nothing for a name that is no interest', () => {
    expect(namesOf({ type: 'adinterestsuggestion', interest_list: ['Commuters', 'x'] })).toEqual([])
  })
})
