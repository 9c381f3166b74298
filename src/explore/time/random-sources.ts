import type { Scope } from '../run/run.ts'
import { currentScope } from '../run/scope.ts'
import { drawBytes, drawUuid } from './random.ts'

type Callback = (...values: unknown[]) => void

/** Replaces a source of randomness by draws of the run. */
const drawn =
  <A extends unknown[], R>(draw: (scope: Scope, ...values: A) => R) =>
  (original: (...values: A) => R) =>
    function replaced(this: unknown, ...values: A): R {
      const scope = currentScope()
      return scope ? draw(scope, ...values) : original.apply(this, values)
    }

export const random = drawn(({ run }) => run.random())
export const uuid = drawn(({ run }) => drawUuid(run))
export const fill = drawn(({ run }, view: Uint8Array) => {
  new Uint8Array(view.buffer, view.byteOffset, view.byteLength).set(drawBytes(run, view.byteLength))
  return view
})
export const drawnBytesOf =
  (original: (size: number, callback?: Callback) => unknown) => (size: number, callback?: Callback) => {
    const scope = currentScope()
    if (!scope) return original(size, callback)
    const drawnBytes = Buffer.from(drawBytes(scope.run, size))
    if (!callback) return drawnBytes
    queueMicrotask(() => callback(null, drawnBytes))
    return undefined
  }

export const fillWith =
  (original: (view: Uint8Array, ...values: never[]) => unknown) =>
  (view: Uint8Array, ...values: unknown[]): unknown => {
    const scope = currentScope()
    if (!scope) return original(view, ...(values as never[]))
    const [offset = 0, size] = values.filter((value) => typeof value === 'number')
    const callback = values.find((value): value is Callback => typeof value === 'function')
    const whole = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
    const part = whole.subarray(offset, size === undefined ? undefined : offset + size)
    part.set(drawBytes(scope.run, part.length))
    if (!callback) return view
    queueMicrotask(() => callback(null, view))
    return undefined
  }

export const drawnInteger =
  (original: (...values: unknown[]) => unknown) =>
  (...values: unknown[]): unknown => {
    const scope = currentScope()
    if (!scope) return original(...values)
    const numbers = values.filter((value) => typeof value === 'number')
    const [from = 0, to = 0] = numbers.length > 1 ? numbers : [0, ...numbers]
    const callback = values.find((value): value is Callback => typeof value === 'function')
    const value = from + Math.floor(scope.run.random() * (to - from))
    if (!callback) return value
    queueMicrotask(() => callback(null, value))
    return undefined
  }
