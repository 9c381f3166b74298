import { describe, expect, test } from 'vitest'
import { platformPolicy } from '../../../src/index.ts'
import { begin, call, jsonOf, refusedBy, tokenOf } from '../../service/scene.ts'
import { football, itemsOf, scene, search } from './search-world.ts'

describe('a search is refused with 100', () => {
  const long = 'x'.repeat(1_000_000)
  const types = 'adinterest, adinterestsuggestion, adinterestvalid, adgeolocation, adTargetingCategory'
  const notSimulated = `Param type must be one of ${types}: others are not simulated, got`
  const classes = 'interests, behaviors, demographics, life_events, industries, income, family_statuses'

  test.each<[string, object, string | RegExp]>([
    ['without type', { q: 'x' }, 'The parameter type is required'],
    ['with an unknown type', { type: 'adstuff', q: 'x' }, `${notSimulated} "adstuff"`],
    ['with a type in lower case', { type: 'adtargetingcategory' }, /^Param type must be one of /],
    ['with the name of a member of objects', { type: '__proto__' }, /^Param type must be one of /],
    ['with a long type', { type: long }, /^Param type must be one of .{1,500}…/],
    ['for locales', { type: 'adlocale', q: 'en' }, `${notSimulated} "adlocale"`],
    ['without q', { type: 'adinterest' }, 'The parameter q is required for the type adinterest'],
    [
      'without q, for places',
      { type: 'adgeolocation' },
      'The parameter q is required for the type adgeolocation',
    ],
    ['with an empty q', { type: 'adinterest', q: '' }, 'The parameter q is required for the type adinterest'],
    ['with a q of accents', { type: 'adinterest', q: '\u0301' }, /^The parameter q is required/],
    ['with a list as q', { type: 'adinterest', q: ['x'] }, /^Param q must be text/],
    [
      'with the limit 0',
      { type: 'adinterest', q: 'x', limit: 0 },
      /^Param limit must be an integer of 1 or more/,
    ],
    ['with a limit below 0', { type: 'adinterest', q: 'x', limit: -1 }, /^Param limit must be/],
    ['with a limit that is no number', { type: 'adinterest', q: 'x', limit: '1e9' }, /^Param limit must be/],
    ['with a wrong locale', { type: 'adinterest', q: 'x', locale: 'en' }, /^Param locale must be a locale/],
    ['to suggest for nothing', { type: 'adinterestsuggestion' }, /^The parameter interest_list is required/],
    [
      'to validate nothing',
      { type: 'adinterestvalid', interest_list: [] },
      'The parameter interest_list or interest_fbid_list is required for the type adinterestvalid',
    ],
    [
      'with an id that is none',
      { type: 'adinterestvalid', interest_fbid_list: ['x'] },
      /^Param interest_fbid_list.0 must be a numeric id/,
    ],
    [
      'with 10,001 names',
      { type: 'adinterestvalid', interest_list: Array(10_001).fill('x') },
      'Param interest_list must have at most 10000 items, got 10001',
    ],
    [
      'for zip codes only',
      { type: 'adgeolocation', q: 'x', location_types: ['zip'] },
      'Param location_types must include country or city: others are not simulated',
    ],
    [
      'with an unknown type of place',
      { type: 'adgeolocation', q: 'x', location_types: ['moon'] },
      /^Param location_types.0 must be one of country, /,
    ],
    [
      'without class',
      { type: 'adTargetingCategory' },
      'The parameter class is required for the type adTargetingCategory',
    ],
    ['with an unknown class', { type: 'adTargetingCategory', class: 'x' }, /^Param class must be one of /],
    [
      'for devices',
      { type: 'adTargetingCategory', class: 'user_os' },
      `Param class must be one of ${classes}: others are not simulated, got "user_os"`,
    ],
    ['with an unknown field', { type: 'adinterest', q: 'x', fields: 'colour' }, /colour/],
  ])('%s', (_, params, message) => {
    const error = refusedBy(scene.world, () => search(params))
    expect(error.code).toBe(100)
    expect(error.message.length).toBeLessThan(700)
    expect(error.message.replace('(#100) ', '')).toMatch(
      typeof message === 'string' ? new RegExp(`^${message.replace(/[()[\]]/g, '\\$&')}$`) : message,
    )
  })

  test.each(['adinterest', 'adgeolocation'])('%s of a long text finds nothing', (type) => {
    expect(itemsOf({ type, q: long })).toEqual([])
  })
})

describe('who may search', () => {
  const params = { type: 'adinterest', q: 'football' }
  const asked = (token: string) => () => call(scene.world, token, 'searchTargetingOptions', params)

  test.each<[string, string]>([
    ['a person with ads_read, who has no ad account', tokenOf(scene, { scopes: ['ads_read'] })],
    ['a person with ads_management', tokenOf(scene, { scopes: ['ads_management'] })],
    ['an app with development access level', scene.developmentAppToken],
  ])('%s', (_, token) => {
    expect(asked(token)().ok).toBe(true)
  })

  test.each<[string, string, number]>([
    [
      'a token without a permission for ads',
      tokenOf(scene, { without: ['ads_read', 'ads_management'] }),
      200,
    ],
    ['an application token', scene.appToken, 200],
    ['an expired token', scene.expiredToken, 190],
  ])('not %s', (_, token, code) => {
    expect(refusedBy(scene.world, asked(token)).code).toBe(code)
  })

  test('the error names the permission', () => {
    const token = tokenOf(scene, { without: ['ads_read', 'ads_management'] })
    expect(refusedBy(scene.world, asked(token))).toMatchObject({
      message: '(#200) Requires the extended permission ads_read',
      because: ['the token lacks the permission ads_read'],
    })
  })
})

test('fields selects members', () => {
  expect(itemsOf({ type: 'adinterest', q: 'football', limit: 1, fields: 'name,topic' })).toEqual([
    { id: football.id, name: 'Football', topic: 'Sports and outdoors' },
  ])
})

test('platformPolicy serves it, and the default policy refuses it as before', () => {
  const answers = [{}, platformPolicy].map((policy) => {
    const { world, userToken } = begin({ policy })
    return jsonOf(
      world.request({
        method: 'GET',
        path: '/v25.0/search',
        params: { type: 'adinterest', q: 'football', access_token: userToken },
      }),
    )
  })
  expect(answers[0]).toEqual({
    error: {
      message:
        'Unsupported get request. Object with ID "search" does not exist, cannot be loaded due to missing ' +
        'permissions, or does not support this operation',
      type: 'GraphMethodException',
      code: 100,
      error_subcode: 33,
      fbtrace_id: expect.any(String),
    },
  })
  expect(answers[1]).toMatchObject({ data: [{ name: 'Football' }, { name: 'Table football' }] })
})

describe('a search for pages', () => {
  const review =
    "(#10) To use 'Page Public Content Access', your use of this endpoint must be reviewed and approved by " +
    "Facebook. To submit this 'Page Public Content Access' feature for review please read our documentation " +
    'on reviewable features: https://developers.facebook.com/docs/apps/review.'

  test.each(['page', 'place'])(
    '%s requires a feature of the app (https://github.com/arsduo/koala/issues/639), and no ads permission',
    (type) => {
      const { world, pageToken, userToken, appToken, noPermissionToken } = scene
      for (const access_token of [pageToken, userToken, appToken, noPermissionToken]) {
        const params = { access_token, type, q: 'cafe', center: '40.7304,-73.9921' }
        const { status, body } = world.request({ method: 'GET', path: '/v24.0/search', params })
        expect([status, jsonOf({ body })['error']]).toEqual([
          400,
          expect.objectContaining({ code: 10, type: 'OAuthException', message: review }),
        ])
      }
    },
  )

  test('of an app with the feature is not simulated, and the hint has the line that stubs it', () => {
    const { world } = scene
    const { token } = world.actions.createApp({ name: 'Reviewed', publicContentAccess: true }).unwrap()
    const params = { access_token: token, type: 'page', q: 'cafe' }
    const { body, headers } = world.request({ method: 'GET', path: '/v24.0/search', params })
    expect(jsonOf({ body })['error']).toMatchObject({
      code: 100,
      message: expect.stringMatching(/not simulated$/),
    })
    expect(headers['x-fauxgraph-hint']).toContain("world.stub('GET /search', { data: [] })")
  })
})
