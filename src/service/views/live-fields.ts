import texts from './live-names.json' with { type: 'json' }

/**
 * The names of the fields and edges that the live service has, by node type, and of the members of some
 * values. They are made from the field lists of facebook-nodejs-business-sdk 24.0.1: names of an interface
 * are facts, and no code of that package is here. `.build/live-names.mjs` renews them.
 */
export const liveNames: Readonly<Record<string, string>> = texts

/** The types of the values of fields, by node type and field. Their members are those of these types. */
const valueTypes: Readonly<Record<string, readonly string[]>> = {
  'AdAccount.business': ['Business'],
  'Comment.from': ['Profile', 'Page', 'User'],
  'Page.picture': ['ProfilePictureSource'],
  'Photo.album': ['Album'],
  'Photo.from': ['Profile', 'Page', 'User'],
  'Photo.place': ['Place'],
  'Post.application': ['Application'],
  'Post.attachments': ['StoryAttachment'],
  'Post.from': ['Profile', 'Page', 'User'],
  'Post.privacy': ['Privacy'],
  'Post.to': ['Profile', 'Page', 'User'],
  'User.picture': ['ProfilePictureSource'],
}

/** Types whose names the list has under another type. */
const sameNames: Readonly<Record<string, string>> = { IGMedia: 'Media' }

const known = new Map<string, ReadonlySet<string>>()

/** Returns the names of a type. They are split once. */
function namesOf(name: string): ReadonlySet<string> {
  const type = (Object.hasOwn(sameNames, name) && sameNames[name]) || name
  const before = known.get(type)
  if (before) return before
  const names = new Set(Object.hasOwn(liveNames, type) ? liveNames[type]?.split(' ') : [])
  known.set(type, names)
  return names
}

/** Whether the live service has a field or an edge of this name on a type of nodes. */
export const isLiveName = (type: string, name: string): boolean => namesOf(type).has(name)

/** Whether the value of a field has a member of this name at the live service, at any depth. */
export const isLiveMember = (type: string, field: string, name: string): boolean =>
  Object.hasOwn(valueTypes, `${type}.${field}`) &&
  valueTypes[`${type}.${field}`]?.some((value) => isLiveName(value, name)) === true
