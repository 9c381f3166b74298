import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { TraceStory } from '../../../world/history/trace-schema.ts'
import { withEscapes } from '../../unseen.ts'
import { StoryRuns } from './story-runs.tsx'

interface StepsProps {
  readonly steps: TraceStory['steps']
  /** The place of the chosen step. */
  readonly at: number
  readonly onMove: (to: number) => void
}

const moves: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  ArrowLeft: (at) => at - 1,
  Home: () => 0,
  End: (_, last) => last,
}

/** The steps of a story, of which one is chosen by a click or by keys. */
function Steps({ steps, at, onMove }: StepsProps): JSX.Element {
  const list = useRef<HTMLDivElement>(null)
  const shown = useRef(at)
  useLayoutEffect(() => {
    if (shown.current !== at) list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
    shown.current = at
  }, [at])
  return (
    <div
      ref={list}
      class="timeline steps"
      role="listbox"
      aria-label="Steps"
      tabIndex={0}
      aria-activedescendant={`story-${at}`}
      onKeyDown={(event) => {
        const move = moves[event.key]
        if (!move) return
        event.preventDefault()
        onMove(move(at, steps.length - 1))
      }}
    >
      {steps.map((step, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys
        <div
          key={`${index} ${step.text}`}
          id={`story-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          class={index === at ? 'marked' : undefined}
          onClick={() => onMove(index)}
        >
          <small>{index + 1}</small> <span>{withEscapes(step.text)}</span>
          {step.mark !== null && <strong class="bad"> {withEscapes(step.mark)}</strong>}
        </div>
      ))}
    </div>
  )
}

/** Buttons that step through a story. One that leads nowhere keeps the focus. */
function Stepper({ steps, at, onMove }: StepsProps): JSX.Element {
  const mark = steps.findIndex((step) => step.mark !== null)
  return (
    <div class="form" role="toolbar" aria-label="Steps of the story">
      <button type="button" aria-disabled={at === 0} onClick={() => onMove(at - 1)}>
        ← Back
      </button>
      <button type="button" aria-disabled={at >= steps.length - 1} onClick={() => onMove(at + 1)}>
        Forward →
      </button>
      {mark >= 0 && (
        <button type="button" onClick={() => onMove(mark)}>
          To the mark
        </button>
      )}
    </div>
  )
}

/** A failed story of an exploration: its steps, what the code did, and the baseline run beside it. */
export function StoryTab({ story }: { readonly story: TraceStory }): JSX.Element {
  const at = useSignal(0)
  const { title, failure, steps, timeline } = story
  const move = (to: number) => {
    at.value = Math.max(0, Math.min(steps.length - 1, to))
  }
  return (
    <>
      <h2>{withEscapes(title)}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keys */}
      <pre class="json" tabIndex={0}>
        {withEscapes(failure)}
      </pre>
      <div class={timeline.length > 0 ? 'story' : ''}>
        <section aria-label="The story" class="card">
          <Stepper steps={steps} at={at.value} onMove={move} />
          <Steps steps={steps} at={at.value} onMove={move} />
        </section>
        {timeline.length > 0 && <StoryRuns story={story} at={at.value} />}
      </div>
    </>
  )
}
