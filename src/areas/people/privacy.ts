import type { z } from 'zod'
import type { Caller } from '../../graph/caller/caller.ts'
import type { CallError } from '../../graph/contract/errors.ts'
import { object } from '../../graph/values/compounds.ts'
import { oneOf, text } from '../../graph/values/scalars.ts'
import { friendsLevels, type PrivacyAudience, privacyLevels } from './records.ts'
/** A level of privacy. */
export type PrivacyLevel = (typeof privacyLevels)[number]

/** What people are told of each level. */
export const privacyDescriptions: Readonly<Record<PrivacyLevel, string>> = {
  EVERYONE: 'Public',
  FRIENDS_OF_FRIENDS: 'Friends of friends',
  ALL_FRIENDS: 'Friends',
  CUSTOM: 'Custom',
  SELF: 'Only me',
}
/** The privacy parameter, with the keys of a post's privacy. */
export const privacyParam = object({
  value: oneOf(privacyLevels),
  allow: text.optional(),
  deny: text.optional(),
  friends: oneOf(friendsLevels).optional(),
  description: text.optional(),
})

/** The privacy of a photo or a post, as its row has it. */
export interface ContentPrivacy {
  readonly privacy: PrivacyLevel
  readonly audience?: z.output<typeof PrivacyAudience>
}

/** The privacy that a parameter asks for. */
export function contentPrivacyOf(asked: z.output<typeof privacyParam>): ContentPrivacy {
  const { value: privacy, friends = '', allow = '', deny = '' } = asked
  return { privacy, audience: { friends, allow, deny } }
}

const opennessOf = (level: PrivacyLevel): number => privacyLevels.length - privacyLevels.indexOf(level)

/** The most open level that the caller's app was granted at login. A page speaks to everyone. */
export function grantedPrivacy({ kind, token }: Caller): PrivacyLevel {
  return kind === 'page' ? 'EVERYONE' : (token?.privacy ?? 'EVERYONE')
}

/** The privacy of new content: what was asked, if it is no more open than the grant, or the grant itself. */
export function allowedPrivacy(
  caller: Caller,
  asked: z.output<typeof privacyParam> | undefined,
): ContentPrivacy | CallError {
  const granted = grantedPrivacy(caller)
  if (!asked) return { privacy: granted }
  if (opennessOf(asked.value) <= opennessOf(granted)) return contentPrivacyOf(asked)
  return {
    code: 100,
    message: `Param privacy must be at most as open as ${granted}, granted at login, got ${asked.value}`,
  }
}
