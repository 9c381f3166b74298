import fc from 'fast-check'
import { judge } from '../../../src/explore/report/judge/judge.ts'
import type { ExploreOptions, ProcessContext } from '../../../src/explore/run/options/options.ts'
import { choicesOf } from '../../../src/explore/search/generate/choices.ts'
import { canonicalStories } from '../../../src/explore/search/generate/generate.ts'
import { playBaseline, playStory } from '../../../src/explore/search/play/play.ts'
import { canned, type Recording, recorder, type Trouble, troubles } from './canned.ts'
import { withEngine } from './opened.ts'
import { firstFailure, stepKinds } from './steps.ts'

/** Request stubs: canned answers in place of the world, with trouble that fast-check draws. */
export async function triesStubs(options: ExploreOptions, runs: number, seed: number) {
  // A law of the world says nothing about a program that never reaches it.
  const { invariants: _, eventually: __, ...alone } = options
  const recording: Recording = new Map()
  let list: readonly Trouble[] | undefined
  const sut = (context: ProcessContext) => {
    const pause = () => context.store.get('pause')
    const fetch = list ? canned(recording, list, pause) : recorder(context.fetch, recording)
    return options.sut({ ...context, fetch })
  }
  return withEngine({ ...alone, sut }, async ({ exploration: { setup }, material }) => {
    recording.clear()
    const [first = []] = canonicalStories(material, choicesOf(seed))
    await playStory(setup, { steps: first, marks: [] })
    const steps = fc.array(fc.oneof(...stepKinds(material)), { maxLength: 12, size: 'max' })
    const trouble = fc.array(fc.constantFrom('none', 'none', 'none', ...troubles), {
      maxLength: 20,
      size: 'max',
    })
    return firstFailure(fc.tuple(steps, trouble), runs, seed, async ([given, drawn]) => {
      list = drawn
      const played = await playStory(setup, { steps: given, marks: [] })
      list = []
      return judge(played, await playBaseline(setup, played))
    })
  })
}
