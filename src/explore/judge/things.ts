/**
 * The tables of things that work is done on, one by one. The rows of the others own them, such as pages, or
 * describe who works.
 */
export const isThing = (table: string | undefined): boolean => table !== undefined && things.has(table)

const things: ReadonlySet<string> = new Set([
  'leads',
  'posts',
  'comments',
  'photos',
  'campaigns',
  'adSets',
  'ads',
  'creatives',
  'adImages',
  'threatIndicators',
])
