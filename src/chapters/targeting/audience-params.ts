import { oneOf, scalar } from '../../service/values/scalars.ts'
import { audienceTypes } from './built-in-audiences.ts'
import { foldText } from './letters.ts'

/** A type of audience. An unknown type is an invalid parameter (SIL-137). */
export const limitTypeParam = oneOf(audienceTypes)

/** A language and a country, such as en_US. A locale without translations shows those of en_US (SIL-138). */
export const localeParam = scalar<string, string>(
  'a locale such as en_US',
  (raw) => (typeof raw === 'string' && /^[a-z]{2,3}_[A-Z]{2}$/.test(raw) ? raw : undefined),
  { type: 'string', pattern: '^[a-z]{2,3}_[A-Z]{2}$' },
)

/** The text of a search. A text of only accents is empty, because accents are ignored (SIL-135). */
export const searchParam = scalar<string, string>(
  'text that is not empty',
  (raw) => {
    const text = typeof raw === 'number' ? String(raw) : raw
    return typeof text === 'string' && foldText(text) !== '' ? text : undefined
  },
  { type: 'string', minLength: 1 },
)
