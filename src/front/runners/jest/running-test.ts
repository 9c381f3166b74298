/** The part of the state of jest-circus that tells how the running test went. */
interface CircusState {
  readonly currentlyRunningTest?: {
    readonly errors?: readonly unknown[]
    readonly concurrent?: boolean
  } | null
}

/** The running test, from the state of jest-circus, the default runner. Other runners have no such state. */
function runningTest(): CircusState['currentlyRunningTest'] {
  const symbol = Object.getOwnPropertySymbols(globalThis).find(
    ({ description }) => description === 'JEST_STATE_SYMBOL',
  )
  const state: CircusState | undefined = symbol && Reflect.get(globalThis, symbol)
  return state?.currentlyRunningTest
}

/** Returns the errors of the running test so far. Hooks of Jest are not told whether the test failed. */
export const errorsOfTest = (): unknown[] =>
  // An entry is an error, or a pair of the error and the place of the test.
  (runningTest()?.errors ?? []).map((entry) => (Array.isArray(entry) ? entry[0] : entry))

/** Whether the running test is one of `test.concurrent`. */
export const isConcurrent = (): boolean => runningTest()?.concurrent === true
