import { oneOf, scalar } from '../../graph/values/scalars.ts'
import { folded } from './audience-text.ts'
import { audienceTypes } from './built-in-audiences.ts'

/** Any type of audience; an unknown one is an invalid parameter (SIL-137). */
export const limitTypeParam = oneOf(audienceTypes)

/** A language and a country, such as en_US. One without translations stands for en_US (SIL-138). */
export const localeParam = scalar<string, string>(
  'a locale such as en_US',
  (raw) => (typeof raw === 'string' && /^[a-z]{2,3}_[A-Z]{2}$/.test(raw) ? raw : undefined),
  { type: 'string', pattern: '^[a-z]{2,3}_[A-Z]{2}$' },
)

/** What to search for; of marks alone nothing would be left to find (SIL-135). */
export const searchParam = scalar<string, string>(
  'text that is not empty',
  (raw) => {
    const text = typeof raw === 'number' ? String(raw) : raw
    return typeof text === 'string' && folded(text) !== '' ? text : undefined
  },
  { type: 'string', minLength: 1 },
)
