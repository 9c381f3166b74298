import { isTransientCode } from '../../graph/contract/transient.ts'

/** Codes of an outage: the same call may succeed at once. */
export const isOutageCode = (code: number): boolean => code === 1 || code === 2

/** Codes of a limit that was reached: the caller must wait before it calls again. */
export const isLimitCode = (code: number): boolean =>
  code >= 80_000 || (isTransientCode(code) && !isOutageCode(code))
