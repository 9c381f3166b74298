import { type Signal, signal, useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import type { Json } from '../../../engine/values/guard.ts'
import type { PageState } from '../state/page-state.ts'
import { LongField, onSubmit, SelectField, TextField, useDeed } from './fields.tsx'
import { JsonView, Problem, useLoaded } from './parts.tsx'

/** The part of a JSON Schema that a form shows. */
interface FieldSchema {
  readonly type?: string
  readonly enum?: readonly Json[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, FieldSchema>>
  readonly required?: readonly string[]
}

/** An action with the schema of its parameters. */
export interface ActionSchema {
  readonly name: string
  readonly params: FieldSchema
}

/** Reads what a person wrote into a field: JSON where it is JSON, and else the text itself. */
function valueIn(text: string, { type }: FieldSchema): Json {
  if (type === 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The signals of the fields of one action. */
type Values = Readonly<Record<string, Signal<string>>>

/** Examples of values that are written as JSON. */
const examples: Readonly<Record<string, string>> = { object: '{"name": "value"}', array: '["value"]' }

const optionsOf = ({ enum: values, type }: FieldSchema): readonly Json[] | undefined =>
  values ?? (type === 'boolean' ? [true, false] : undefined)

function Fields({ schema, values }: { readonly schema: FieldSchema; readonly values: Values }): JSX.Element {
  const { properties = {}, required = [] } = schema
  return (
    <>
      {Object.entries(values).map(([name, value]) => {
        const field = properties[name] ?? {}
        const isRequired = required.includes(name)
        const label = isRequired ? `${name} *` : name
        const example = examples[field.type ?? '']
        if (example !== undefined)
          return (
            <LongField key={name} label={label} value={value} isRequired={isRequired} placeholder={example} />
          )
        const options = optionsOf(field)?.map((one) => [String(one), String(one)] as const)
        return options ? (
          <SelectField
            key={name}
            label={label}
            value={value}
            isRequired={isRequired}
            options={[['', ''], ...options]}
          />
        ) : (
          <TextField
            key={name}
            label={label}
            value={value}
            isRequired={isRequired}
            placeholder={field.description ?? field.type ?? 'text or JSON'}
          />
        )
      })}
    </>
  )
}

/** The parameters that a person filled in. */
function paramsOf({ properties = {} }: FieldSchema, values: Values): { readonly [name: string]: Json } {
  const filled = Object.entries(values).filter(([, { value }]) => value !== '')
  return Object.fromEntries(filled.map(([name, { value }]) => [name, valueIn(value, properties[name] ?? {})]))
}

/** The fields of one action, and what came of it. */
function OneAction({
  page,
  action,
}: {
  readonly page: PageState
  readonly action: ActionSchema
}): JSX.Element {
  const { send, refresh } = page.source
  const values = useMemo(
    (): Values =>
      Object.fromEntries(Object.keys(action.params.properties ?? {}).map((name) => [name, signal('')])),
    [action],
  )
  const answer = useSignal<unknown>(undefined)
  const { act, result } = useDeed()
  const run = async () => {
    answer.value = undefined
    answer.value = await send?.('POST', `actions/${action.name}`, paramsOf(action.params, values))
    refresh()
    return 'The action succeeded.'
  }
  return (
    <form class="form" onSubmit={onSubmit(() => act(run))}>
      <Fields schema={action.params} values={values} />
      <button type="submit">Run</button>
      {result}
      {answer.value !== undefined && <JsonView value={answer.value} />}
    </form>
  )
}

/** A form for every action, made from its schema. Nothing of a world changes but by an input. */
export function ActionForm({ page }: { readonly page: PageState }): JSX.Element | null {
  const { send } = page.source
  const { value, error } = useLoaded(
    () => send?.<{ readonly actions: readonly ActionSchema[] }>('GET', 'operations'),
    [],
  )
  const chosen = useSignal('')
  if (!send) return null
  const actions = value?.actions ?? []
  const action = actions.find(({ name }) => name === chosen.value)
  const options = actions.map(({ name }) => [name, name] as const)
  return (
    <details class="card">
      <summary>Run an action</summary>
      <Problem text={error} />
      <div class="form">
        <SelectField label="Action" value={chosen} options={[['', ''], ...options]} />
      </div>
      {action && <OneAction key={action.name} page={page} action={action} />}
    </details>
  )
}
