import { z } from '../../engine/schema/zod.ts'
import type { Tx } from '../../service/routes/context.ts'
import { action } from '../../service/routes/define.ts'
import { list, object } from '../../service/values/compounds.ts'
import { boolean, defaulted, filledText, integer, numericId, text } from '../../service/values/scalars.ts'
import { limitTypeParam, localeParam } from './audience-params.ts'
import { addedId, audiencesOf, findAudience, ROW_AUDIENCES_MAX } from './audiences.ts'

const path = list(filledText)

const newAudience = object({
  /** The id of the audience. Assigned if left out. */
  id: numericId.optional(),
  /** The kind of audience. */
  type: limitTypeParam,
  /** The name of the audience. */
  name: filledText,
  /** The estimated number of people. */
  audienceSize: integer(0),
  /** The categories above the audience, the widest first. */
  path: defaulted(path, []),
  /** A short description. */
  description: text.optional(),
  /** Whether `browseTargeting` lists the audience. */
  browsable: defaulted(boolean, true),
  /** The names in other locales. */
  translations: defaulted(
    list(
      object({
        /** The locale, such as `de_DE`. */
        locale: localeParam,
        /** The name in that locale. */
        name: filledText.optional(),
        /** The categories in that locale. */
        path: path.optional(),
      }),
    ),
    [],
  ),
})

type NewAudience = z.output<typeof newAudience>

/**
 * Returns the first audience whose type and id belong to a known audience, or to one before it in the list.
 */
function findDuplicate(tx: Tx, audiences: readonly NewAudience[], replace: boolean): NewAudience | undefined {
  const known = replace ? [] : audiencesOf(tx)
  const seen = new Set<string>()
  return audiences.find(({ id, type }) => {
    if (id === undefined) return false
    const isTaken = seen.has(`${type}/${id}`) || findAudience(known, id, type) !== undefined
    seen.add(`${type}/${id}`)
    return isTaken
  })
}

const fieldsOf = ({ id, name, description, translations, ...rest }: NewAudience) => ({
  ...rest,
  id: id ?? null,
  name,
  description: description ?? `People who match ${name}`,
  translations: translations.map((words) => ({
    locale: words.locale,
    name: words.name ?? name,
    path: words.path ?? rest.path,
  })),
})

/**
 * Inserts rows of up to 1,000 audiences, and returns the ids of the audiences. Without audiences it inserts
 * one empty row.
 */
function insertAudiences(tx: Tx, audiences: readonly NewAudience[], replacesBuiltIn: boolean): string[] {
  const ids: string[] = []
  for (let from = 0; from === 0 || from < audiences.length; from += ROW_AUDIENCES_MAX) {
    const added = audiences.slice(from, from + ROW_AUDIENCES_MAX).map(fieldsOf)
    const row = tx.insert('audienceSheets', { replacesBuiltIn, audiences: added })
    ids.push(...added.map(({ id }, index) => addedId(row, id, index)))
  }
  return ids
}

/**
 * Adds audiences to the detailed targeting taxonomy. With `replace` they replace all audiences, including the
 * built-in ones. An audience without an id gets one. Type and id together must be unique.
 */
export const addTargetingAudiences = action({
  chapter: 'Endpoints › Detailed targeting',
  params: z.object({
    /** The audiences to add. */
    audiences: list(newAudience),
    /** Whether they replace all audiences of the world. */
    replace: defaulted(boolean, false),
  }),
  result: z.object({
    /** The ids of the audiences, in the order of the call. */
    ids: z.array(z.string()),
  }),
  run({ params, tx, refuse }) {
    const { audiences, replace } = params
    const duplicate = findDuplicate(tx, audiences, replace)
    if (duplicate) {
      const name = `${duplicate.type} ${duplicate.id}`
      return refuse(`Param audiences must hold new types and ids, and ${name} exists already`)
    }
    if (replace) for (const { id } of tx.list('audienceSheets', 'all', [])) tx.remove(id)
    if (!replace && audiences.length === 0) return { ids: [] }
    return { ids: insertAudiences(tx, audiences, replace) }
  },
})
