import { describe, expect, test } from 'vitest'
import { begin, call, forked, jsonOf, refusedBy, type Scene, tokenOf } from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { adAccount, ad, adSet, creative, page, userToken } = start
const fresh = () => forked(start)
const ad_format = 'DESKTOP_FEED_STANDARD'
const preview = ({ world }: Scene, operation: string, params: object, token = userToken) =>
  call(world, token, operation, { ad_format, ...params })
const refused = (scene: Scene, operation: string, params: object, token = userToken) =>
  refusedBy(scene.world, () => preview(scene, operation, params, token))

const frame = (id: string, width = 540, height = 690, format = ad_format) =>
  `<iframe src="https://www.facebook.com/ads/api/preview_iframe.php?d=${id}&amp;t=${format}" ` +
  `width="${width}" height="${height}" scrolling="yes" style="border: none;"></iframe>`

// https://developers.facebook.com/docs/marketing-api/generatepreview/
describe('a preview is a frame as HTML', () => {
  const link_data = { link: 'https://client.test/', message: 'Message' }
  test.each<[string, string, object, string]>([
    ['of an ad', 'listAdPreviews', { ad }, ad],
    ['of a creative', 'listCreativePreviews', { creative }, creative],
    ['of a creative by its id', 'generateAdPreviews', { creative: { creative_id: creative } }, adAccount],
    ['of a described creative', 'generateAdPreviews', { creative: { body: 'Testing' } }, adAccount],
    [
      'of a described post',
      'generateAdPreviews',
      { creative: { object_story_spec: { page_id: page, link_data } } },
      adAccount,
    ],
  ])('%s', (_case, operation, of, id) => {
    const scene = fresh()
    const params = operation === 'generateAdPreviews' ? { adAccount, ...of } : of
    const { graph } = scene.world.state
    expect(preview(scene, operation, params).unwrap()).toMatchObject({ data: [{ body: frame(id) }] })
    expect(scene.world.state.graph).toBe(graph)
  })

  test('smaller in the right column', () => {
    const format = 'RIGHT_COLUMN_STANDARD'
    const { data } = preview(fresh(), 'listAdPreviews', { ad, ad_format: format }).unwrap()
    expect(data).toEqual([{ body: frame(ad, 274, 213, format) }])
  })

  test('over HTTP, and within the record of an ad', () => {
    const { world } = fresh()
    const ask = (path: string, params: object) =>
      jsonOf(world.request({ method: 'GET', path, params: { access_token: userToken, ...params } }))
    expect(ask(`/${ad}/previews`, { ad_format })['data']).toEqual([{ body: frame(ad) }])
    const fields = `previews.ad_format(${ad_format}){body}`
    const { data } = ask(`/${adSet}/ads`, { fields }) as { data: { previews: object }[] }
    expect(data[0]?.previews).toMatchObject({ data: [{ body: frame(ad) }] })
  })

  test.each<[string, object, RegExp]>([
    ['without a format', { ad_format: undefined }, /ad_format is required/],
    ['in a format that does not exist', { ad_format: 'WALL' }, /Param ad_format must be/],
    ['of nothing', { creative: {} }, /A creative needs object_story_spec/],
    ['of a creative that does not exist', { creative: { creative_id: '1' } }, /must be the id of a creative/],
    ['of an image that does not exist', { creative: { image_hash: 'x' } }, /No image of the ad account/],
  ])('and refused %s', (_case, params, message) => {
    const given = { adAccount, creative: { body: 'A' }, ...params }
    const error = refused(fresh(), 'generateAdPreviews', given)
    expect(error).toMatchObject({ code: 100, message: expect.stringMatching(message) })
  })

  test('and refused to those without a role on the ad account', () => {
    const scene = fresh()
    for (const [operation, of] of [
      ['listAdPreviews', { ad }],
      ['listCreativePreviews', { creative }],
      ['generateAdPreviews', { adAccount, creative: { body: 'A' } }],
    ] as const) {
      expect(refused(scene, operation, of, tokenOf(scene)).code).toBe(200)
      expect(preview(scene, operation, of, tokenOf(scene, { role: 'ANALYST' })).ok).toBe(true)
    }
  })
})
