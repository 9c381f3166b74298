import { endianness } from 'node:os'
import type { Run, Scope } from '../run/run.ts'
import { timeScope } from '../run/scope.ts'

const drawBytes = (run: Run, length: number): Uint8Array =>
  Uint8Array.from({ length }, () => Math.floor(run.random() * 256))

/** Draws a UUID of version 4. */
function drawUuid(run: Run): `${string}-${string}-${string}-${string}-${string}` {
  const bytes = drawBytes(run, 16)
  const hex = [...bytes]
    .map((byte, index) => (index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte))
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

type Callback = (...values: unknown[]) => void

/** A value that Node can fill with random bytes. */
type Fillable = ArrayBufferView | ArrayBuffer

/** The bytes of an element, in which Node counts offsets and sizes. */
const widthOf = (view: Fillable): number => (view as Partial<Uint8Array>).BYTES_PER_ELEMENT ?? 1

/**
 * Writes bytes into a view from an offset in bytes. A big-endian host reverses each element, so that equal
 * bytes are equal numbers on every host.
 */
export function fillElements<V extends Fillable>(
  view: V,
  bytes: Uint8Array,
  from = 0,
  order: 'LE' | 'BE' = endianness(),
): V {
  const [buffer, start] = ArrayBuffer.isView(view) ? [view.buffer, view.byteOffset] : [view, 0]
  const target = new Uint8Array(buffer, start + from, bytes.length)
  target.set(bytes)
  const width = widthOf(view)
  if (order === 'BE')
    for (let at = 0; at < target.length; at += width) target.subarray(at, at + width).reverse()
  return view
}

/** Replaces a source of randomness by draws of the run. */
const drawn =
  <A extends unknown[], R>(draw: (scope: Scope, ...values: A) => R) =>
  (original: (...values: A) => R) =>
    function replaced(this: unknown, ...values: A): R {
      const scope = timeScope()
      return scope ? draw(scope, ...values) : original.apply(this, values)
    }

export const random = drawn(({ run }) => run.random())
export const uuid = drawn(({ run }) => drawUuid(run))
export const fill = drawn(({ run }, view: Uint8Array) => fillElements(view, drawBytes(run, view.byteLength)))
export const drawnBytesOf =
  (original: (size: number, callback?: Callback) => unknown) => (size: number, callback?: Callback) => {
    const scope = timeScope()
    if (!scope) return original(size, callback)
    const drawnBytes = Buffer.from(drawBytes(scope.run, size))
    if (!callback) return drawnBytes
    queueMicrotask(() => callback(null, drawnBytes))
    return undefined
  }

export const fillWith =
  (original: (view: Fillable, ...values: never[]) => unknown) =>
  (view: Fillable, ...values: unknown[]): unknown => {
    const scope = timeScope()
    if (!scope) return original(view, ...(values as never[]))
    const [offset = 0, size] = values.filter((value) => typeof value === 'number')
    const callback = values.find((value): value is Callback => typeof value === 'function')
    const from = offset * widthOf(view)
    const length = size === undefined ? view.byteLength - from : size * widthOf(view)
    fillElements(view, drawBytes(scope.run, length), from)
    if (!callback) return view
    queueMicrotask(() => callback(null, view))
    return undefined
  }

export const drawnInteger =
  (original: (...values: unknown[]) => unknown) =>
  (...values: unknown[]): unknown => {
    const scope = timeScope()
    if (!scope) return original(...values)
    const numbers = values.filter((value) => typeof value === 'number')
    const [from = 0, to = 0] = numbers.length > 1 ? numbers : [0, ...numbers]
    const callback = values.find((value): value is Callback => typeof value === 'function')
    const value = from + Math.floor(scope.run.random() * (to - from))
    if (!callback) return value
    queueMicrotask(() => callback(null, value))
    return undefined
  }
