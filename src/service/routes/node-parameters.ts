import type { Tables } from '../../chapters/tables.ts'
import { missing } from '../values/references.ts'
import type { Tx } from './context.ts'
import { placeholders } from './define.ts'

/**
 * The table of the nodes that a parameter of an action names, by the name of the parameter. A value of this
 * name that is no number names no node, such as the text `business` of `createAdAccount`.
 */
const tables: Readonly<Partial<Record<string, keyof Tables & string>>> = {
  ...placeholders,
  adAccounts: 'adAccounts',
  administrators: 'users',
  campaigns: 'campaigns',
  cover: 'photos',
  creator: 'users',
  eventSource: 'eventSources',
  feed: 'productFeeds',
  pages: 'pages',
  photos: 'photos',
  place: 'pages',
  users: 'users',
}

/** Returns the message for the first parameter of an action that names no existing node, or undefined. */
export function missingNode(tx: Tx, params: object): string | undefined {
  for (const [name, value] of Object.entries(params)) {
    const table = tables[name]
    if (table === undefined) continue
    const ids: unknown[] = [value].flat()
    for (const id of ids) {
      const error = typeof id === 'number' ? missing(tx, [name, table, id]) : undefined
      if (error !== undefined) return error
    }
  }
  return undefined
}
