/** Returns a function that makes the value of a text, and keeps the values that were used last. */
export function keepLast<T extends object>(max: number): (text: string, make: () => T) => T {
  const kept = new Map<string, T>()
  return (text, make) => {
    const value = kept.get(text) ?? make()
    kept.delete(text)
    kept.set(text, value)
    const [oldest] = kept.keys()
    if (kept.size > max && oldest !== undefined) kept.delete(oldest)
    return value
  }
}
