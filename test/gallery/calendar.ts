import type { Store } from '../../src/explore/run/options/options.ts'

/** A post that a scheduler publishes. */
export interface PlannedPost {
  readonly id: string
  readonly at: string
  readonly text: string
}

export const calendar = [
  { id: 'opening', at: '2026-01-15T09:10:00Z', text: 'We are open' },
  { id: 'lunch', at: '2026-01-15T12:00:00Z', text: 'Soup of the day' },
  { id: 'dessert', at: '2026-01-15T12:00:00Z', text: 'Cake of the day' },
  { id: 'tomorrow', at: '2026-01-16T09:00:00Z', text: 'We are open again' },
  { id: 'week', at: '2026-01-22T09:00:00Z', text: 'One week old' },
]

/** Stores the posts of a calendar that are not stored yet. */
export async function plan(store: Store, posts: readonly PlannedPost[]) {
  for (const { id, at, text } of posts) {
    if ((await store.get(`planned:${id}`)) === undefined) await store.set(`planned:${id}`, { at, text })
  }
}
