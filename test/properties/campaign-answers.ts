import { expect } from 'vitest'
import type { CallOutcome } from '../../src/service/typed-call.ts'
import { get } from '../service/scene.ts'
import type { Item } from './campaign-commands.ts'
import type { CopyParams, Verdict } from './campaign-model.ts'
import { bind, type Stage } from './campaign-stage.ts'

/** The outcome of a call or an action. */
export type Answer = CallOutcome<Record<string, unknown>>

/** A queued request of a batch: its effect on the model. */
export interface Queued {
  readonly batch: string
  readonly kind: Item['kind']
  run(): Verdict
}

/** The state of a running sequence of commands. */
export interface Run extends Stage {
  readonly queue: Queued[]
}

/** Seconds in a day. */
export const DAY = 86_400

/** Compares an outcome with the model, and gives new rows their ids. Returns whether the call succeeded. */
export function agree(
  answer: Answer,
  verdict: Verdict,
  idsOf = (value: Answer & { ok: true }) => [value.value['id']],
): boolean {
  const code = answer.ok ? 'ok' : answer.error.code
  const promised = typeof verdict === 'number' ? verdict : 'ok'
  // An assertion is slow, and this comparison runs a hundred thousand times.
  if (code !== promised) expect(code).toBe(promised)
  if (!answer.ok || typeof verdict === 'number') return false
  if (verdict.length > 0) bind(verdict, idsOf(answer))
  else expect(answer.value['id']).toBeUndefined()
  return true
}

/** The ids of copied objects, in the order of the result. */
export const copiedIds = ({ value }: { value: Record<string, unknown> }): string[] => {
  const ids = value['ad_object_ids'] as { ad_object_type: string; copied_id: string }[]
  expect(ids[0]?.copied_id).toBe(value['copied_campaign_id'])
  return ids.map(({ copied_id }) => copied_id)
}

/** The id of the ad account of a command. */
export const accountOf = ({ accounts }: Stage, name: string): string | undefined => accounts[name]

/** The parameters of a copy, with days from now converted to times. */
export const datesOf = ({ now }: { now: number }, given: CopyParams): CopyParams => ({
  ...given,
  ...(given.start_time !== undefined && { start_time: now + given.start_time * DAY }),
  ...(given.end_time !== undefined && { end_time: now + given.end_time * DAY }),
})

/** Walks a list to its end by its links, and compares each page with the model. */
export function walk(
  stage: Stage,
  first: Record<string, unknown>,
  expected: readonly string[],
  limit = 25,
): void {
  let page = first
  for (let from = 0; ; from += limit) {
    const { data, paging } = page as { data: { id: string }[]; paging: { next?: string } }
    expect(data.map(({ id }) => id)).toEqual(expected.slice(from, from + limit))
    expect(paging.next !== undefined).toBe(from + limit < expected.length)
    if (paging.next === undefined) return
    page = get(stage.world, paging.next)
  }
}
