import type { JSX } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { TraceStory } from '../../../world/history/trace-schema.ts'
import { withEscapes } from '../../unseen.ts'

/** The lines that tell what the code did: headings are not indented, and times and numbers of starts vary. */
const deedsOf = (lines: readonly string[]): { readonly text: string; readonly at: number }[] =>
  lines
    .map((line, index) => ({ text: line.replace(/^ +[\d: -]*/, ' ').replaceAll(/#\d+/g, ''), at: index }))
    .filter(({ text }) => text.startsWith(' '))

/** The places in two lists at which they first tell of something else; -1 where there is none. */
function firstDifference(left: readonly string[], right: readonly string[]): readonly [number, number] {
  const [one, other] = [deedsOf(left), deedsOf(right)]
  const first = one.findIndex(({ text }, index) => text !== other[index]?.text)
  const place = first === -1 && other.length > one.length ? one.length : first
  return [one[place]?.at ?? -1, other[place]?.at ?? -1]
}

/** A heading is not indented, and a mark begins with its sign. */
function lineClass(line: string): string {
  if (!line.startsWith(' ')) return 'heading'
  return line.trimStart().startsWith('✂') ? 'deed harm' : 'deed'
}

const headingText = (text: string): string =>
  text
    .replace(/^\d+\. /, '')
    .replace(/\.$/, '')
    .toLowerCase()

/** The lines that tell of a step: from its heading to the next one. Equal headings are in their order. */
function linesOf({ steps }: TraceStory, at: number, lines: readonly string[]): readonly [number, number] {
  const wanted = headingText(steps[at]?.text ?? '')
  const turn = steps.slice(0, at).filter(({ text }) => headingText(text) === wanted).length
  const headings = lines.flatMap((line, index) => (line.startsWith(' ') ? [] : [index]))
  const own = headings.filter((place) => headingText(lines[place] ?? '') === wanted)[turn]
  if (own === undefined) return [-1, -1]
  return [own, headings.find((place) => place > own) ?? lines.length]
}

/** Some lines of a run. */
function Lines({
  lines,
  from,
  current: [first, last],
  isMarked = false,
}: {
  readonly lines: readonly string[]
  /** The number of lines before these. */
  readonly from: number
  readonly current: readonly [number, number]
  readonly isMarked?: boolean
}): JSX.Element {
  return (
    <ol class={isMarked ? 'timeline deeds joined' : 'timeline deeds'} start={from + 1}>
      {lines.map((line, index) => {
        const at = from + index
        const classes = [lineClass(line), isMarked ? 'marked' : '', at >= first && at < last ? 'current' : '']
        return (
          <li
            key={`${at} ${line}`}
            class={classes.join(' ')}
            aria-current={at === first ? 'step' : undefined}
          >
            {isMarked && <span class="unseen">The first difference: </span>}
            {withEscapes(line)}
          </li>
        )
      })}
    </ol>
  )
}

/** One run: the lines before the first difference, the line that differs, and those after it. */
function Run({
  label,
  lines,
  differs,
  current,
}: {
  readonly label: string
  readonly lines: readonly string[]
  readonly differs: number
  readonly current: readonly [number, number]
}): JSX.Element {
  const split = differs < 0 ? lines.length : differs
  return (
    <section aria-label={label}>
      <h2>{label}</h2>
      <Lines lines={lines.slice(0, split)} from={0} current={current} />
      <Lines lines={lines.slice(split, split + 1)} from={split} current={current} isMarked />
      <Lines lines={lines.slice(split + 1)} from={split + 1} current={current} />
    </section>
  )
}

/**
 * What happened, and the baseline run beside it: both stand so that the lines in which they first differ are
 * joined.
 */
export function StoryRuns({ story, at }: { readonly story: TraceStory; readonly at: number }): JSX.Element {
  const { timeline, baseline } = story
  const box = useRef<HTMLElement>(null)
  const [differs, gently] = baseline.length > 0 ? firstDifference(timeline, baseline) : [-1, -1]
  const toDifference = () => box.current?.querySelector('.joined li')?.scrollIntoView({ block: 'nearest' })
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    if (isFirst.current) toDifference()
    else box.current?.querySelector('[aria-current=step]')?.scrollIntoView({ block: 'nearest' })
    isFirst.current = false
  }, [at])
  return (
    <div>
      {differs + gently > -2 && (
        <div class="form">
          <button type="button" onClick={toDifference}>
            To the first difference
          </button>
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long runs are scrolled by keys */}
      <section ref={box} class="beside card" tabIndex={0} aria-label="Runs">
        <Run
          label="What happened"
          lines={timeline}
          differs={differs}
          current={linesOf(story, at, timeline)}
        />
        {baseline.length > 0 && (
          <Run
            label="The baseline run"
            lines={baseline}
            differs={gently}
            current={linesOf(story, at, baseline)}
          />
        )}
      </section>
    </div>
  )
}
