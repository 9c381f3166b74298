/** The part of the state of jest-circus that tells how the running test went. */
interface CircusState {
  readonly currentlyRunningTest?: { readonly errors?: readonly unknown[] } | null
}

/**
 * Returns the errors of the running test so far. Hooks of Jest are not told whether the test failed, so this
 * reads the state of jest-circus, the default runner. Returns none if another runner has no such state.
 */
export function errorsOfTest(): unknown[] {
  const symbol = Object.getOwnPropertySymbols(globalThis).find(
    ({ description }) => description === 'JEST_STATE_SYMBOL',
  )
  const state: CircusState | undefined = symbol && Reflect.get(globalThis, symbol)
  // An entry is an error, or a pair of the error and the place of the test.
  return (state?.currentlyRunningTest?.errors ?? []).map((entry) => (Array.isArray(entry) ? entry[0] : entry))
}
