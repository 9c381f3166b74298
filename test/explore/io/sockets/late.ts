import { onTestFinished } from 'vitest'

/** The object that late code shares with its test, as the global `late`. */
export interface Late {
  /** Each lets code go on that waits. */
  readonly waiting: (() => void)[]
  /** The number of times that code began to wait for a thread, if it did. */
  begun?: number
  /** The number of times that waiting code went on. */
  count: number
  seen?: unknown
}

/** Shares an object with late code until the test has finished. */
export function share(): Late {
  const late: Late = { waiting: [], count: 0 }
  Object.assign(globalThis, { late })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'late'))
  return late
}

/** Returns a program that waits for a promise of its test, and then goes on. */
export const waiting = (imports: string, call: string): string => `${imports}
const { late } = globalThis
new Promise((resolve) => late.waiting.push(resolve)).then(async () => {
  late.count++
  try {
    ${call}
  } catch {}
})
`
