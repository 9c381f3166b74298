import { type WorldMatchers, worldMatchers } from '../world-matchers.ts'
import { jestGlobals } from './globals.ts'

const { expect } = jestGlobals

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends WorldMatchers<R> {}
}

declare global {
  namespace jest {
    // For the global expect of @types/jest.
    interface Matchers<R, T> extends WorldMatchers<R> {}
  }
}

expect.extend(worldMatchers)
