/** Values worked out while one input is taken. It ends with the input, so no answer depends on it. */
export type Memo = Map<string, Map<unknown, unknown>>

/** The value of `make`, worked out once for each pair of a name and an object or text that it depends on. */
export function once<T>(memo: Memo, name: string, of: object | string, make: () => T): T {
  const known = memo.get(name) ?? new Map<unknown, unknown>()
  if (known.has(of)) return known.get(of) as T
  const made = make()
  memo.set(name, known.set(of, made))
  return made
}
