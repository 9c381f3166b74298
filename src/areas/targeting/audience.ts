import { z } from 'zod'
import { limits } from '../../graph/contract/limits.ts'
import { field, type View } from '../../graph/views/fields.ts'
import { type AudienceType, audienceTypes, smallAudienceTypes } from './built-in-audiences.ts'

/** Name and path of an audience, as one language has them. */
export interface AudienceWords {
  readonly name: string
  readonly path: readonly string[]
}

/** A targeting audience, be it built in or added. Its id may be that of audiences of other types too. */
export interface Audience extends AudienceWords {
  readonly id: string
  readonly type: AudienceType
  readonly audienceSize: number
  readonly description: string
  /** Whether browsing shows it; a search finds it either way. */
  readonly browsable: boolean
  readonly translations: readonly (AudienceWords & { readonly locale: string })[]
}

/** Whether an audience is left out of a list that asks for no type (chapter Detailed targeting). */
const isSmall = ({ type, audienceSize }: Audience): boolean =>
  audienceSize < limits.smallAudiencePeopleMin && smallAudienceTypes.includes(type)

/** Whether a list with this `limit_type` shows an audience (SIL-137). */
export const isAudienceShown = (audience: Audience, limitType: AudienceType | undefined): boolean =>
  limitType ? audience.type === limitType : !isSmall(audience)

/** Name and path in a language; what has no translation stays as it is (SIL-138). */
export const wordsIn = (audience: Audience, locale: string): AudienceWords =>
  audience.translations.find((words) => words.locale === locale) ?? audience

/** The largest audience first, then by id (SIL-135): ids are numbers, so that the shorter is the smaller. */
export function compareAudiences(one: Audience, other: Audience): number {
  const byId = one.id.length - other.id.length || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)
  const byType = () => audienceTypes.indexOf(one.type) - audienceTypes.indexOf(other.type)
  return other.audienceSize - one.audienceSize || byId || byType()
}

/** An audience as a list shows it: its words in one language. Of an unknown one hardly anything is there. */
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

/** What every shown audience has in place of a row: it is no node. */
export const noNode = { id: 0, kind: 'audiences' }

/** An audience ready to be shown. Its description is shown where the list is browsed. */
export function listed(audience: Audience, locale: string): ListedAudience {
  const { id, type, audienceSize } = audience
  return { ...noNode, audience: id, words: wordsIn(audience, locale), type, audienceSize }
}

/** A targeting audience as it is read (Resources › Targeting audience item), with every field (SIL-017). */
export const audienceView = {
  name: 'TargetingAudience',
  minimal: ['id', 'name', 'type', 'audience_size', 'path', 'description', 'valid'],
  fields: {
    id: field(z.string(), ({ audience }: ListedAudience) => audience),
    name: field(z.string(), ({ words }: ListedAudience) => words?.name),
    type: field(z.string(), ({ type }: ListedAudience) => type),
    audience_size: field(z.int(), ({ audienceSize }: ListedAudience) => audienceSize),
    path: field(z.array(z.string()), ({ words }: ListedAudience) => words?.path && [...words.path]),
    description: field(z.string(), ({ description }: ListedAudience) => description),
    valid: field(z.boolean(), ({ valid }: ListedAudience) => valid),
  },
} satisfies View<ListedAudience>
