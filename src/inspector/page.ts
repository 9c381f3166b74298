import { script, style } from 'virtual:fauxgraph-viewer'
import { type PageCode, pageText, policyOf } from './html-page.ts'

/**
 * The content security policy of the viewer.
 *
 * @param connects Where the page may send requests: `'self'` for the page of a server.
 */
export const pagePolicy = (connects: PageCode['connects']): string => policyOf({ script, style, connects })

/**
 * Returns a page of the viewer.
 *
 * @param data What the page shows: `{ trace }`, `{ live }` or `{ simulation }`.
 */
export const htmlPage = (title: string, data: object, connects: PageCode['connects'] = "'none'"): string =>
  pageText(title, data, { script, style, connects })
