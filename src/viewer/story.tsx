import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { TraceStory } from '../world/trace-schema.ts'

/** The first line in which two lists differ; -1 if there is none. */
function firstDifference(left: readonly string[], right: readonly string[]): number {
  const length = Math.max(left.length, right.length)
  for (let at = 0; at < length; at++) if (left[at] !== right[at]) return at
  return -1
}

function Lines({
  label,
  lines,
  marked,
}: {
  readonly label: string
  readonly lines: readonly string[]
  readonly marked: number
}): JSX.Element {
  return (
    <section aria-label={label}>
      <h2>{label}</h2>
      <ol class="timeline">
        {lines.map((line, at) => (
          <li
            key={`${at} ${line}`}
            class={at === marked ? 'marked' : ''}
            aria-current={at === marked ? 'step' : undefined}
          >
            {line}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** A failed story of an exploration: its steps, what the code did, and the gentle run beside it. */
export function StoryTab({ story }: { readonly story: TraceStory }): JSX.Element {
  const at = useSignal(0)
  const { title, failure, steps, timeline, gentle } = story
  const mark = steps.findIndex((step) => step.mark !== null)
  const differs = firstDifference(timeline, gentle)
  const move = (to: number) => {
    at.value = Math.max(0, Math.min(steps.length - 1, to))
  }
  return (
    <>
      <h2>{title}</h2>
      <pre class="json">{failure}</pre>
      <section aria-label="The story" class="card">
        <div class="form" role="toolbar" aria-label="Steps of the story">
          <button type="button" onClick={() => move(at.value - 1)}>
            ← Back
          </button>
          <button type="button" onClick={() => move(at.value + 1)}>
            Forward →
          </button>
          {mark >= 0 && (
            <button type="button" onClick={() => move(mark)}>
              To the mark
            </button>
          )}
        </div>
        <ol class="timeline">
          {steps.map((step, place) => (
            <li
              key={step.text}
              class={place === at.value ? 'marked' : ''}
              aria-current={place === at.value ? 'step' : undefined}
            >
              {step.text}
              {step.mark !== null && <strong class="bad"> {step.mark}</strong>}
            </li>
          ))}
        </ol>
      </section>
      <div class="beside">
        <Lines label="What happened" lines={timeline} marked={differs} />
        {gentle.length > 0 && <Lines label="The gentle run" lines={gentle} marked={differs} />}
      </div>
    </>
  )
}
