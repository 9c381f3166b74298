import { describe, expect, test } from 'vitest'
import { objectives } from '../../../src/chapters/ads/campaign-values.ts'
import { objectiveErrorMessage, objectiveRules } from '../../../src/chapters/ads/objective-rules.ts'
import type { AnyRow } from '../../../src/engine/store/table.ts'
import type { TypedFile } from '../../../src/service/typed-call.ts'
import type { World } from '../../../src/world/world.ts'
import { begin, jsonOf, multipart, refusedBy } from '../photos/photo-world.ts'
import { adImageRow, file, md5, png, upload } from './ad-image-world.ts'
import { zipOf } from './zip-samples.ts'

const start = begin()
const { adAccount, userToken, adSet, creative, campaign } = start
const one = png()
const hash = md5(one)
upload(start.world, userToken, { adAccount, files: [file('a.png', one)] }).unwrap()
const links = start.world.as(userToken).listAdImages({ adAccount }).unwrap().data[0]
const address = `https://graph.test/v26.0/act_${adAccount}/ads`

const rowOf = (world: World, id: unknown) =>
  world.snapshot({ bytes: 'omit' }).state.graph.rows.find((row) => String(row.id) === String(id)) as
    | (AnyRow & Record<string, unknown>)
    | undefined

const create = (world: World, params: Record<string, unknown> = {}) =>
  world.as(userToken).createAd({
    adAccount,
    name: 'Ad',
    adset_id: adSet,
    creative: { title: 'Hello' },
    ...params,
  } as never)

const creativeOf = (world: World, ad: string) => rowOf(world, rowOf(world, ad)?.['creative'])

const inline = { title: 'Title', body: 'Body', object_url: 'https://shop.test/' }

describe('a new ad', () => {
  test('is created by a multipart form with the image of its creative, and returns its id [IMG-001, IMG-051..057, IMG-059, IMG-061..063]', () => {
    const world = start.world.fork()
    const bytes = png(9)
    const fields = {
      name: 'My Ad',
      adset_id: adSet,
      creative: JSON.stringify({ ...inline, image_file: 'picture' }),
      status: 'PAUSED',
      access_token: userToken,
    }
    const body = multipart(fields, [file('boat.png', bytes, 'picture')])
    const response = world.request({ method: 'POST', url: address, ...body })
    const answer = jsonOf(response)
    expect([response.status, answer]).toEqual([200, { id: expect.stringMatching(/^\d+$/) }])
    expect(rowOf(world, answer['id'])).toMatchObject({
      kind: 'ads',
      name: 'My Ad',
      adSet: Number(adSet),
      campaign: Number(campaign),
      adAccount: Number(adAccount),
      status: 'PAUSED',
      createdTime: world.clock.now,
    })
    const made = creativeOf(world, String(answer['id']))
    expect(made).toMatchObject({
      kind: 'creatives',
      title: 'Title',
      body: 'Body',
      objectUrl: 'https://shop.test/',
      imageHash: md5(bytes),
      adAccount: Number(adAccount),
    })
    expect(adImageRow(world, adAccount, md5(bytes))).toMatchObject({ name: 'boat.png', status: 'ACTIVE' })
    expect(
      world
        .as(userToken)
        .listAdImages({ adAccount, hashes: [md5(bytes)] })
        .unwrap().data,
    ).toMatchObject([{ creatives: [String(made?.id)], is_associated_creatives_in_adgroups: true }])
  })

  test('accepts the image of its creative by hash [IMG-001, IMG-058]', () => {
    const world = start.world.fork()
    const { id } = create(world, { creative: { ...inline, image_hash: hash } }).unwrap()
    const made = creativeOf(world, id)
    expect(made).toMatchObject({ imageHash: hash, status: 'ACTIVE' })
    expect(world.as(userToken).listAdImages({ adAccount }).unwrap().data).toMatchObject([
      { creatives: [String(made?.id)] },
    ])
  })

  test('uses an existing creative, and creates none [IMG-054]', () => {
    const world = start.world.fork()
    const { id } = create(world, { creative: { creative_id: creative } }).unwrap()
    expect(rowOf(world, id)?.['creative']).toBe(Number(creative))
    expect(Number(id)).toBe(world.snapshot().state.graph.nextId - 1)
  })

  test.each<[string, unknown, string | undefined]>([
    ['ACTIVE [IMG-062]', 'ACTIVE', 'ACTIVE'],
    ['PAUSED [IMG-062]', 'PAUSED', 'PAUSED'],
    ['none [IMG-062]', undefined, 'PAUSED'],
    ['DELETED [IMG-062]', 'DELETED', undefined],
    ['ARCHIVED [IMG-062]', 'ARCHIVED', undefined],
    ['active [IMG-062]', 'active', undefined],
    ['nothing [IMG-062]', '', undefined],
  ])('with the status %s', (_, status, expected) => {
    const world = start.world.fork()
    if (expected === undefined)
      expect(refusedBy(world, () => create(world, { status }))).toMatchObject({ code: 100 })
    else expect(rowOf(world, create(world, { status }).unwrap().id)?.['status']).toBe(expected)
  })
})

const twice = [file('a.png', one, 'picture'), file('b.png', png(9), 'picture')]
const sent = (bytes: Uint8Array, name = 'a.png'): { files: TypedFile[] } => ({
  files: [file(name, bytes, 'picture')],
})
const byFile = { creative: { image_file: 'picture' } }

test('a new ad belongs to the ad set that adset_id names, and no other parameter names one [IMG-053]', () => {
  const world = start.world.fork()
  const other = world.actions.createAdSet({ campaign, name: 'Other' }).unwrap().id
  for (const id of [adSet, other]) {
    const ad = create(world, { adset_id: id }).unwrap().id
    expect(rowOf(world, ad)?.['adSet']).toBe(Number(id))
  }
  const refused = refusedBy(world, () => create(world, { adset_id: undefined, adset: adSet }))
  expect(refused.message).toBe('(#100) The parameter adset_id is required')
})

describe('a new ad is refused', () => {
  test.each<[string, Record<string, unknown>]>([
    ['without a name [IMG-052]', { name: undefined }],
    ['without an ad set [IMG-053]', { adset_id: undefined }],
    ['with an unknown ad set [IMG-053]', { adset_id: '123456789012345' }],
    ['with a campaign as ad set [IMG-053]', { adset_id: campaign }],
    ['without a creative [IMG-054]', { creative: undefined }],
    ['with a creative that is not an object [IMG-054]', { creative: creative }],
    ['with an empty creative [IMG-054]', { creative: {} }],
    ['with a creative that has only unknown members [IMG-054]', { creative: { picture: 'x' } }],
    ['with an unknown creative [IMG-054]', { creative: { creative_id: '123456789012345' } }],
    ['with an ad as creative [IMG-054]', { creative: { creative_id: start.ad } }],
    ['with a creative and a title [IMG-054]', { creative: { creative_id: creative, title: 'x' } }],
    ['with a creative and a hash [IMG-054]', { creative: { creative_id: creative, image_hash: hash } }],
    ['with a title that is not text [IMG-055]', { creative: { title: {} } }],
    ['with a body that is not text [IMG-056]', { creative: { body: [] } }],
    ['with an object_url that is not a URL [IMG-057]', { creative: { object_url: 'shop' } }],
    ['with an object_url of another scheme [IMG-057]', { creative: { object_url: 'ftp://shop.test/' } }],
    ['with an unknown hash [IMG-058]', { creative: { image_hash: md5(png(9)) } }],
    ['with a hash that is not text [IMG-058]', { creative: { image_hash: [hash] } }],
    [
      'with a hash and a file [IMG-060]',
      { creative: { image_hash: hash, image_file: 'picture' }, ...sent(one) },
    ],
    ['without the file part [IMG-059, IMG-061]', byFile],
    ['with a part of another name [IMG-061]', { ...byFile, files: [file('a.png', one, 'other')] }],
    ['with a part whose file name is the value [IMG-061]', { ...byFile, files: [file('picture', one)] }],
    [
      'with a file of that name in a part of another name [IMG-061]',
      { creative: { image_file: 'a.png' }, files: [file('a.png', one, 'other')] },
    ],
    ['with two parts of that name [IMG-061]', { ...byFile, files: twice }],
    ['with a file that is not an image [IMG-059]', { ...byFile, ...sent(new Uint8Array(9)) }],
    ['with a zip file [IMG-059]', { ...byFile, ...sent(zipOf([{ data: one }])) }],
    ['with a file without an extension [IMG-026, IMG-059]', { ...byFile, ...sent(one, 'boat') }],
    [
      'with a file of a long name [IMG-010, IMG-059, LIM-018]',
      { ...byFile, ...sent(one, `${'a'.repeat(97)}.png`) },
    ],
    ['with the temporary url as object_url [IMG-018]', { creative: { object_url: links?.url } }],
    ['with the temporary url_128 as object_url [IMG-018]', { creative: { object_url: links?.url_128 } }],
    ['with the temporary url in a text [IMG-018]', { creative: { body: `Look: ${links?.url}!` } }],
    [
      'with the temporary url in a member of its own [IMG-018]',
      { creative: { title: 'x', image_url: links?.url } },
    ],
    [
      'with the temporary url in escapes [IMG-018]',
      { creative: { title: links?.url?.replace('adi', '%61di') } },
    ],
    [
      'with the temporary url in a nested value [IMG-018]',
      { creative: { title: 'x', a: [{ b: links?.url }] } },
    ],
    [
      'with the temporary url without its query [IMG-018]',
      { creative: { title: links?.url?.split('?')[0] } },
    ],
    [
      'with the temporary url beside a creative [IMG-018]',
      { creative: { creative_id: creative, image_url: links?.url } },
    ],
  ])('%s', (_, params) => {
    const world = start.world.fork()
    expect(refusedBy(world, () => create(world, params))).toMatchObject({ code: 100 })
  })

  test.each<[string, (world: World) => Record<string, unknown>]>([
    [
      'in an ad set of another account [IMG-053]',
      (world) => {
        const other = world.actions.createAdAccount({ name: 'Other', administrators: [start.user] }).unwrap()
        return { adAccount: other.id }
      },
    ],
    [
      'with a creative of another account [IMG-054]',
      (world) => {
        const other = world.actions.createAdAccount({ name: 'Other' }).unwrap().id
        const strange = world.actions.createCreative({ adAccount: other, title: 'x' }).unwrap().id
        return { creative: { creative_id: strange } }
      },
    ],
    [
      'with a deleted creative [IMG-054]',
      (world) => {
        world.actions.deleteCreative({ creative }).unwrap()
        return { creative: { creative_id: creative } }
      },
    ],
    [
      'with a deleted image [IMG-021, IMG-058]',
      (world) => {
        world.as(userToken).deleteAdImage({ adAccount, hash }).unwrap()
        return { creative: { image_hash: hash } }
      },
    ],
    [
      'with an image of another account [IMG-058]',
      (world) => {
        const other = world.actions
          .createAdAccount({ name: 'Other', administrators: [start.user] })
          .unwrap().id
        upload(world, userToken, { adAccount: other, files: [file('a.png', png(9))] }).unwrap()
        return { creative: { image_hash: md5(png(9)) } }
      },
    ],
  ])('%s', (_, prepare) => {
    const world = start.world.fork()
    const params = prepare(world)
    expect(refusedBy(world, () => create(world, params))).toMatchObject({ code: 100 })
  })
})

test.each<[string, Record<string, unknown>]>([
  ['the permanent url [IMG-013, IMG-018]', { object_url: links?.permalink_url }],
  ['a URL of the same shape without an image [IMG-018]', { body: '/adimages/123456789012345/1x1.png' }],
  [
    'the path of an image without a size [IMG-018]',
    { body: `/adimages/${/adimages\/(\d{15})\//.exec(links?.url ?? '')?.[1]}x64.png` },
  ],
  ['a URL of another host [IMG-057]', { object_url: 'https://shop.test/adimages/' }],
])('a creative can have %s', (_, given) => {
  expect(create(start.world.fork(), { creative: given }).ok).toBe(true)
})

describe('the objective of the campaign', () => {
  const inCampaign = (world: World, objective: string, optimizationGoal?: string) => {
    const made = world.as(userToken).createCampaign({
      adAccount,
      name: 'Campaign',
      objective,
      special_ad_categories: [],
    } as never)
    const adSetOf = { campaign: String(made.unwrap().id), name: 'Set' }
    const goal = optimizationGoal === undefined ? {} : { optimizationGoal }
    return world.actions.createAdSet({ ...adSetOf, ...goal }).unwrap().id
  }

  test.each(objectives)('%s allows an ad with every creative field [IMG-001]', (objective) => {
    const world = start.world.fork()
    const adset_id = inCampaign(world, objective)
    expect(create(world, { adset_id, creative: { ...inline, image_hash: hash } }).ok).toBe(true)
  })

  test('restricts ads and ad sets by one table', () => {
    const rules = {
      ...objectiveRules,
      REACH: {
        creativeFields: ['title'],
        promotedObjectKeys: ['page_id'],
        placements: ['feed'],
        goals: ['REACH'],
      },
    }
    const problem = (beneath: object, objective: string | null = 'REACH') =>
      objectiveErrorMessage(objective, beneath, rules)
    expect(problem({})).toBeUndefined()
    expect(problem({ creativeFields: ['title'], goals: ['REACH'], placements: ['feed'] })).toBeUndefined()
    expect(problem({ creativeFields: ['title', 'body'] })).toBe(
      'The objective REACH does not allow a creative with body',
    )
    expect(problem({ promotedObjectKeys: ['pixel_id'] })).toMatch('a promoted object with pixel_id')
    expect(problem({ placements: ['story'] })).toMatch('the placement story')
    expect(problem({ goals: ['LINK_CLICKS'] })).toMatch('the optimization goal LINK_CLICKS')
    expect(problem({ goals: ['LINK_CLICKS'] }, 'LINK_CLICKS')).toBeUndefined()
    expect(problem({ goals: ['LINK_CLICKS'] }, null)).toBeUndefined()
  })

  test('refuses an ad set that it does not allow, and so its ads', () => {
    const world = start.world.fork()
    expect(objectiveRules.REACH.goals).toEqual(['REACH', 'IMPRESSIONS'])
    expect(create(world, { adset_id: inCampaign(world, 'REACH', 'IMPRESSIONS') }).ok).toBe(true)
    expect(() => inCampaign(world, 'REACH', 'LINK_CLICKS')).toThrow(
      '(#100) The objective REACH does not allow the optimization goal LINK_CLICKS',
    )
  })
})
