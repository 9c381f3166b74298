import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { TraceStory } from '../world/trace-schema.ts'

/** The lines that tell what the code did: headings are not indented, and times and numbers of starts vary. */
const deedsOf = (lines: readonly string[]): { readonly text: string; readonly at: number }[] =>
  lines
    .map((line, at) => ({ text: line.replace(/^ +[\d: -]*/, ' ').replaceAll(/#\d+/g, ''), at }))
    .filter(({ text }) => text.startsWith(' '))

/** The places in two lists at which they first tell of something else; -1 where there is none. */
function firstDifference(left: readonly string[], right: readonly string[]): readonly [number, number] {
  const [one, other] = [deedsOf(left), deedsOf(right)]
  const first = one.findIndex(({ text }, place) => text !== other[place]?.text)
  const place = first === -1 && other.length > one.length ? one.length : first
  return [one[place]?.at ?? -1, other[place]?.at ?? -1]
}

/** A heading is not indented, and a mark begins with its sign. */
function lineClass(line: string): string {
  if (!line.startsWith(' ')) return 'heading'
  return line.trimStart().startsWith('✂') ? 'deed harm' : 'deed'
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
      <ol class="timeline deeds">
        {lines.map((line, at) => (
          <li
            key={`${at} ${line}`}
            class={`${lineClass(line)}${at === marked ? ' marked' : ''}`}
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
  const [differs, gently] = firstDifference(timeline, gentle)
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
              key={`${place} ${step.text}`}
              class={place === at.value ? 'marked' : ''}
              aria-current={place === at.value ? 'step' : undefined}
            >
              <span>{step.text}</span>
              {step.mark !== null && <strong class="bad"> {step.mark}</strong>}
            </li>
          ))}
        </ol>
      </section>
      <div class="beside">
        {timeline.length > 0 && (
          <Lines label="What happened" lines={timeline} marked={gentle.length > 0 ? differs : -1} />
        )}
        {gentle.length > 0 && <Lines label="The gentle run" lines={gentle} marked={gently} />}
      </div>
    </>
  )
}
