/** The address of a call or of a write: the name and the ordinal of a start, and what follows. */
interface CallAddress {
  readonly name: string
  readonly ordinal: number
  readonly rest: string
}

/** Reads the address of a call or of a write; undefined for a notice. */
export function callAddress(at: string): CallAddress | undefined {
  const [, name, ordinal, rest] = /^(.+)#(\d+)(\/[^/]+\/\d+)$/.exec(at) ?? []
  return name === undefined || rest === undefined ? undefined : { name, ordinal: Number(ordinal), rest }
}
