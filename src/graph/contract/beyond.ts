/** The policy key of calls that the contract does not have (SIL-189). */
export interface BeyondPolicy {
  readonly beyond?: 'refuse' | 'serve'
}

/** Whether a world serves calls and fields that only the documentation of the live service describes. */
export const servesBeyond = ({ beyond }: BeyondPolicy): boolean => beyond === 'serve'
