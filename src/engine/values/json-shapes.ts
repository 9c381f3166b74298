import { type CountedObject, countedObject, countMember, distinctMembers } from './distinct-members.ts'
import { endOfString } from './json-text.ts'

const [QUOTE, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 58, 91, 93, 123, 125]

/** Whether a colon follows, with or without spaces before it. */
export function isColonNext(text: string, from: number): boolean {
  let at = from
  while (text.charCodeAt(at) <= 32) at += 1
  return text.charCodeAt(at) === COLON
}

/**
 * Whether a JSON text has more than `most` distinct members. Such members are costly to parse. The text may
 * be malformed, but must not nest without bound.
 */
export function hasManyShapes(text: string, most: number): boolean {
  const distinct = distinctMembers(most)
  const open: CountedObject[] = []
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) {
      const end = endOfString(text, at)
      const object = open.at(-1)
      const isMember = object && isColonNext(text, end + 1)
      if (isMember && !countMember(distinct, object, text.slice(at + 1, end))) return true
      at = end
    } else if (unit === OPEN_LIST || unit === OPEN_OBJECT) open.push(countedObject())
    else if (unit === CLOSE_LIST || unit === CLOSE_OBJECT) open.pop()
  }
  return false
}
