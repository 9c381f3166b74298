import { cutText, shortenText } from './cut.ts'
import { IDENTIFIER } from './plain-object.ts'

const PATH_LENGTH_MAX = 200

/** Returns a path of names and indexes as an error message shows it. */
export function pathText(keys: readonly (string | number)[]): string {
  let path = ''
  for (const key of keys) {
    if (typeof key === 'number') path += `[${key}]`
    else if (IDENTIFIER.test(key)) path += path === '' ? key : `.${key}`
    else path += `[${JSON.stringify(cutText(key, PATH_LENGTH_MAX))}]`
    if (path.length > PATH_LENGTH_MAX) return shortenText(path, PATH_LENGTH_MAX)
  }
  return path
}
