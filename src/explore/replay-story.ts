import { issueText } from '../engine/schema/issue-words.ts'
import { readBy } from '../engine/schema/schema.ts'
import type { Trace } from '../world/history/trace-schema.ts'
import { playNow } from './explored.ts'
import { prepare, withExploration } from './prepare.ts'
import { attempt, baselineRunOf } from './report/judge/exploration.ts'
import { storyTrace } from './report/story-trace.ts'
import { timelineLines, timelineText } from './report/timeline.ts'
import type { ExploreOptions } from './run/options/options.ts'
import { staleIn, staleText } from './search/story/stale.ts'
import { type Story, StorySchema } from './search/story/story.ts'

/** The result of the replay of a story. */
export interface ReplayedStory {
  /** Whether the story passes. */
  readonly ok: boolean
  /** The kind of the failure, as in the report of `explore`. */
  readonly kind?: string
  readonly title?: string
  /** The run step by step, as text for people. */
  readonly text: string
  /** Returns the run as a trace, beside the baseline run: `tracePage(replayed.trace())` is a page of it. */
  trace(): Trace
}

function checkStory(story: Story): void {
  const { error } = readBy(StorySchema, story)
  if (error) throw new TypeError(`replayStory: ${issueText(error, 'the story')}`)
}

/**
 * Plays one story of an exploration, judges it as `explore` does, and tells what happened step by step.
 *
 * Throws a TypeError if an option or the story is wrong, and if an exploration goes on already.
 */
export async function replayStory(options: ExploreOptions, story: Story): Promise<ReplayedStory> {
  checkStory(story)
  // A story that is named is played to its end.
  const { within: _, ...rest } = options
  return withExploration(
    rest,
    () => {},
    async (exploration) => {
      const prepared = await prepare(exploration)
      const { played, finding } = await playNow(prepared, story, (now) => attempt(exploration, now))
      const { missing } = finding ? { missing: [] } : staleIn(played, prepared.material)
      const baseline = played.run.stuck ? undefined : await baselineRunOf(exploration, played)
      const stale = staleText('the story', { missing, unreached: [] })
      const text =
        stale === undefined
          ? timelineText(played, baseline, finding)
          : [...timelineLines(played, baseline), `✗ ${stale}`].join('\n')
      const ok = finding === undefined && played.run.stuck === undefined && stale === undefined
      const trace = () => storyTrace(played, baseline, finding)
      return { ok, ...(finding && { kind: finding.kind, title: finding.title }), text, trace }
    },
  )
}
