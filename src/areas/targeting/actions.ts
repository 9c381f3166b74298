import { z } from 'zod'
import type { Tx } from '../../graph/context.ts'
import { action } from '../../graph/define.ts'
import { list, object } from '../../graph/values/compounds.ts'
import { bool, defaulted, filledText, integer, numericId, text } from '../../graph/values/scalars.ts'
import type { Audience } from './audience.ts'
import { limitTypeParam, localeParam } from './audience-params.ts'
import { addedId, audienceOf, SHEET_AUDIENCES_MAX, sheetsIn } from './prepared-sheet.ts'

const path = list(filledText)

const newAudience = object({
  id: numericId.optional(),
  type: limitTypeParam,
  name: filledText,
  audienceSize: integer(0),
  path: defaulted(path, []),
  description: text.optional(),
  browsable: defaulted(bool, true),
  translations: defaulted(
    list(object({ locale: localeParam, name: filledText.optional(), path: path.optional() })),
    [],
  ),
})

type NewAudience = z.output<typeof newAudience>

/** The first audience whose id and type are taken already, by a known one or by one before it in the list. */
function taken(tx: Tx, audiences: readonly NewAudience[], replace: boolean): NewAudience | undefined {
  const sheets = replace ? [] : sheetsIn(tx)
  const named = new Set<string>()
  return audiences.find(({ id, type }) => {
    if (id === undefined) return false
    const isTaken = named.has(`${type}/${id}`) || audienceOf(sheets, id, type) !== undefined
    named.add(`${type}/${id}`)
    return isTaken
  })
}

const addedOf = ({ id, name, description, translations, ...given }: NewAudience) => ({
  ...given,
  id: id ?? null,
  name,
  description: description ?? `People who match ${name}`,
  translations: translations.map((words) => ({
    locale: words.locale,
    name: words.name ?? name,
    path: words.path ?? given.path,
  })),
})

/** Writes audiences in sheets of a row each, and gives their ids. */
function written(tx: Tx, audiences: readonly NewAudience[], replacesBuiltIn: boolean): Audience['id'][] {
  const ids: string[] = []
  for (let from = 0; from === 0 || from < audiences.length; from += SHEET_AUDIENCES_MAX) {
    const sheet = audiences.slice(from, from + SHEET_AUDIENCES_MAX).map(addedOf)
    const row = tx.insert('audienceSheets', { replacesBuiltIn, audiences: sheet })
    ids.push(...sheet.map(({ id }, at) => addedId(row, id, at)))
  }
  return ids
}

/**
 * Adds audiences to the detailed targeting taxonomy, or with `replace` puts them in the place of all there
 * are, the built-in ones included. An audience without an id gets one; id and type together are unique. Many
 * are best added in one call: what one call adds is searched as one list.
 */
export const addTargetingAudiences = action({
  chapter: 'Endpoints › Detailed targeting',
  params: z.object({ audiences: list(newAudience), replace: defaulted(bool, false) }),
  result: z.object({ ids: z.array(z.string()) }),
  run({ params, tx, refuse }) {
    const { audiences, replace } = params
    const double = taken(tx, audiences, replace)
    if (double) return refuse(`Param audiences names ${double.type} ${double.id}, which there is already`)
    if (replace) for (const { id } of tx.list('audienceSheets', 'all', [])) tx.remove(id)
    if (!replace && audiences.length === 0) return { ids: [] }
    return { ids: written(tx, audiences, replace) }
  },
})
