/** Replaces a member for a moment, whatever it is now. Returns how to restore it. */
export function replaceValue(owner: object, name: string, value: unknown): () => void {
  const original = Object.getOwnPropertyDescriptor(owner, name) ?? {}
  Object.defineProperty(owner, name, { ...original, value })
  return () => Object.defineProperty(owner, name, original)
}
