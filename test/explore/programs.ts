import type { ExploreOptions, Process, ProcessContext } from '../../src/explore/run/options/options.ts'

type Mirrors = NonNullable<ExploreOptions['mirror']>

export type Sut = (context: ProcessContext) => Process

export const job = (run: () => unknown): Process => ({ jobs: { sync: { every: '15m', run } } })

export const leadsPath = ({ baseUrl, names }: ProcessContext) =>
  `${baseUrl}/${names.form}/leads?limit=3&access_token=${names.pageToken}`

type Page = { data: { id: string }[]; paging?: { next?: string } }

/** Reads the leads; undefined if the service did not answer a list. */
export async function leadIds(context: ProcessContext, pages = 20): Promise<string[] | undefined> {
  const ids: string[] = []
  let url: string | undefined = leadsPath(context)
  for (let page = 0; url !== undefined && page < pages; page++) {
    try {
      const response = await context.fetch(url)
      const { data, paging } = (await response.json()) as Page
      if (!response.ok) return undefined
      ids.push(...data.map(({ id }) => id))
      url = paging?.next
    } catch {
      return undefined
    }
  }
  return ids
}

export const mirror: Mirrors = {
  leads: async ({ store }) => (await store.list()).map(([, id]) => id),
}

/** Stores each lead under a key. */
export const syncs =
  (keyOf: (id: string, place: number) => string, pages?: number): Sut =>
  (context) =>
    job(async () => {
      const ids = await leadIds(context, pages)
      if (!ids) return
      await context.store.transaction(async (store) => {
        for (const [place, id] of ids.entries()) await store.set(keyOf(id, place), id)
      })
    })

/** Stores each lead once and marks it in a second write, or both in one transaction. */
export const appends =
  (isWhole: boolean): Sut =>
  (context) =>
    job(async () => {
      for (const id of (await leadIds(context)) ?? []) {
        if ((await context.store.list('seen')).some(([, seen]) => seen === id)) continue
        const add = async (store: ProcessContext['store']) => {
          const { length } = await store.list('lead')
          await store.set(`lead${String(length).padStart(4, '0')}`, id)
        }
        const note = (store: ProcessContext['store']) => store.set(`seen${id}`, id)
        if (isWhole) {
          await context.store.transaction(async (store) => {
            await add(store)
            await note(store)
          })
        } else {
          await add(context.store)
          await note(context.store)
        }
      }
    })

export const appended: Mirrors = {
  leads: async ({ store }) => (await store.list('lead')).map(([, id]) => id),
}

/** Publishes one text; `isSafe` looks for it on the page before. */
export const publishes =
  (isSafe: boolean): Sut =>
  ({ fetch, baseUrl, names, store }) =>
    job(async () => {
      if (await store.get('published')) return
      const token = `access_token=${names.pageToken}`
      try {
        const feed = await fetch(`${baseUrl}/${names.page}/feed?fields=message&limit=100&${token}`)
        const { data } = (await feed.json()) as { data: { message?: string }[] }
        if (!feed.ok) return
        const isThere = isSafe && data.some(({ message }) => message === 'hello')
        const body = new URLSearchParams({ message: 'hello', access_token: names.pageToken })
        if (!isThere) {
          const posted = await fetch(`${baseUrl}/${names.page}/feed`, { method: 'POST', body })
          await posted.json()
          if (!posted.ok) return
        }
        await store.set('published', true)
      } catch {
        // The connection broke: the next start tries again.
      }
    })
