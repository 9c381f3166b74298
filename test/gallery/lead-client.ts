import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ProcessContext } from '../../src/explore/run/options/options.ts'

export type Lead = {
  id: string
  created_time: string
  field_data: { name: string; values: string[] }[]
}
export type LeadPage = { data: Lead[]; paging: { next?: string; cursors?: { after: string } } }

export type Change = { field: string; value: { leadgen_id: number; created_time: number } }
export type Notices = { object: string; entry: { id: number; time: number; changes: Change[] }[] }

/** The error code that the service answered; NaN if it answered none. */
export const codeOf = (error: unknown) => Number(error instanceof Error ? error.cause : undefined)

export const passingCodes = [1, 2]
export const limitCodes = [4, 17, 32, 613, 80000, 80001, 80004]

/** The waits between the tries of a read, in milliseconds. */
const growingWaits = [1_000, 10_000, 60_000]

/** What programs that read leads have in common. A read is tried once more after each of the waits. */
export function leadClient(
  { fetch, baseUrl, clock, store, names }: ProcessContext,
  { waits: allWaits = growingWaits }: { readonly waits?: readonly number[] } = {},
) {
  /** Reads JSON. Tries again after each wait, unless the service refused the read. */
  async function get<T>(url: string, waits = allWaits): Promise<T> {
    try {
      const response = await fetch(url)
      const body: T & { error?: { code: number } } = JSON.parse(await response.text())
      if (body.error) throw new Error('The service refused a call', { cause: body.error.code })
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
      return body
    } catch (error) {
      const [wait, ...later] = waits
      const isRefusal = codeOf(error) > 0 && !passingCodes.includes(codeOf(error))
      if (isRefusal || wait === undefined) throw error
      await clock.sleep(wait)
      return get(url, later)
    }
  }

  async function pageToken(): Promise<string> {
    const stored = await store.get('page token')
    if (typeof stored === 'string') return stored
    const url = `${baseUrl}/me/accounts?access_token=${names.userToken}`
    const pages: { data: { id: string; access_token: string }[] } = await get(url)
    const page = pages.data.find(({ id }) => id === names.page)
    if (!page) throw new Error('The person has no task on the page')
    await store.set('page token', page.access_token)
    return page.access_token
  }

  /** Records trouble. The next read takes a new token after 190, and waits for an hour after a rate limit. */
  async function recordTrouble(error: unknown): Promise<void> {
    if (codeOf(error) === 190) await store.delete('page token')
    if (limitCodes.includes(codeOf(error))) await store.set('wait until', clock.now() + 3_600_000)
    await store.set('last trouble', String(error))
  }

  const mustWait = async () => clock.now() < Number((await store.get('wait until')) ?? 0)

  /** Adds a contact to the list, once for each lead. */
  async function addContact(lead: Lead): Promise<void> {
    await store.transaction(async (tx) => {
      if (await tx.get(`seen:${lead.id}`)) return
      const place = String((await tx.list('contact:')).length).padStart(6, '0')
      await tx.set(`contact:${place}`, lead.id)
      await tx.set(`seen:${lead.id}`, true)
    })
  }

  /** Runs work unless another run is at it. A process that dies leaves the lock behind for ten minutes. */
  async function locked(work: () => Promise<void>): Promise<void> {
    const until = clock.now() + 600_000
    const isFree = await store.transaction(async (tx) => {
      if (Number((await tx.get('lock')) ?? 0) > clock.now()) return false
      await tx.set('lock', until)
      return true
    })
    if (!isFree) return
    try {
      await work()
    } finally {
      await store.transaction(async (tx) => {
        if ((await tx.get('lock')) === until) await tx.delete('lock')
      })
    }
  }

  function isSigned(body: string, signature: string | null): boolean {
    const [, secret = ''] = names.appToken.split('|')
    const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
    const given = Buffer.from(signature ?? '')
    return given.length === expected.length && timingSafeEqual(given, expected)
  }

  return { get, pageToken, recordTrouble, mustWait, addContact, locked, isSigned }
}
