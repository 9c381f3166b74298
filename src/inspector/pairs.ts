interface Measured {
  readonly seeds: readonly number[]
  /** The value of each measure for each of `seeds`. */
  readonly values: Readonly<Record<string, readonly number[]>>
}

/** Returns how much more a variant has than another, for each seed that both have. */
export function differencesInPairs(measure: string, from: Measured, other: Measured) {
  const before = new Map(from.seeds.map((seed, place) => [seed, from.values[measure]?.[place] ?? 0]))
  const [seeds, values]: [number[], number[]] = [[], []]
  for (const [place, seed] of other.seeds.entries()) {
    const value = before.get(seed)
    if (value === undefined) continue
    seeds.push(seed)
    values.push((other.values[measure]?.[place] ?? 0) - value)
  }
  return { seeds, values }
}
