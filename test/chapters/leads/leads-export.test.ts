import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Tables } from '../../../src/chapters/tables.ts'
import { open } from '../../../src/engine/state/draft.ts'
import { indexesOf } from '../../../src/engine/state/edge.ts'
import { service } from '../../../src/machine/service-machine.ts'
import type { ServiceContents } from '../../../src/service/routes/context.ts'
import type { World } from '../../../src/world/world.ts'
import { anyText } from '../../any-text.ts'
import { begin, call, forked, jsonOf, refusedBy, type Scene, tokenOf } from '../../service/scene.ts'

const start = begin()
const { page, form, ad, adSet, campaign, lead, userToken, pageToken } = start
const answers = { full_name: 'Ada Example', email: 'ada@example.test' }

const fixed = [
  'id',
  'created_time',
  'ad_id',
  'ad_name',
  'adset_id',
  'adset_name',
  'campaign_id',
  'campaign_name',
  'form_id',
  'form_name',
  'is_organic',
  'platform',
]
const head = [...fixed, 'full_name', 'email', 'newsletter']

/** Parses tab-separated text by the quoting rules of RFC 4180. */
function cellsOf(text: string): string[][] {
  expect(text.endsWith('\n')).toBe(true)
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => line.split('\t').map((cell) => cell.replace(/^"(.*)"$/s, '$1').replaceAll('""', '"')))
}

const exported = (world: World, params: object = {}, token = userToken): string => {
  const file: unknown = call(world, token, 'exportLeads', { id: form, type: 'form', ...params }).unwrap()
  if (typeof file !== 'string') throw new Error('The file is no text')
  return file
}

/** The rows of the file as objects with the names of the header. */
function rowsOf(file: string): Record<string, string>[] {
  const [names = [], ...rows] = cellsOf(file)
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ''])))
}

const idsIn = (file: string) => rowsOf(file).map(({ id }) => id)

describe('the file [LEA-005, LEA-029..032]', () => {
  test('has a header and a line for each lead, oldest first, separated by tabs [LEA-030]', () => {
    const { world } = forked(start)
    const file: string = world.as(userToken).exportLeads({ id: form, type: 'form' }).unwrap()
    const [names, first, second, third, ...more] = file.split('\n').map((line) => line.split('\t'))
    expect(names).toEqual(head)
    const ofAd = [ad, 'Starter Ad', adSet, 'Starter Ad Set', campaign, 'Starter Campaign']
    const noAd = ['', '', '', '', '', '']
    const [id, organic, preview] = idsIn(file)
    expect(id).toBe(lead)
    const ofForm = [form, 'Starter Form']
    const time = (minute: number) => `2026-01-15T08:${minute}:00+0000`
    expect(first).toEqual([
      ...[id, time(55), ...ofAd, ...ofForm, '0', 'fb', 'Grace Example', 'grace@example.test', '1'],
    ])
    expect(second).toEqual([
      ...[organic, time(56), ...noAd, ...ofForm, '1', 'fb', 'Alan Example', 'alan@example.test', ''],
    ])
    expect(third).toEqual([
      ...[preview, time(57), ...noAd, ...ofForm, '0', 'fb', 'Mary Example', 'mary@example.test', ''],
    ])
    expect(more).toEqual([['']])
  })

  test('is the same text over HTTP, with its own media type [LEA-029..030]', () => {
    const { world } = forked(start)
    const url = `/ads/lead_gen/export_csv/?id=${form}&type=form&access_token=${userToken}`
    const response = world.request({ method: 'GET', url })
    expect(response).toMatchObject({ status: 200, body: exported(world) })
    expect(response.headers['content-type']).toBe('text/tab-separated-values; charset=utf-8')
    const { etag = '' } = response.headers
    expect(world.request({ method: 'GET', url, headers: { 'if-none-match': etag } }).status).toBe(304)
    expect(world.request({ method: 'HEAD', url })).toMatchObject({ status: 200, body: '' })
    const whole = world.request({ method: 'GET', url: `https://web.example.test${url}` })
    expect(whole.body).toBe(response.body)
  })

  test.each<[string, object]>([
    ['a form without a name', { name: '' }],
    ['a form without questions', { questions: [] }],
  ])('of %s has its cells too', (_, how) => {
    const { world } = forked(start)
    const questions = [{ key: 'a' }]
    const own = world.actions.createLeadForm({ page, name: 'Own', questions, ...how }).unwrap().id
    const given = 'questions' in how ? {} : { a: 'x' }
    world.actions.submitLead({ form: own, answers: given }).unwrap()
    const [names, row, ...more] = cellsOf(exported(world, { id: own }))
    expect(names).toEqual([...fixed, ...Object.keys(given)])
    expect(row).toHaveLength(names?.length ?? 0)
    expect(more).toEqual([])
  })

  test('has several values of an answer in one cell, and the store number of a store locator', () => {
    const { world } = forked(start)
    const questions = [{ key: 'colours' }, { key: 'my store', type: 'storeLocator' as const }]
    const disclaimers = [{ key: 'terms', required: true }, { key: 'news' }]
    const own = world.actions.createLeadForm({ page, questions, disclaimers }).unwrap().id
    const given = { colours: ['red', 'blue'], 'my store': '1204' }
    world.actions.submitLead({ form: own, answers: given, disclaimers: { terms: true } }).unwrap()
    const file = exported(world, { id: own })
    expect(cellsOf(file)[0]).toEqual([...fixed, 'colours', 'my store', 'news'])
    expect(rowsOf(file)[0]).toMatchObject({ colours: 'red; blue', 'my store': '1204', news: '' })
  })
})

describe('the origin of a lead', () => {
  const submitted = (how: object) => {
    const { world } = forked(start)
    const { id } = world.actions.submitLead({ form, answers, ...how }).unwrap()
    return rowsOf(exported(world)).find((row) => row['id'] === id)
  }

  test.each<[string, object, object]>([
    [
      'an ad: its ids, and not organic [LEA-044]',
      { ad },
      { ad_id: ad, campaign_id: campaign, is_organic: '0' },
    ],
    ['organic reach: no ids, and organic [LEA-043..044]', {}, { ad_id: '', adset_id: '', is_organic: '1' }],
    [
      'a preview: no ids, and not organic [LEA-044..045]',
      { preview: true, ad },
      { ad_id: '', is_organic: '0' },
    ],
    ['another platform', { platform: 'ig' }, { platform: 'ig' }],
  ])('%s', (_, how, expected) => {
    expect(submitted(how)).toMatchObject(expected)
  })

  test.each([
    ['the task and a role', ['MANAGE', 'ADVERTISE'], 'ANALYST', [], true],
    ['the permission and a role', ['MANAGE'], 'ANALYST', ['ads_management'], true],
    ['a role alone', ['MANAGE'], 'ADMIN', [], false],
    ['the task alone', ['MANAGE', 'ADVERTISE'], undefined, [], false],
    ['the permission alone', ['MANAGE'], undefined, ['ads_management'], false],
  ] as const)('is told to advertisers: %s [ERR-023, LEA-046]', (_, tasks, role, more, shown) => {
    const scene = forked(start)
    const scopes = ['leads_retrieval', ...more] as const
    const token = tokenOf(scene, { tasks, scopes, ...(role && { role }) })
    const [row = {}] = rowsOf(exported(scene.world, {}, token))
    const told = ['ad_id', 'ad_name', 'adset_id', 'adset_name', 'campaign_id', 'campaign_name']
    for (const name of told) expect([name, row[name] !== '']).toEqual([name, shown])
    expect(row).toMatchObject({ id: lead, form_id: form, is_organic: '0' })
  })
})

describe('the dates [LEA-033..034]', () => {
  /** Creates a form at half a second, and four leads: at once, and after 10, 20 and 30 seconds. */
  const { world, own, created, ids } = (() => {
    const { world } = forked(start)
    world.clock.advance(500)
    const own = world.actions.createLeadForm({ page, questions: [] }).unwrap().id
    const created = Math.floor(world.clock.now / 1000)
    const ids = [0, 1, 2, 3].map((place) => {
      if (place > 0) world.clock.advance('10s')
      return world.actions.submitLead({ form: own, answers: {} }).unwrap().id
    })
    return { world, own, created, ids }
  })()
  const placesOf = (params: object) =>
    idsIn(exported(world, { id: own, ...params })).map((id) => ids.indexOf(id ?? ''))

  test.each<[string, object, number[]]>([
    ['neither: from the creation of the form until now [LEA-039, LEA-041]', {}, [0, 1, 2, 3]],
    ['from a second on, that second included', { from_date: created + 10 }, [1, 2, 3]],
    ['from the next second on', { from_date: created + 11 }, [2, 3]],
    ['until a second, that second included', { to_date: created + 20 }, [0, 1, 2]],
    ['until the second before', { to_date: created + 19 }, [0, 1]],
    ['both, as text', { from_date: String(created + 10), to_date: String(created + 20) }, [1, 2]],
    ['one second', { from_date: created + 10, to_date: created + 10 }, [1]],
    ['from before the form was made [LEA-040]', { from_date: 0 }, [0, 1, 2, 3]],
    ['from before all time [LEA-040]', { from_date: -(2 ** 53) + 1 }, [0, 1, 2, 3]],
    ['until later than now [LEA-042]', { to_date: created + 10_000 }, [0, 1, 2, 3]],
    ['until after all time [LEA-042]', { to_date: 2 ** 53 - 1 }, [0, 1, 2, 3]],
    [
      'from later than until: the line of names alone',
      { from_date: created + 20, to_date: created + 10 },
      [],
    ],
    ['from later than now: the line of names alone', { from_date: created + 31 }, []],
    ['until before the form was made: the line of names alone', { to_date: created - 1 }, []],
  ])('%s', (_, params, expected) => {
    expect(placesOf(params)).toEqual(expected)
    expect(cellsOf(exported(world, { id: own, ...params }))[0]).toEqual(fixed)
  })

  /** Exports the leads after changing the creation time of one row, which no operation can do. */
  function editedExport(kind: 'leadForms' | 'leads', id: string, createdTime: number, params: object) {
    const tx = open<Tables, ServiceContents>(world.state.graph, indexesOf(service.schema))
    tx.patch(kind, Number(id), { createdTime })
    const call = { type: 'call', operation: 'exportLeads', token: userToken }
    const state = { ...world.state, graph: tx.commit() }
    const { outcome } = service.step(state, { ...call, params: { id: own, type: 'form', ...params } })
    return outcome.ok ? idsIn(String(outcome.value)) : outcome.error
  }

  test.each<[string, object]>([
    ['unset [LEA-039]', {}],
    ['earlier [LEA-040]', { from_date: 0 }],
  ])('from_date %s counts as the creation of the form', (_, params) => {
    expect(editedExport('leadForms', own, (created + 15) * 1000, params)).toEqual(ids.slice(2))
  })

  test.each<[string, object]>([
    ['unset [LEA-041]', {}],
    ['later than now [LEA-042]', { to_date: created + 10_000 }],
  ])('to_date %s counts as now', (_, params) => {
    expect(editedExport('leads', ids[3] ?? '', (created + 60) * 1000, params)).toEqual(ids.slice(0, 3))
  })

  test('that are invalid are refused', () => {
    for (const wrong of ['2026-01-15', 'soon', 1.5, true]) {
      for (const name of ['from_date', 'to_date'])
        expect(
          refusedBy(world, () =>
            call(world, userToken, 'exportLeads', { id: own, type: 'form', [name]: wrong }),
          ).code,
        ).toBe(100)
    }
  })
})

describe('an export is refused [LEA-047]', () => {
  const idRequired = { code: 100, message: '(#100) The parameter id is required' }

  const refusal = (params: object, token = userToken, scene: Scene = forked(start)) =>
    refusedBy(scene.world, () =>
      call(scene.world, token, 'exportLeads', { id: form, type: 'form', ...params }),
    )

  test.each<[string, object, string, object]>([
    ['an invalid token, before all else', { id: '1', type: 'x' }, 'nobody', { code: 190 }],
    [
      'an unknown form [LEA-031]',
      { id: '100000000000000', type: 'x' },
      userToken,
      { code: 100, subcode: 33 },
    ],
    ['the id of a page [LEA-031]', { id: page }, userToken, { code: 100, subcode: 33 }],
    ['no id [LEA-031]', { id: undefined }, userToken, idRequired],
    ['an empty id [LEA-031]', { id: '' }, userToken, idRequired],
    ['no id, before a missing permission [LEA-031]', { id: undefined }, start.noPermissionToken, idRequired],
    ['no id, after an invalid token [LEA-031]', { id: undefined }, 'nobody', { code: 190 }],
    ['me', { id: 'me' }, userToken, { code: 100, subcode: 33 }],
    ['a list of ids', { id: [form] }, userToken, { code: 100, subcode: 33 }],
    ['a token without leads_retrieval', { type: 'x' }, start.noPermissionToken, { code: 200 }],
    ['an app token', {}, start.appToken, { code: 200 }],
    ['another type [LEA-032]', { type: 'ad' }, userToken, { code: 100 }],
    ['no type [LEA-032]', { type: undefined }, userToken, { code: 100 }],
  ])('%s', (_, params, token, expected) => {
    const error = refusal(params, token)
    expect(error).toMatchObject(expected)
    expect('subcode' in error && error.code === 100).toBe('subcode' in expected)
  })

  test('an unknown form is named in the message', () => {
    expect(refusal({ id: '100000000000000' }).message).toContain('Object with ID "100000000000000"')
  })

  test('a refusal is JSON, in the shape of every error', () => {
    const { world } = forked(start)
    const url = `/ads/lead_gen/export_csv/?id=${form}&access_token=${userToken}`
    const response = world.request({ method: 'GET', url })
    expect(response.status).toBe(400)
    expect(response.headers['content-type']).toMatch(/^application\/json/)
    expect(jsonOf(response)).toMatchObject({ error: { code: 100, message: expect.stringContaining('type') } })
  })

  test.each([
    ['GET', '/v26.0/ads/lead_gen/export_csv/', 'below a version'],
    ['POST', '/ads/lead_gen/export_csv/', 'by another method'],
    ['GET', '/ads/lead_gen/', 'a folder above'],
    ['GET', '/ads/lead_gen/export_csv/more', 'below the file'],
  ])('%s %s: %s nothing is found', (method, path) => {
    const { world } = forked(start)
    const url = `${path}?id=${form}&type=form&access_token=${userToken}`
    expect(jsonOf(world.request({ method, url }))).toMatchObject({ error: { code: 100, error_subcode: 33 } })
  })

  test('follows a customized lead access [AUT-025]', () => {
    const scene = forked(start)
    const { actions } = scene.world
    const chosen = actions.createUser({ name: 'Chosen' }).unwrap().id
    const scopes = ['leads_retrieval'] as const
    const { token } = actions.issueToken({ kind: 'user', app: start.app, user: chosen, scopes }).unwrap()
    expect(refusal({}, token, scene).code).toBe(200)
    actions.setLeadAccess({ page, users: [chosen] }).unwrap()
    expect(idsIn(exported(scene.world, {}, token))).toContain(lead)
    expect(refusal({}, userToken, scene).code).toBe(200)
    expect(refusal({}, pageToken, scene).code).toBe(200)
    const other = actions.createPage({ name: 'Other', administrators: [chosen] }).unwrap().id
    const given = { kind: 'page', app: start.app, user: chosen, page: other, scopes } as const
    expect(refusal({}, actions.issueToken(given).unwrap().token, scene).message).toContain(
      'a token of the page',
    )
  })
})

test('a typed export in any version gives the same file', () => {
  const { world } = forked(start)
  const params = { id: form, type: 'form' } as const
  expect(world.as(userToken, { version: 'v7.0' }).exportLeads(params).unwrap()).toBe(exported(world))
})

describe('with any answers', () => {
  const nasty = fc.oneof(
    anyText({ maxLength: 12 }),
    fc.constantFrom(
      ...['a\tb', 'a\nb', 'a\r\nb', '"', '""', 'say "hi"', '\0', '\u202eevil\u202c', "=cmd|' /C calc'!A1"],
      ...['+1', '-1', '@x', '', ' ', '\ufeff', '\u2028', '\t', '\n', '"\t"', '1;2', 'naïve 🙂'],
    ),
  )

  test('the rows parse back, with as many cells as the header [LEA-030]', () => {
    const run = (
      values: readonly (readonly [string, readonly string[]])[],
      name: string,
      platform: string,
    ) => {
      const { world } = forked(start)
      const questions = [{ key: 'one' }, { key: 'two' }]
      const own = world.actions.createLeadForm({ page, name, questions }).unwrap().id
      for (const [one, two] of values)
        world.actions.submitLead({ form: own, platform, answers: { one, two } }).unwrap()
      const inOneCell = (text: string) => text.replaceAll(/[\t\r\n]/g, ' ')
      const rows = cellsOf(exported(world, { id: own }))
      expect(rows).toHaveLength(values.length + 1)
      rows.forEach((row) => {
        expect(row).toHaveLength(fixed.length + 2)
      })
      expect(rows.slice(1).map((row) => [row[9], ...row.slice(11)])).toEqual(
        values.map(([one, two]) => [name, platform, one, two.join('; ')].map(inOneCell)),
      )
    }
    const submissions = fc.array(fc.tuple(nasty, fc.array(nasty, { minLength: 1, maxLength: 3 })), {
      maxLength: 4,
    })
    fc.assert(fc.property(submissions, nasty, nasty, run), { numRuns: 200 })
  })

  test('a field name with special characters stays one cell', () => {
    const { world } = forked(start)
    const own = world.actions
      .createLeadForm({ page, questions: [{ key: 'a\tb\nc' }, { key: '"' }] })
      .unwrap().id
    expect(cellsOf(exported(world, { id: own }))).toEqual([[...fixed, 'a b c', '"']])
  })

  test('of a thousand leads has a thousand lines', () => {
    const { world } = forked(start)
    for (let count = 0; count < 1_000; count += 1) world.actions.submitLead({ form, answers }).unwrap()
    expect(idsIn(exported(world))).toHaveLength(1_003)
  })
})
