/** The message and the HTTP status of a code. */
interface TransientEntry {
  /** The message of the live platform. */
  readonly message: string
  readonly status: number
}

/**
 * Codes of the live platform that the contract does not list: an outage (1, 2) or a rate limit (the others).
 * No rule of the contract returns them, but a fault rule can inject them into every operation.
 */
const transientTable = {
  1: { message: 'An unknown error occurred', status: 500 },
  2: { message: 'An unexpected error has occurred. Please retry your request later.', status: 500 },
  4: { message: '(#4) Application request limit reached', status: 400 },
  17: { message: '(#17) User request limit reached', status: 400 },
  32: { message: '(#32) Page request limit reached', status: 400 },
  341: { message: '(#341) Application limit reached', status: 400 },
  613: { message: '(#613) Calls to this api have exceeded the rate limit.', status: 400 },
} as const satisfies Record<number, TransientEntry>

/** The message of code 1 for a call that asks for too much at once. */
export const TOO_MUCH_DATA = "Please reduce the amount of data you're asking for, then retry your request"

/** A code of the live platform that the contract does not list. Only fault rules and the policy answer it. */
export type TransientCode = keyof typeof transientTable

/** All transient codes that the contract does not list, ascending. */
export const transientCodes = [1, 2, 4, 17, 32, 341, 613] as const satisfies readonly TransientCode[]

/** Whether a number is a transient code that the contract does not list. */
export function isTransientCode(value: unknown): value is TransientCode {
  return typeof value === 'number' && Object.hasOwn(transientTable, value)
}

/** The entry of a transient code. */
export const transientEntry = (code: TransientCode): TransientEntry => transientTable[code]
