/** Collects the values of an option that may be repeated. */
export const appendValue = (value: string, previous: readonly string[] = []): readonly string[] => [
  ...previous,
  value,
]

/** Is told the exit code of a command that ends by itself. */
export type End = (code: number) => void
