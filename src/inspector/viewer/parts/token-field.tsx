import type { Signal } from '@preact/signals'
import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import type { WorldRow } from '../../../world/history/difference.ts'
import { type PageState, shownName } from '../state/page-state.ts'
import { TextField } from './fields.tsx'
import { useLoaded } from './parts.tsx'

/** A token with the words that tell it from others. */
type NamedToken = readonly [token: string, name: string]

/** The tokens that the world stores: those of the starter world by their names, and all others. */
function namedTokens(page: PageState, rows: readonly WorldRow[]): NamedToken[] {
  const names = Object.entries(page.source.around.value?.names ?? {}).filter(([name]) =>
    name.endsWith('oken'),
  )
  const known = new Set(names.map(([, token]) => token))
  const others = rows.flatMap((row): NamedToken[] => {
    const { token, type, user, page: id } = row
    if (typeof token !== 'string' || known.has(token)) return []
    return [[token, `${type} token of ${shownName(page, String(id ?? user))}`]]
  })
  return [...names.map(([name, token]): NamedToken => [token, name]), ...others]
}

/** A field for any token, which offers those of the world. */
export function TokenField({
  page,
  label,
  value,
  placeholder = 'an access token',
}: {
  readonly page: PageState
  readonly label: string
  readonly value: Signal<string>
  readonly placeholder?: string
}): JSX.Element {
  const id = useId()
  const { source, moment } = page
  const { value: found } = useLoaded(
    () => source.rows({ at: moment.value, kind: 'tokens', search: '' }),
    [moment.value],
  )
  return (
    <>
      <TextField label={label} placeholder={placeholder} list={id} value={value} />
      <datalist id={id}>
        {namedTokens(page, found?.rows ?? []).map(([token, name]) => (
          <option key={token} value={token}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}
