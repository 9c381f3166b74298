import { z } from '../../engine/schema/zod.ts'
import { limits } from '../../service/contract/limits.ts'
import { field } from '../../service/views/fields.ts'
import type { View } from '../../service/views/view.ts'
import { type AudienceType, audienceTypes, smallAudienceTypes } from './built-in-audiences.ts'

/** Name and path of an audience in one language. */
interface AudienceWords {
  readonly name: string
  readonly path: readonly string[]
}

/** A targeting audience, built in or added. Audiences of different types may have the same id. */
export interface TargetingAudience extends AudienceWords {
  readonly id: string
  readonly type: AudienceType
  readonly audienceSize: number
  readonly description: string
  /** Browsing shows it. A search finds every audience. */
  readonly browsable: boolean
  readonly translations: readonly (AudienceWords & { readonly locale: string })[]
}

/** Whether an audience is hidden in a list without `limit_type` (TGT-013). */
const isSmall = ({ type, audienceSize }: TargetingAudience): boolean =>
  audienceSize < limits.smallAudiencePeopleMin && smallAudienceTypes.includes(type)

/** Whether a list with this `limit_type` shows an audience (TGT-015, SIL-137). */
export const isListedFor = (audience: TargetingAudience, limitType: AudienceType | undefined): boolean =>
  limitType ? audience.type === limitType : !isSmall(audience)

/** Name and path in a language. Without a translation they are those of en_US (SIL-138). */
export const wordsIn = (audience: TargetingAudience, locale: string): AudienceWords =>
  audience.translations.find((words) => words.locale === locale) ?? audience

/** Compares by size, the largest first, then by id as a number (SIL-135): a shorter id is smaller. */
export function compareAudiences(one: TargetingAudience, other: TargetingAudience): number {
  const byId = one.id.length - other.id.length || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)
  const byType = () => audienceTypes.indexOf(one.type) - audienceTypes.indexOf(other.type)
  return other.audienceSize - one.audienceSize || byId || byType()
}

/** An audience as a list shows it, with its words in one language. An invalid one has few of the fields. */
export interface ListedAudience {
  readonly id: number
  readonly kind: string
  readonly audience?: string
  readonly words?: Partial<AudienceWords>
  readonly type?: string
  readonly audienceSize?: number
  readonly description?: string
  readonly valid?: boolean
}

/** The id and kind of every listed audience, because an audience is not a node. */
export const noNode = { id: 0, kind: 'audiences' }

/** Returns an audience as a list shows it. Only browsing adds the description (TGT-008). */
export function listedAudience(audience: TargetingAudience, locale: string): ListedAudience {
  const { id, type, audienceSize } = audience
  // One literal takes much less time than a copy of `noNode` that gets the other members.
  return {
    id: noNode.id,
    kind: noNode.kind,
    audience: id,
    words: wordsIn(audience, locale),
    type,
    audienceSize,
  }
}

/** A targeting audience as a list shows it, with every field by default (SIL-017). */
export const audienceView = {
  name: 'TargetingAudience',
  minimal: ['id', 'name', 'type', 'audience_size', 'path', 'description', 'valid'],
  fields: {
    id: field(z.string(), ({ audience }: ListedAudience) => audience), // TGT-002
    /** The name of the audience. */
    name: field(z.string(), ({ words }: ListedAudience) => words?.name), // TGT-003
    /** The kind of audience. */
    type: field(z.string(), ({ type }: ListedAudience) => type), // TGT-004
    /** The estimated number of people. */
    audience_size: field(z.int(), ({ audienceSize }: ListedAudience) => audienceSize), // TGT-005
    // TGT-006
    /** The categories above the audience, the widest first. */
    path: field(z.array(z.string()), ({ words }: ListedAudience) => words?.path && [...words.path]),
    /** A short description. */
    description: field(z.string(), ({ description }: ListedAudience) => description), // TGT-007
    /** Whether the audience can be used. Only `validateTargeting` shows it. */
    valid: field(z.boolean(), ({ valid }: ListedAudience) => valid), // TGT-009, TGT-010, TGT-045
  },
} satisfies View<ListedAudience>
