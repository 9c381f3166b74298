import { expect } from 'vitest'
import { type WorldMatchers, worldMatchers } from '../world-matchers.ts'

declare module 'vitest' {
  interface Matchers<T> extends WorldMatchers<void> {}
}

expect.extend(worldMatchers)
