import { type Signal, useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { Problem, problemText } from './parts.tsx'

/** What every field has: its label, which may be for screen readers alone, and the value that it changes. */
interface FieldProps {
  readonly label: string
  readonly value: Signal<string>
  readonly isUnseen?: boolean
}

const Label = ({
  text,
  isUnseen = false,
}: {
  readonly text: string
  readonly isUnseen?: boolean | undefined
}) => <span class={isUnseen ? 'unseen' : ''}>{text}</span>

/** A field for a line of text. */
export function TextField({
  label,
  value,
  isUnseen,
  placeholder = '',
  type = 'text',
  isRequired = false,
  list,
}: FieldProps & {
  readonly placeholder?: string
  readonly type?: 'text' | 'search' | 'number'
  readonly isRequired?: boolean
  readonly list?: string
}): JSX.Element {
  return (
    <label>
      <Label text={label} isUnseen={isUnseen} />
      <input
        type={type}
        value={value.value}
        placeholder={placeholder}
        required={isRequired}
        list={list}
        onInput={({ currentTarget }) => {
          value.value = currentTarget.value
        }}
      />
    </label>
  )
}

/** A field for a text of several lines, such as JSON. */
export function LongField({
  label,
  value,
  placeholder,
  isRequired,
}: FieldProps & { readonly placeholder: string; readonly isRequired: boolean }): JSX.Element {
  return (
    <label>
      <Label text={label} />
      <textarea
        value={value.value}
        placeholder={placeholder}
        required={isRequired}
        onInput={({ currentTarget }) => {
          value.value = currentTarget.value
        }}
      />
    </label>
  )
}

/** A field for one of several values. */
export function SelectField({
  label,
  value,
  isUnseen,
  options,
  isRequired = false,
}: FieldProps & {
  readonly options: readonly (readonly [value: string, text: string])[]
  readonly isRequired?: boolean
}): JSX.Element {
  return (
    <label>
      <Label text={label} isUnseen={isUnseen} />
      <select
        value={value.value}
        required={isRequired}
        onChange={({ currentTarget }) => {
          value.value = currentTarget.value
        }}
      >
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

/** A box that is checked or not. */
export function CheckField({
  label,
  value,
}: {
  readonly label: string
  readonly value: Signal<boolean>
}): JSX.Element {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={value.value}
        onChange={({ currentTarget }) => {
          value.value = currentTarget.checked
        }}
      />
      {label}
    </label>
  )
}

/** What a person did last: nothing yet, a sentence about the result, or what was wrong. */
interface Said {
  readonly text?: string
  readonly error?: string
}

/** Says what a person did last. It stays on the page, so that a screen reader notices what is new in it. */
function Result({ said }: { readonly said: Signal<Said> }): JSX.Element {
  const { text, error } = said.value
  return (
    <>
      <span role="status">{text}</span>
      <Problem text={error} />
    </>
  )
}

/** Returns a function that does something and keeps what to say about it, and the place that says it. */
export function useDeed(): {
  readonly act: (run: () => Promise<string>) => Promise<void>
  readonly result: JSX.Element
} {
  const said = useSignal<Said>({})
  const act = async (run: () => Promise<string>) => {
    try {
      said.value = { text: await run() }
    } catch (error) {
      said.value = { error: problemText(error) }
    }
  }
  return { act, result: <Result said={said} /> }
}

/** Does something in place of sending a form. */
export const onSubmit = (run: () => unknown) => (event: Event) => {
  event.preventDefault()
  run()
}
