import { endOfString } from './json-text.ts'

/**
 * Members behind this one of their object count, because an object of so many members becomes a hash table.
 */
const SMALL_OBJECT_MEMBERS = 100

const NAMES_MAX = 2 ** 21

const [QUOTE, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 58, 91, 93, 123, 125]

/** An open object or list. `shape` stands for the names so far, in their order. */
interface Level {
  shape: number
  members: number
}

/** Whether a colon follows, with or without spaces before it. */
function isColonNext(text: string, from: number): boolean {
  let at = from
  while (text.charCodeAt(at) <= 32) at += 1
  return text.charCodeAt(at) === COLON
}

/**
 * Whether a JSON text has more than `most` distinct members: those whose name is new after the names before
 * it in its object, and those behind the 100th of their object. Engines of JavaScript keep a hidden class for
 * each sequence of names, so such members take up to a hundred times the time and memory of others. The text
 * may be malformed, but must not nest without bound.
 */
export function hasManyShapes(text: string, most: number): boolean {
  const names = new Map<string, number>()
  const shapes = new Map<number, number>()
  const levels: Level[] = []
  let distinct = 0
  const addMember = (level: Level, name: string) => {
    const number = names.get(name) ?? names.size
    names.set(name, number)
    const key = level.shape * NAMES_MAX + number
    const known = shapes.get(key)
    level.members += 1
    if (known === undefined || level.members > SMALL_OBJECT_MEMBERS) distinct += 1
    level.shape = known ?? shapes.size + 1
    if (known === undefined) shapes.set(key, level.shape)
  }
  for (let at = 0; at < text.length && distinct <= most; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) {
      const end = endOfString(text, at)
      const level = levels.at(-1)
      if (level && isColonNext(text, end + 1)) addMember(level, text.slice(at + 1, end))
      at = end
    } else if (unit === OPEN_LIST || unit === OPEN_OBJECT) levels.push({ shape: 0, members: 0 })
    else if (unit === CLOSE_LIST || unit === CLOSE_OBJECT) levels.pop()
  }
  return distinct > most
}
