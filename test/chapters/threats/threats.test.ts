import { describe, expect, test } from 'vitest'
import { knownVersions } from '../../../src/service/contract/versions.ts'
import { begin, call, get, refusedBy } from '../../service/scene.ts'
import { asked, found, NOW, search, worldOf } from './threat-world.ts'

const whole = {
  indicator: 'evil.example.test',
  type: 'DOMAIN',
  threatTypes: ['MALICIOUS_DOMAIN', 'PHISHING'],
  description: 'A site that asks for passwords',
  confidence: 75,
  severity: 'SEVERE',
  shareLevel: 'AMBER',
  status: 'MALICIOUS',
  addedOn: '2015-07-08T18:14:26+0000',
}

/** The ten fields of the contract with the values of the indicator above. */
const full = {
  added_on: '2015-07-08T18:14:26+0000',
  confidence: 75,
  description: 'A site that asks for passwords',
  indicator: 'evil.example.test',
  severity: 'SEVERE',
  share_level: 'AMBER',
  status: 'MALICIOUS',
  type: 'DOMAIN',
  threat_types: ['MALICIOUS_DOMAIN', 'PHISHING'],
  id: expect.stringMatching(/^\d{15}$/),
}
const { indicator, type, id } = full
const scene = worldOf(whole)
const one = (params: object, version?: string) => search(scene, params, version).data[0]

describe('a record', () => {
  test.each([
    ['when it was added, a datetime [THR-002]', 'added_on'],
    ['its confidence, an integer [THR-003]', 'confidence'],
    ['its description, text [THR-004]', 'description'],
    ['the indicator, text [THR-005]', 'indicator'],
    ['its severity, text [THR-006]', 'severity'],
    ['its share level, text [THR-007]', 'share_level'],
    ['its status, text [THR-008]', 'status'],
    ['its type, text [THR-009]', 'type'],
    ['its threat types, a list of texts [THR-010]', 'threat_types'],
    ['its id, text [THR-011]', 'id'],
  ] as const)('has %s', (_, field) => {
    for (const version of ['v2.3', 'v2.4'])
      expect(one({ fields: field }, version)).toHaveProperty(field, full[field])
  })

  test.each(knownVersions.map(String))(
    'in %s has all ten fields, or from v2.4 on three [THR-012..014, VER-004, VER-006]',
    (version) => {
      const old = ['v2.0', 'v2.1', 'v2.2', 'v2.3'].includes(version)
      expect(one({}, version)).toEqual(old ? full : { indicator, type, id })
    },
  )

  test.each([
    ['another field', 'v2.4', 'added_on', ['added_on', 'id']],
    ['several', 'v26.0', 'severity,status,indicator', ['severity', 'status', 'indicator', 'id']],
    ['some of ten', 'v2.3', 'type', ['type', 'id']],
    ['an empty list, as none', 'v2.4', '', ['indicator', 'type', 'id']],
    ['an empty list, as none, of ten', 'v2.3', '', Object.keys(full)],
  ])('shows the requested fields: %s [THR-013, THR-030, VER-005]', (_, version, fields, names) => {
    expect(Object.keys(one({ fields }, version) ?? {}).sort()).toEqual([...names].sort())
  })

  test.each(['expired_on', 'passwords', 'privacy_type', 'owner', 'addedOn'])(
    'has no field %s [THR-015]',
    (fields) => {
      for (const version of ['v2.3', 'v2.4']) {
        expect(refusedBy(scene.world, () => asked(scene, { fields }, version)).code).toBe(100)
      }
    },
  )

  test('shows the same fields by default under either policy, because the contract names them', () => {
    const minimal = { ...scene, world: scene.world.fork({ policy: { defaultFields: 'minimal' } }) }
    expect(search(minimal, {}, 'v2.3').data).toEqual([full])
    expect(search(minimal, {}, 'v2.4').data).toEqual([{ indicator, type, id }])
  })
})

describe('the call', () => {
  const query = `access_token=${scene.token.replace('|', '%7C')}&type=DOMAIN&fields=indicator`
  const list = {
    data: [{ indicator, id }],
    paging: { cursors: { before: expect.any(String), after: expect.any(String) } },
  }

  test.each([
    '/v2.3/threat_indicators',
    '/v26.0/threat_indicators',
    '/threat_indicators',
    '/v2.4/threat_indicators/',
  ])('is a GET of %s, and returns data and paging [THR-016, THR-032]', (path) => {
    expect(get(scene.world, `${path}?${query}`)).toEqual(list)
  })

  test('accepts an unescaped bar in its token [AUT-028]', () => {
    expect(get(scene.world, `/v2.4/threat_indicators?${query.replace('%7C', '|')}`)).toEqual(list)
    expect(scene.token).toMatch(new RegExp(`^${scene.app}\\|[0-9A-Za-z]+$`))
  })

  test.each([
    ['POST', '/v2.4/threat_indicators'],
    ['DELETE', '/v2.4/threat_indicators'],
    ['GET', '/v2.4/threat_indicators/1'],
    ['GET', '/v2.4/threat_indicator'],
    ['GET', `/v2.4/${search(scene).data[0]?.['id']}`],
  ])('is no %s %s', (method, path) => {
    const { body } = scene.world.request({ method, url: `${path}?${query}` })
    expect(JSON.parse(String(body))).toMatchObject({ error: { code: 100, error_subcode: 33 } })
  })

  const start = begin()
  const [app = ''] = start.appToken.split('|')
  const another = start.world.actions.createApp({ name: 'Another App' }).unwrap()
  test.each([
    ['the token of an application [THR-001]', start.appToken, 'answered'],
    ['no token [THR-017]', '', 190],
    ['a wrong secret', `${app}|nothing`, 190],
    ['no secret', `${app}|`, 190],
    ['an id without a bar', app, 190],
    ['an unknown app', '999999999999999|secret', 190],
    ['the secret of another app', `${app}|${another.secret}`, 190],
    ['a user token', start.userToken, 200],
    ['a page token', start.pageToken, 200],
    ['a token without permissions', start.noPermissionToken, 200],
    ['an expired token', start.expiredToken, 190],
  ])('with %s gives %s [THR-017, AUT-028, THR-034]', (_, token, expected) => {
    const outcome = call(start.world, token, 'searchThreatIndicators', {})
    expect(outcome.ok ? 'answered' : outcome.error.code).toBe(expected)
  })

  test('with the token of a system user gives 200', () => {
    const { world, app: of, user } = start
    const { token } = world.actions.issueToken({ kind: 'systemUser', app: of, user, scopes: [] }).unwrap()
    expect(refusedBy(world, () => call(world, token, 'searchThreatIndicators', {})).code).toBe(200)
  })

  test('shows every indicator to every app, with any share level', () => {
    const levels = ['WHITE', 'GREEN', 'AMBER', 'RED', 'UNKNOWN']
    const shared = worldOf(...levels.map((shareLevel) => ({ indicator: shareLevel, shareLevel })))
    const { token } = shared.world.actions.createApp({ name: 'Another', accessLevel: 'development' }).unwrap()
    expect(found({ ...shared, token }, { sort_order: 'ASCENDING' })).toEqual(levels)
    expect(found(shared, { sort_order: 'ASCENDING' })).toEqual(levels)
  })

  test('counts for no page or ad account, and needs no ads access', () => {
    const quiet = start.world.fork({
      policy: {
        pageCallLimit: { perEngagedUser: 0, seconds: 60 },
        adAccountCallLimit: { development: 0, standard: 0, perActiveAd: 0, seconds: 60 },
      },
    })
    expect(call(quiet, start.appToken, 'searchThreatIndicators', {}, 'v2.3').ok).toBe(true)
  })

  test('has no codes of its own, so a wrong parameter is 100 [THR-034]', () => {
    for (const params of [{ limit: 0 }, { since: 'soon' }, { sort_by: 'age' }, { after: 'x' }]) {
      expect(refusedBy(scene.world, () => asked(scene, params)).code).toBe(100)
    }
  })
})

describe('the limit', () => {
  const many = worldOf(...Array.from({ length: 1_001 }, (_, place) => ({ indicator: `n${place}` })))

  test.each([
    [undefined, 25],
    [1, 1],
    ['26', 26],
    [999, 999],
    [1_000, 1_000],
  ])('%j returns this many: %i [THR-018..019, LIM-003]', (limit, count) => {
    const { data } = search(many, { limit })
    expect(data.map((record) => record['indicator'])).toEqual(
      Array.from({ length: count }, (_, place) => `n${1_000 - place}`),
    )
  })

  test.each([1_001, '1001', 5_000, 0, -1, 1.5, 'many', ''])(
    '%j is refused with 100 [THR-019, LIM-003]',
    (limit) => {
      const { code, message } = refusedBy(many.world, () => asked(many, { limit }))
      expect([code, message]).toEqual([
        100,
        expect.stringMatching(/^\(#100\) Param limit must be an integer from 1 to 1000, got /),
      ])
    },
  )
})

describe('types', () => {
  const typed = worldOf(
    { indicator: 'a', type: 'IP_ADDRESS', threatTypes: ['PHISHING'] },
    { indicator: 'b', type: 'URI', threatTypes: ['PHISHING', 'SCAM'] },
    { indicator: 'c', type: 'URI' },
    { indicator: 'd', type: 'IP_ADDRESS', threatTypes: ['SCAM'] },
  )

  test.each([
    [{}, 'dcba'],
    [{ type: 'IP_ADDRESS' }, 'da'],
    [{ type: 'URI' }, 'cb'],
    [{ type: 'EMAIL_ADDRESS' }, ''],
    [{ type: 'PHISHING' }, ''],
    [{ threat_type: 'PHISHING' }, 'ba'],
    [{ threat_type: 'SCAM' }, 'db'],
    [{ threat_type: 'URI' }, ''],
    [{ type: 'URI', threat_type: 'SCAM' }, 'b'],
    [{ type: 'URI', threat_type: 'MALWARE' }, ''],
  ])('%j finds %j [THR-026..027]', (params, expected) => {
    for (const sort_by of ['CREATE_TIME', 'RELEVANCE'])
      expect(found(typed, { ...params, sort_by }).join('')).toBe(expected)
  })

  const forms: [string, boolean][] = [
    ['IP_ADDRESS', true],
    ['X', true],
    ['A1_', true],
    ['NO_SUCH_TYPE', true],
    ['ip_address', false],
    ['1A', false],
    ['_A', false],
    ['A B', false],
    ['A\n', false],
    ['É', false],
    ['', false],
  ]
  test.each(forms)('%j is a valid name: %s [THR-031]', (name, isName) => {
    for (const params of [{ type: name }, { threat_type: name }]) {
      const outcome = asked(typed, params)
      expect(outcome.ok ? true : outcome.error.code).toBe(isName ? true : 100)
    }
  })
})

describe('since and until', () => {
  const timed = worldOf(...[...'abcde'].map((name) => ({ indicator: name })))
  const at = (name: string) => NOW - ('e'.charCodeAt(0) - name.charCodeAt(0))
  const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

  test.each<[string, object, string]>([
    ['since leaves out its own second [THR-028]', { since: at('b') }, 'edc'],
    ['since before all [THR-028]', { since: at('a') - 1 }, 'edcba'],
    ['since the last [THR-028]', { since: at('e') }, ''],
    ['until leaves out its own second [THR-029]', { until: at('d') }, 'cba'],
    ['until after all [THR-029]', { until: at('e') + 1 }, 'edcba'],
    ['until the first [THR-029]', { until: at('a') }, ''],
    ['both [THR-033]', { since: at('a'), until: at('e') }, 'dcb'],
    ['both around one', { since: at('b'), until: at('d') }, 'c'],
    ['both around none', { since: at('b'), until: at('c') }, ''],
    ['the same instant', { since: at('c'), until: at('c') }, ''],
    ['since later than until', { since: at('e'), until: at('a') }, ''],
    ['ISO times', { since: iso(at('b')), until: iso(at('e')) }, 'dc'],
    ['a part of a second', { since: iso(at('b') - 0.5), until: iso(at('c') + 0.5) }, 'cb'],
  ])('%s', (_, params, expected) => {
    const texts = [{}, { text: 'other' }, { text: 'other', sort_by: 'CREATE_TIME' }]
    for (const more of [...texts, { type: 'OTHER' }]) {
      expect(found(timed, { ...params, ...more }).join('')).toBe(expected)
      const ascending = found(timed, { ...params, ...more, sort_order: 'ASCENDING' })
      expect(ascending.join('')).toBe([...expected].reverse().join(''))
    }
  })

  test.each(['soon', '2026-02-30', true, {}])('%j is not an instant', (instant) => {
    for (const params of [{ since: instant }, { until: instant }]) {
      expect(refusedBy(timed.world, () => asked(timed, params)).code).toBe(100)
    }
  })

  test('are compared with the second that added_on shows', () => {
    const late = worldOf()
    late.world.clock.advance(700)
    late.world.actions.addThreatIndicator({ indicator: 'x', type: 'URI' }).unwrap()
    expect(search(late, { fields: 'added_on' }).data).toMatchObject([
      { added_on: '2026-01-15T09:00:00+0000' },
    ])
    expect(found(late, { since: NOW })).toEqual([])
    expect(found(late, { since: NOW - 1 })).toEqual(['x'])
  })
})
