import { cutText, shortenText } from './cut.ts'
import type { CountedObject } from './distinct-members.ts'
import type { Json } from './json.ts'
import { IDENTIFIER, type PlainObject } from './plain-object.ts'

const PATH_LENGTH_MAX = 200

/** An array whose members before `next` have been copied. */
export interface ArrayFrame {
  readonly kind: 'array'
  readonly source: readonly unknown[]
  readonly length: number
  readonly target: Json[]
  next: number
}

/** An object whose members before `next` have been copied. */
export interface ObjectFrame {
  readonly kind: 'object'
  readonly source: PlainObject
  readonly keys: readonly string[]
  readonly target: { [key: string]: Json }
  readonly counted: CountedObject
  next: number
}

export type Frame = ArrayFrame | ObjectFrame

/** Returns the index of the first frame whose object contains itself. Called only at the depth limit. */
export function firstRepeat(frames: readonly Frame[]): number | undefined {
  const seen = new Set<object>()
  const index = frames.findIndex(({ source }) => seen.size === seen.add(source).size)
  return index < 0 ? undefined : index
}

/** Returns the path of the value that is being copied, as an error message shows it. */
export function framesPath(frames: readonly Frame[]): string {
  let path = ''
  for (const frame of frames) {
    const key = frame.kind === 'array' ? frame.next - 1 : (frame.keys[frame.next - 1] ?? '')
    if (typeof key === 'number') path += `[${key}]`
    else if (IDENTIFIER.test(key)) path += path === '' ? key : `.${key}`
    else path += `[${JSON.stringify(cutText(key, PATH_LENGTH_MAX))}]`
    if (path.length > PATH_LENGTH_MAX) return shortenText(path, PATH_LENGTH_MAX)
  }
  return path
}
