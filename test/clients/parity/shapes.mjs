// Shapes of JSON values, and the differences between two of them.

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4}$/
const NODE_ID = /^(act_)?\d+(_\d+)*$/

/** Returns the class of a text: a time, a URL, or any other text. Recordings replace ids and cursors by words. */
function textClass(text) {
  if (TIME.test(text)) return 'time'
  return /^https?:\/\//.test(text) ? 'url' : 'text'
}

/** Whether an object is one of nodes by their ids, as in the answer to `ids=`. */
const isById = (value) => {
  const names = Object.keys(value)
  return names.length > 0 && names.every((name) => NODE_ID.test(name))
}

/** Returns the union of two shapes of items. */
function merged(one, other) {
  if (!one || !other || one.type !== other.type || !one.members) return one ?? other
  const members = { ...one.members }
  for (const [name, shape] of Object.entries(other.members)) members[name] = merged(members[name], shape)
  return { ...one, members }
}

/** Returns the shape of a JSON value: its type, and the shapes of its members or of its items together. */
export function shapeOf(value) {
  if (value === null) return { type: 'null' }
  if (Array.isArray(value)) {
    const items = value.map(shapeOf).reduce(merged, undefined)
    return { type: value.length === 0 ? 'empty list' : 'list', ...(items && { members: { '[]': items } }) }
  }
  if (typeof value === 'string') return { type: textClass(value) }
  if (typeof value !== 'object') return { type: typeof value }
  const entries = isById(value)
    ? [['{id}', Object.values(value).map(shapeOf).reduce(merged)]]
    : Object.entries(value).map(([name, member]) => [name, shapeOf(member)])
  return { type: 'object', members: Object.fromEntries(entries) }
}

/** Returns the differences between the shape of a recorded answer and that of an answer, by path. */
export function differences(recorded, answered, path = '') {
  if (!answered) return [{ path, what: `is missing (${recorded.type})` }]
  if (!recorded) return [{ path, what: `is not in the recording (${answered.type})` }]
  if (recorded.type !== answered.type)
    return [{ path, what: `is ${answered.type}, and ${recorded.type} in the recording` }]
  const names = new Set([...Object.keys(recorded.members ?? {}), ...Object.keys(answered.members ?? {})])
  return [...names].flatMap((name) =>
    differences(recorded.members?.[name], answered.members?.[name], path === '' ? name : `${path}.${name}`),
  )
}
