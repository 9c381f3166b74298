import type { z } from '../../engine/schema/zod.ts'
import { type Caller, grantedPrivacy } from '../../service/caller/caller.ts'
import { type CallError, invalidParameter } from '../../service/contract/errors.ts'
import { object } from '../../service/values/compounds.ts'
import { oneOf, text } from '../../service/values/scalars.ts'
import { friendsLevels, type PrivacyAudience, privacyLevels } from './records.ts'

type PrivacyLevel = (typeof privacyLevels)[number]

/** The description of each privacy level (FEE-117). */
export const privacyDescriptions: Readonly<Record<PrivacyLevel, string>> = {
  EVERYONE: 'Public',
  FRIENDS_OF_FRIENDS: 'Friends of friends',
  ALL_FRIENDS: 'Friends',
  CUSTOM: 'Custom',
  SELF: 'Only me',
}

/** The privacy parameter: a JSON object with the keys of a post's privacy (PHO-064, SIL-080). */
export const privacyParam = object({
  /** The level. It must not be more open than the level that the person granted the app. */
  value: oneOf(privacyLevels),
  /** The ids of those who can see it, between commas; for CUSTOM. */
  allow: text.optional(),
  /** The ids of those who cannot see it, between commas; for CUSTOM. */
  deny: text.optional(),
  /** Which friends can see it; for CUSTOM. */
  friends: oneOf(friendsLevels).optional(),
  /** The level in words. */
  description: text.optional(),
})

/** The privacy columns of a photo or a post. */
export interface ContentPrivacy {
  readonly privacy: PrivacyLevel
  readonly audience?: z.output<typeof PrivacyAudience>
}

/** Returns the privacy columns for a privacy parameter. */
export function contentPrivacyOf(param: z.output<typeof privacyParam>): ContentPrivacy {
  const { value: privacy, friends = '', allow = '', deny = '' } = param
  return { privacy, audience: { friends, allow, deny } }
}

const opennessOf = (level: PrivacyLevel): number => privacyLevels.length - privacyLevels.indexOf(level)

/**
 * Returns the privacy of new content: the parameter's, or the level granted at login if there is none. A
 * parameter that is more open than the grant is an error (PHO-065, PHO-066).
 */
export function allowedPrivacy(
  caller: Caller,
  param: z.output<typeof privacyParam> | undefined,
): ContentPrivacy | CallError {
  const granted = grantedPrivacy(caller)
  if (!param) return { privacy: granted }
  if (opennessOf(param.value) <= opennessOf(granted)) return contentPrivacyOf(param)
  return invalidParameter(
    `Param privacy must be at most as open as ${granted}, the level granted at login, got ${param.value}`,
  )
}
