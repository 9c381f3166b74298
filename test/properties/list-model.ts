/** Where a record stands in a list: an instant, then the order of making. */
export type Place = readonly [number, number]

/** A record of a list, as it is shown. */
export interface Row {
  readonly at: Place
  readonly shown: object
}

/** Where a page of a list begins. */
export type From = { readonly after: Place } | { readonly before: Place } | undefined

/** A page of a list: what is shown, whether there is more on either side of it, and where its ends are. */
export interface Page {
  readonly value: { readonly data: object[]; readonly next: boolean; readonly previous: boolean }
  readonly ends: { readonly first: Place; readonly last: Place } | undefined
}

const isBefore = (a: Place, b: Place): boolean => a[0] > b[0] || (a[0] === b[0] && a[1] > b[1])

/** One page of a list that is newest first. */
export function pageOf(unordered: readonly Row[], limit = 25, from?: From): Page {
  const rows = [...unordered].sort((a, b) => (isBefore(a.at, b.at) ? -1 : 1))
  const rest = rows.filter(
    ({ at }) => !from || ('after' in from ? isBefore(from.after, at) : isBefore(at, from.before)),
  )
  const found = from && 'before' in from ? rest.slice(-limit) : rest.slice(0, limit)
  const [first, last] = [found[0]?.at, found.at(-1)?.at]
  const value = {
    data: found.map(({ shown }) => shown),
    next: rows.some(({ at }) => last && isBefore(last, at)),
    previous: rows.some(({ at }) => first && isBefore(at, first)),
  }
  return { value, ends: first && last && { first, last } }
}
