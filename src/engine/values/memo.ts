/** Caches values during one input. The next input starts with an empty memo. */
export type Memo = Map<string, Map<unknown, unknown>>

/** Returns the cached value for a name and a key, and calls `make` if there is none. */
export function once<T>(memo: Memo, name: string, of: object | string, make: () => T): T {
  const values = memo.get(name) ?? new Map<unknown, unknown>()
  if (values.has(of)) return values.get(of) as T
  const value = make()
  memo.set(name, values.set(of, value))
  return value
}
