// The parts of Jest that fauxgraph/jest uses. Users of the entry have Jest with its own declarations.
declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> {}
}

declare module '@jest/globals' {
  type Run = () => unknown
  export const expect: {
    extend(matchers: object): void
    getState(): { readonly testPath?: string; readonly currentTestName?: string }
  }
  export const jest: import('../../../world/handle/follow.ts').FakeTimers
  export function test(name: string, run: Run): void
  export function beforeEach(run: Run): void
  export function afterEach(run: Run): void
  export function afterAll(run: Run): void
}
