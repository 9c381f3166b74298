import { describe, expect, test } from 'vitest'
import { act, begin, call, forked, refusedBy, tokenOf } from '../../service/scene.ts'

const start = (() => {
  const scene = begin({ policy: { beyond: 'serve' } })
  act(scene.world, 'recordAdResults', { ad: scene.ad, impressions: 10, clicks: 1 }).unwrap()
  return scene
})()
const { adAccount, campaign, adSet, ad, userToken } = start
const asked = { date_preset: 'today', fields: 'clicks', time_increment: 1 }

/** Starts a report in a fork, and returns the fork and the id. */
function started(operation = 'startAccountReport', params: object = { adAccount }) {
  const { world } = forked(start)
  const { report_run_id: reportRun } = call(world, userToken, operation, { ...params, ...asked }).unwrap()
  return { world, reportRun: String(reportRun) }
}

describe('a report of insights', () => {
  test('is made in two seconds of virtual time', () => {
    const { world, reportRun } = started()
    const status = () => {
      const { id, ...run } = call(world, userToken, 'readReportRun', { reportRun }).unwrap()
      expect(id).toBe(reportRun)
      return run
    }
    const shown = { account_id: adAccount, date_start: '2026-01-15', date_stop: '2026-01-15' }
    expect(status()).toMatchObject({ ...shown, async_status: 'Job Not Started', async_percent_completion: 0 })
    world.clock.advance('1s')
    expect(status()).toMatchObject({ async_status: 'Job Running', async_percent_completion: 50 })
    expect(status()).not.toHaveProperty('time_completed')
    world.clock.advance('1s')
    const done = Math.floor(world.clock.now / 1_000)
    expect(status()).toMatchObject({
      ...{ async_status: 'Job Completed', async_percent_completion: 100 },
      ...{ time_ref: done - 2, time_completed: done },
    })
  })

  test('has no insights before', () => {
    const { world, reportRun } = started()
    world.clock.advance('1s')
    const refused = () => call(world, userToken, 'listReportInsights', { reportRun })
    expect(refusedBy(world, refused)).toMatchObject({
      code: 100,
      message: expect.stringMatching(/The report is not complete/),
    })
  })

  test.each([
    ['startAccountReport', { adAccount }],
    ['startCampaignReport', { campaign }],
    ['startAdSetReport', { adSet }],
    ['startAdReport', { ad }],
  ])('of %s has the insights, the fields and the period that were asked for', (operation, node) => {
    const { world, reportRun } = started(operation, node)
    world.clock.advance('3d')
    const days = { date_start: '2026-01-15', date_stop: '2026-01-15' }
    const read = (more: object) =>
      call(world, userToken, 'listReportInsights', { reportRun, ...more }).unwrap()['data']
    expect(read({})).toEqual([{ clicks: '1', ...days }])
    expect(read({ fields: 'impressions' })).toEqual([{ impressions: '10', ...days }])
  })

  test.each<[object, RegExp]>([
    [{ fields: 'smiles' }, /nonexisting field \(smiles\)/],
    [{ fields: 'a{' }, /fields must be a comma-separated list/],
    [{ level: 'page' }, /level must be one of/],
    [{ filtering: [{ field: 'x', operator: 'IN', value: [] }] }, /filtering.0.field must be one of/],
  ])('is refused with %j', (params, message) => {
    const refused = () => call(start.world, userToken, 'startAccountReport', { adAccount, ...params })
    expect(refusedBy(start.world, refused)).toMatchObject({
      code: 100,
      message: expect.stringMatching(message),
    })
  })

  test('is asked for and read by people with a role on the ad account alone', () => {
    const { world, reportRun } = started()
    const stranger = tokenOf({ ...start, world })
    for (const [operation, params] of [
      ['readReportRun', { reportRun }],
      ['listReportInsights', { reportRun }],
      ['startAccountReport', { adAccount }],
    ] as const)
      expect(call(world, stranger, operation, params)).toMatchObject({ ok: false, error: { code: 200 } })
    const analyst = tokenOf({ ...start, world }, { role: 'ANALYST', scopes: ['ads_read'] })
    expect(call(world, analyst, 'startAccountReport', { adAccount }).ok).toBe(true)
    expect(call(world, analyst, 'readReportRun', { reportRun }).ok).toBe(true)
  })
})
