import { type WorldMatchers, worldMatchers } from '../world-matchers.ts'
import { vitestGlobals } from './globals.ts'

const { expect } = vitestGlobals

declare module 'vitest' {
  interface Matchers<T> extends WorldMatchers<void> {}
}

expect.extend(worldMatchers)
