import type { FactRule, FactRules } from '../../run/calls/fact-rules.ts'
import type { Place } from '../../run/place.ts'
import { distinctPlaces } from '../generate/generate.ts'
import { callAddress } from '../story/address.ts'
import type { Harm, Mark, Story, StoryStep } from '../story/story.ts'
import { isWrite, numbered, placesOfStarts, replaced, without, withoutSteps } from './fewer.ts'

/** The places and the jobs of a run. */
export interface Seen {
  /** The places where something could go wrong. */
  readonly places: readonly Place[]
  /** The names of the jobs of the code under test. */
  readonly jobs: readonly string[]
  readonly facts: FactRules
}

/** Stories in which a fact of a mark is a step of its own, before or after the step of its call. */
const separated = ({ steps, marks }: Story): Story[] =>
  marks.flatMap(({ harm }, index) => {
    if (harm.do !== 'meanwhile') return []
    const others = without(marks, index, 1)
    return Array.from({ length: steps.length + 1 }, (_, at) => ({
      steps: [...steps.slice(0, at), harm.fact, ...steps.slice(at)],
      marks: others,
    }))
  })

/** The steps for which an error lasts that takes the place of a step. */
const LASTING = 3

/** Stories in which an error lasts, at best from the first call, in place of a step that lets it show. */
const lasting = ({ steps, marks }: Story): Story[] =>
  marks.flatMap(({ at, harm }, index) => {
    if (harm.do !== 'error' || harm.for !== undefined) return []
    return [`${numbered(at).before}1`, at].flatMap((from) => {
      const mark = { at: from, harm: { ...harm, for: LASTING } }
      return steps.flatMap((_, step) => withoutSteps({ steps, marks: replaced(marks, index, mark) }, step, 1))
    })
  })

/** The most ordinary change of the same kind of object: the first in the list of kinds. */
function ordinaryChange(kind: string, facts: FactRules): FactRule | undefined {
  const table = facts.get(kind)?.changes
  return table === undefined ? undefined : [...facts.values()].find(({ changes }) => changes === table)
}

/** The steps that may take the place of a fact: a start of a job, or a more ordinary change of the same. */
const plainerSteps = (step: StoryStep, { jobs, facts }: Seen): StoryStep[] => {
  if (step.do !== 'fact') return []
  const change = ordinaryChange(step.kind, facts)
  return [
    ...jobs.map((job): StoryStep => ({ do: 'job', job })),
    ...(change ? [{ ...step, kind: change.kind }] : []),
  ]
}

/** Stories with a plainer step in place of a fact. */
const plainer = ({ steps, marks }: Story, seen: Seen): Story[] =>
  steps.flatMap((step, index) =>
    plainerSteps(step, seen).map((other) => ({ steps: replaced(steps, index, other), marks })),
  )

/** The plain harms at a place. */
function plainHarms({ kind, reads }: Place): Harm[] {
  if (kind === 'notice') return [{ do: 'twice' }]
  if (kind === 'store') return [{ do: 'dies after' }]
  return [
    { do: 'answer lost' },
    // A read whose request is lost is the same as one whose answer is.
    ...(reads ? [] : [{ do: 'refused' } as const]),
    { do: 'error', code: 2 },
    { do: 'error', code: 4 },
    { do: 'dies after' },
  ]
}

/** The start to which a place belongs; a notice is the start of a webhook. */
const startOf = (at: string): string => {
  const { name, ordinal } = callAddress(at) ?? {}
  return name === undefined || name === 'webhook' ? 'webhook' : `${name}#${ordinal}`
}

const isCall = (at: string): boolean => at.includes('/') && !isWrite(at)

/** Stories with a plain harm, or with the same one, at another place of the same start. */
const moved = ({ steps, marks }: Story, places: readonly Place[]): Story[] =>
  marks.flatMap((mark, index) =>
    distinctPlaces(places.filter((place) => startOf(place.at) === startOf(mark.at))).flatMap((place) =>
      [...plainHarms(place), ...(isCall(mark.at) && isCall(place.at) ? [mark.harm] : [])].map((harm) => ({
        steps,
        marks: replaced(marks, index, { at: place.at, harm }),
      })),
    ),
  )

/** Other stories that may fail for the same reason. `seen` is what a run of the steps without marks shows. */
export const alternatives = (story: Story, seen: Seen): Story[] => [
  ...lasting(story),
  ...separated(story),
  ...plainer(story, seen),
  ...moved(story, seen.places),
]

/** A story without an earlier start of a marked job: the start that is left has its work to do too. */
interface EarlierStart {
  /** The steps, whose places are to be seen. */
  readonly steps: readonly StoryStep[]
  /** The story with the mark as far from the last place of its kind as before; undefined if there is none. */
  readonly storyAt: (before: readonly Place[], after: readonly Place[]) => Story | undefined
}

/** The places of the same kind as an address: the calls of one operation, or the writes, of one start. */
const likeIn = (places: readonly Place[], at: string): number =>
  places.filter((place) => numbered(place.at).before === numbered(at).before).length

/** The mark as far from the last place of its kind as `mark` is. */
function fromTheEnd(mark: Mark, moved: Mark, before: readonly Place[], after: readonly Place[]): Mark {
  const lower = likeIn(before, mark.at) - numbered(mark.at).nth
  const nth = Math.max(1, likeIn(after, moved.at) - lower)
  return { ...moved, at: `${numbered(moved.at).before}${nth}` }
}

/** Stories without one of the starts before that of a mark. */
export function earlierStarts(story: Story): EarlierStart[] {
  return story.marks.flatMap((mark, index) => {
    const { name, ordinal = 0 } = callAddress(mark.at) ?? {}
    const earlier = name === undefined ? [] : placesOfStarts(story.steps, name).slice(0, ordinal - 1)
    return earlier.flatMap((step) =>
      withoutSteps(story, step, 1).map(({ steps, marks }) => ({
        steps,
        storyAt: (before: readonly Place[], after: readonly Place[]) => {
          const own = marks[index]
          return own && { steps, marks: replaced(marks, index, fromTheEnd(mark, own, before, after)) }
        },
      })),
    )
  })
}
