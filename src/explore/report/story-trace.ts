import type { Trace, TraceStory } from '../../world/history/trace-schema.ts'
import { markOf, readLine, stepBegun } from '../run/trace.ts'
import type { Played } from '../search/play/play.ts'
import type { Finding } from './judge/finding.ts'
import { markText, stepTexts } from './text.ts'
import { timelineLines, verdictLines } from './timeline.ts'

/** The marks of a run as sentences, by the number of the step in which they first did something. */
function marksByStep({ run }: Played): Map<number, string[]> {
  const byStep = new Map<number, string[]>()
  const shown = new Set<string>()
  let step = 0
  for (const line of run.trace) {
    const { text } = readLine(line)
    step = stepBegun(text) ?? step
    const mark = markOf(run, text)
    if (!mark || shown.has(text)) continue
    shown.add(text)
    byStep.set(step, [...(byStep.get(step) ?? []), markText(mark, run.facts)])
  }
  return byStep
}

/** The steps of a story in words, each with what went wrong in it. Before the first, the process starts. */
function stepsOf(played: Played): TraceStory['steps'] {
  const marks = marksByStep(played)
  const steps = ['the process starts', ...stepTexts(played.story, played.run.facts)].map((text, index) => ({
    text,
    mark: marks.get(index)?.join('; ') ?? null,
  }))
  return marks.has(0) ? steps : steps.slice(1)
}

/** The baseline run, line by line. Its steps are the facts and commands of the story alone. */
const baselineLines = (baseline: Played, { incidents }: Played): string[] =>
  timelineLines(
    baseline,
    undefined,
    stepTexts({ steps: incidents.map(({ step }) => step) }, baseline.run.facts),
  )

/**
 * Returns what happened in a run of a story as a trace: the steps of its world, and its story beside the
 * baseline run.
 *
 * @param baseline The baseline run of the same facts and commands; undefined if there is none.
 * @param finding What was wrong; undefined if the run passed.
 */
export function storyTrace(
  played: Played,
  baseline: Played | undefined,
  finding: Finding | undefined,
): Trace {
  const title = finding?.title ?? 'A story of an exploration'
  const story: TraceStory = {
    title,
    failure: verdictLines(played, finding).join('\n'),
    steps: stepsOf(played),
    timeline: timelineLines(played, baseline),
    baseline: baseline ? baselineLines(baseline, played) : [],
  }
  return { ...played.run.world.trace({ title }), story }
}
