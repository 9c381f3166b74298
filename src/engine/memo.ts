/** The values that are computed while one input is taken. The memo ends with the input. */
export type Memo = Map<string, Map<unknown, unknown>>

/** Returns the value of `make`, which it calls once for each name and object or text that the value is of. */
export function once<T>(memo: Memo, name: string, of: object | string, make: () => T): T {
  const values = memo.get(name) ?? new Map<unknown, unknown>()
  if (values.has(of)) return values.get(of) as T
  const value = make()
  memo.set(name, values.set(of, value))
  return value
}
