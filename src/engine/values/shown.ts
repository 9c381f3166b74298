import { shortenText } from './cut.ts'
import { jsonBeginning } from './excerpt.ts'

const WHOLE_LENGTH_MAX = 60
const CUT_LENGTH = 58

/** Returns a value as JSON for an error message, cut if it is long. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = jsonBeginning(value, WHOLE_LENGTH_MAX)
  return text.length > WHOLE_LENGTH_MAX ? shortenText(text, CUT_LENGTH) : text
}
