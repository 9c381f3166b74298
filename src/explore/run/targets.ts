import type { LeadFormRow } from '../../chapters/rows.ts'
import type { AnyRow } from '../../engine/store/table.ts'
import type { Starter } from '../../world/starter/starter-names.ts'
import type { World } from '../../world/world.ts'

/** The objects of a world that facts happen to, and a token of a person who may do everything. */
export interface Targets {
  readonly token: string | undefined
  readonly user: string | undefined
  readonly page: string | undefined
  readonly adAccount: string | undefined
  readonly form: LeadFormRow | undefined
  readonly catalog: string | undefined
  readonly source: string | undefined
}

/** All rows of a world. */
export const rowsOf = (world: World): AnyRow[] => [...world.state.graph.rows.values()]

/** Chooses what facts happen to: the objects of the starter world, or else the first ones. */
export function targetsOf(world: World): Targets {
  const rows = rowsOf(world)
  const first = (kind: string) => rows.find((row) => row.kind === kind)
  const id = (kind: string) => {
    const row = first(kind)
    return row && String(row.id)
  }
  const { names } = world
  const forms = rows.filter((row): row is LeadFormRow => row.kind === 'leadForms')
  return {
    token: names?.userToken,
    user: names?.user ?? id('users'),
    page: names?.page ?? id('pages'),
    adAccount: names?.adAccount ?? id('adAccounts'),
    form: forms.find((form) => String(form.id) === names?.form) ?? forms[0],
    catalog: names?.catalog ?? id('catalogs'),
    source: id('eventSources'),
  }
}

/** The names of a world that has no starter. */
export const noNames: Starter = Object.freeze(Object.create(null))
