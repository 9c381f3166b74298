import { type CallError, invalidParameter } from './errors.ts'

/** The policy key of calls that the contract does not have (SIL-189). */
export interface BeyondPolicy {
  readonly beyond?: 'refuse' | 'serve'
}

/** What a hint begins with that names the policy of the live service. */
export const PLATFORM = "policy: 'platform'"

/** The reason of a refusal that the live service does not make. */
export const takenByPlatform = `${PLATFORM} takes this call, as the live service does`

/** Returns the error of a parameter that only the description refuses. */
export const descriptionError = (message: string): CallError => ({
  ...invalidParameter(message),
  because: [takenByPlatform],
})

/** Whether a world serves calls and fields that only the documentation of the live service describes. */
export const servesBeyond = ({ beyond }: BeyondPolicy): boolean => beyond === 'serve'
