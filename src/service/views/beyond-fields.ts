import type { z } from '../../engine/schema/zod.ts'
import { membersOf } from './members.ts'
import type { Field, Selection, View } from './view.ts'

const contractViews = new WeakMap<object, unknown>()

/** Returns a view without its fields beyond the description (SIL-189); the view itself if it has none. */
export function contractView<R>(view: View<R>): View<R> {
  const known = contractViews.get(view) as View<R> | undefined
  if (known) return known
  const fields = Object.entries<Field<R>>(view.fields).filter(([, { beyond }]) => !beyond)
  const isWhole = fields.length === Object.keys(view.fields).length
  const made = isWhole ? view : { ...view, fields: Object.fromEntries(fields) }
  contractViews.set(view, made)
  return made
}

/** Returns a selection without the fields beyond the description, for a world that ignores unknown names. */
export function withoutUnserved<R>(view: View<R>, { names }: Selection): Selection {
  const isKept = (name: string) => !(Object.hasOwn(view.fields, name) && view.fields[name]?.beyond)
  return { names: new Map([...names].filter(([name]) => isKept(name))) }
}

/**
 * Returns the selection of the members of a value. The live service leaves out envelopes: in a value with the
 * member `data`, such as a list, names select members of `data`.
 */
export function withEnvelopes(type: z.ZodType, selection: Selection): Selection {
  const members = membersOf(type)
  if (!members) return selection
  const names = [...selection.names]
  const { data } = members
  if (data && !names.some(([name]) => Object.hasOwn(members, name))) {
    const others = Object.keys(members).map((name) => [name, undefined] as const)
    return { names: new Map([...others, ['data', withEnvelopes(data, selection)]]) }
  }
  const inner = names.map(([name, selected]) => {
    const member = Object.hasOwn(members, name) ? members[name] : undefined
    return [name, selected && member ? withEnvelopes(member, selected) : selected] as const
  })
  return { names: new Map(inner) }
}
