import { installHooks } from '../../src/explore/run/late-code.ts'
import type { ExploreOptions, Process, ProcessContext } from '../../src/explore/run/options/options.ts'
import { setupOf } from '../../src/explore/search/play/create-run.ts'
import { type Played, playStory } from '../../src/explore/search/play/play.ts'
import type { Mark, Story, StoryStep } from '../../src/explore/search/story/story.ts'
import { replaceGlobals } from '../../src/explore/time/globals.ts'
import { takeRejections } from '../../src/explore/time/rejections.ts'
import { starterWorld } from '../gallery/program.ts'

export const world = starterWorld

/** Unix milliseconds at which a run in `starterWorld()` begins: its clock stands there after the starter's leads. */
export const start = starterWorld().clock.now

export const job = (name: string): StoryStep => ({ do: 'job', job: name })
export const wait = (milliseconds: number): StoryStep => ({ do: 'wait', milliseconds })
export const lead: StoryStep = { do: 'fact', kind: 'lead' }
export const post: StoryStep = { do: 'fact', kind: 'post' }
export const mark = (at: string, harm: Mark['harm']): Mark => ({ at, harm })

/** Lets each process call the world when it starts: a program that never does proves nothing. */
export const reaching =
  (sut: ExploreOptions['sut']): ExploreOptions['sut'] =>
  (context) => {
    const url = `${context.baseUrl}/me?access_token=${context.names.userToken}`
    void context.fetch(url).catch(() => {})
    return sut(context)
  }

/** Plays one story, with the globals replaced for its length. */
export async function play(
  sut: (context: ProcessContext) => Process | Promise<Process>,
  story: Partial<Story>,
  more: Partial<ExploreOptions> = {},
): Promise<Played> {
  const base = starterWorld()
  const options: ExploreOptions = { name: 'a test', world: () => base, sut, stories: false, ...more }
  const setup = setupOf(options, base)
  const giveBack = takeRejections()
  const close = installHooks([() => replaceGlobals(true)])
  try {
    return await playStory(setup, { steps: [], marks: [], ...story })
  } finally {
    close()
    giveBack()
  }
}

/** Plays one start of a job, and returns what it returned or threw. */
export async function inJob<T>(
  work: (context: ProcessContext) => T | Promise<T>,
  more: Partial<ExploreOptions> = {},
): Promise<T> {
  const results: (() => T)[] = []
  await play(
    (context) => ({
      jobs: {
        once: {
          every: '1d',
          async run() {
            if (results.length > 0) return
            try {
              const value = await work(context)
              results[0] ??= () => value
            } catch (error) {
              results[0] ??= () => {
                throw error
              }
            }
          },
        },
      },
    }),
    { steps: [job('once'), wait(3_600_000)] },
    more,
  )
  if (!results[0]) throw new Error('The job did not end within an hour')
  return results[0]()
}
