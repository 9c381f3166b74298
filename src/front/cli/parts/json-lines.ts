import { readFileSync } from 'node:fs'
import { readBy } from '../../../engine/schema/schema.ts'
import type { z } from '../../../engine/schema/zod.ts'
import { isPlainObject } from '../../../engine/values/plain-object.ts'
import { errorCode } from '../../../server/http/error-code.ts'

/** A line of JSON, and where it stands. */
export interface JsonLine {
  readonly value: Readonly<Record<string, unknown>>
  readonly text: string
  readonly place: string
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = errorCode(error)
    throw new TypeError(`${path} cannot be read: ${code === 'ENOENT' ? 'there is no such file' : code}`)
  }
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isPlainObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Reads files of lines. A last line that is cut is left out with a warning. Throws a TypeError that names the
 * line that is no line of JSON.
 *
 * @param origin What such a line is, and the command that writes it.
 */
export function* readJsonLines(
  paths: readonly string[],
  origin: string,
  warn: (text: string) => void,
): Generator<JsonLine, void, undefined> {
  for (const path of paths) {
    const lines = readText(path).split('\n')
    for (const [index, text] of lines.entries()) {
      const place = `${path}:${index + 1}`
      const value = parsed(text)
      if (value) yield { value, text, place }
      else if (text.trim() === '') continue
      else if (index < lines.length - 1) throw new TypeError(`${place} is no ${origin}`)
      else warn(`warning: ${place} is cut and was left out: the other lines count\n`)
    }
  }
}

/** Reads a line by its schema. Throws a TypeError that names the line if it has another form. */
export function lineBy<T extends z.ZodType>(
  schema: T,
  { value, place }: JsonLine,
  origin: string,
): z.output<T> {
  const read = readBy(schema, value)
  if (read.success) return read.data
  throw new TypeError(`${place} is no ${origin}`)
}

/**
 * Creates a function that tells whether a line is new. It throws a TypeError that names lines that disagree.
 */
export function createLineCheck() {
  const seen = new Map<string, Omit<JsonLine, 'value'>>()
  return (name: string, seed: string, { text, place }: Omit<JsonLine, 'value'>): boolean => {
    const key = JSON.stringify([name, seed])
    const before = seen.get(key)
    if (before && before.text !== text)
      throw new TypeError(
        `${before.place} and ${place} disagree about "${name}", ${seed}: one of them is of changed code. ` +
          'Leave out the file that is wrong',
      )
    seen.set(key, { text, place })
    return before === undefined
  }
}
