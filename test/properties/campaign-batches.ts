import { expect } from 'vitest'
import { accountOf, copiedIds, datesOf, type Queued, type Run } from './campaign-answers.ts'
import type { Details, Item, Who } from './campaign-commands.ts'
import { type CopyParams, copyCampaign } from './campaign-model.ts'
import { bind, calls, chosenCampaign, NOWHERE, refusal } from './campaign-stage.ts'
import { type CreateParams, createCampaign, type UpdateParams, updateCampaign } from './campaign-writes.ts'

/** An item of a batch: the request, and its effect on the model when it runs. */
function queuedOf(stage: Run, account: string, item: Item): { sent: object; queued: Omit<Queued, 'batch'> } {
  const { model } = stage
  const { kind } = item
  if (item.kind === 'create') {
    const given = item.given as CreateParams
    const sent = { name: kind, relative_url: `v26.0/act_${account}/campaigns`, body: given }
    return { sent, queued: { kind, run: () => createCampaign(model, account, given, 26, undefined) } }
  }
  const { id, campaign } = chosenCampaign(stage, item.which)
  const isOwn = campaign && campaign.account !== stage.accounts['foreign']
  const wrong = campaign ? 200 : 100
  if (item.kind === 'update') {
    const sent = { name: kind, relative_url: id, body: item.given }
    return {
      sent,
      queued: {
        kind,
        run: () => (isOwn ? updateCampaign(model, campaign, item.given as UpdateParams) : wrong),
      },
    }
  }
  const given = datesOf(model, item.given as CopyParams)
  const sent = { name: kind, relative_url: `${id}/copies`, body: given }
  return { sent, queued: { kind, run: () => (isOwn ? copyCampaign(model, campaign, given, 51) : wrong) } }
}

/** Runs the queued requests, and compares each result. */
function runQueue(stage: Run): void {
  const queue = stage.queue.splice(0)
  const who: Who = { token: 'userToken', version: 'v26.0' }
  for (const batch of new Set(queue.map(({ batch }) => batch))) {
    const requests = queue.filter((queued) => queued.batch === batch)
    const listed = calls(stage, 'listAsyncBatchRequests', who, { batch, limit: 100 }).unwrap()
    const results = listed['data'] as { status: string; result: Record<string, unknown> }[]
    const verdicts = requests.map(({ run }) => run())
    expect(results.map(({ status }) => status)).toEqual(
      verdicts.map((verdict) => (typeof verdict === 'number' ? 'ERROR' : 'SUCCESS')),
    )
    verdicts.forEach((verdict, place) => {
      const value = results[place]?.result ?? {}
      if (typeof verdict === 'number') expect(value).toMatchObject({ error: { code: verdict } })
      else if (verdict.length > 0)
        bind(verdict, requests[place]?.kind === 'copy' ? copiedIds({ value }) : [value['id']])
    })
    const failed = verdicts.filter((verdict) => typeof verdict === 'number').length
    const counts = {
      total_count: verdicts.length,
      success_count: verdicts.length - failed,
      error_count: failed,
    }
    const fields = ['is_completed', ...Object.keys(counts)]
    const shown = calls(stage, 'readAsyncBatch', who, { batch, fields }).unwrap()
    expect(shown).toEqual({ id: batch, is_completed: true, ...counts })
  }
}

/** Queues requests, which do nothing before the clock moves. */
export function queue(
  stage: Run,
  who: Who,
  { account: name, name: title, items, times }: Details<'batch'>,
): boolean {
  const account = accountOf(stage, name)
  const all = Array.from({ length: times }, () => items)
    .flat()
    .slice(0, 51)
  const prepared = all.map((item) => queuedOf(stage, stage.accounts['own'] ?? '', item))
  const params = { ...(title !== undefined && { name: title }), adbatch: prepared.map(({ sent }) => sent) }
  const problem = refusal(stage, 'createAsyncBatch', who, account)
  const isWrong = title === undefined || all.length === 0 || all.length > 50
  const answer = calls(stage, 'createAsyncBatch', who, { adAccount: account ?? NOWHERE, ...params })
  expect(answer.ok ? 'ok' : answer.error.code).toBe(problem ?? (isWrong ? 100 : 'ok'))
  if (answer.ok) {
    const batch = String(answer.value['id'])
    stage.queue.push(...prepared.map(({ queued }) => ({ ...queued, batch })))
  }
  return answer.ok
}

/** Advances the clock, which runs the queued requests. */
export function wait(stage: Run, _who: Who, { hours }: Details<'wait'>): boolean {
  stage.world.clock.advance(hours * 3_600_000)
  runQueue(stage)
  stage.model.now += hours * 3_600
  return true
}
