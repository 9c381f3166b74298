import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface QuestionProps {
  /** What would be lost. */
  readonly text: string
  readonly yes: string
  readonly no?: string
  readonly onYes: () => void
  readonly onNo: () => void
}

/** A question before something that cannot be undone. The focus is at the answer that keeps everything. */
export function Question({ text, yes, no = 'Keep it', onYes, onNo }: QuestionProps): JSX.Element {
  const keep = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => keep.current?.focus(), [])
  return (
    <span
      role="group"
      aria-label={text}
      class="question"
      onKeyDown={({ key }) => {
        if (key === 'Escape') onNo()
      }}
    >
      <span>{text}</span>
      <button type="button" ref={keep} onClick={onNo}>
        {no}
      </button>
      <button type="button" class="danger" onClick={onYes}>
        {yes}
      </button>
    </span>
  )
}

/** A button that asks before it does what cannot be undone. The focus comes back to it. */
export function AskingButton({
  label,
  question,
  yes,
  onYes,
}: {
  readonly label: string
  readonly question: string
  readonly yes: string
  readonly onYes: () => void
}): JSX.Element {
  const isAsked = useSignal(false)
  const wasAsked = useRef(false)
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (wasAsked.current && !isAsked.value) button.current?.focus()
    wasAsked.current = isAsked.value
  }, [isAsked.value])
  const ask = (asks: boolean) => {
    isAsked.value = asks
  }
  if (!isAsked.value)
    return (
      <button type="button" ref={button} onClick={() => ask(true)}>
        {label}
      </button>
    )
  return (
    <Question
      text={question}
      yes={yes}
      onNo={() => ask(false)}
      onYes={() => {
        ask(false)
        onYes()
      }}
    />
  )
}
