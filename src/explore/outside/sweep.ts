import type { Sweep, SweepPart } from '../report/judge/exploration.ts'
import type { Place } from '../run/place.ts'
import type { Choices } from '../search/generate/choices.ts'
import { distinctPlaces } from '../search/generate/generate.ts'
import { harmsAt, type Material, makers } from '../search/generate/harms.ts'
import type { Played } from '../search/play/play.ts'
import { numbered } from '../search/shrink/fewer.ts'
import { callAddress } from '../search/story/address.ts'
import type { Fact, Harm, Mark, Story, StoryStep } from '../search/story/story.ts'

/** The harms of a call, in the order in which they are tried: those that show most come first. */
const order: readonly Harm['do'][] = [
  'answer lost',
  'dies after',
  'dies before',
  'status',
  'error',
  'refused',
  'damaged',
  'short page',
  'empty page',
  'cursor expired',
  'too large',
  'processing',
  'stops',
  'answer late',
]

/** What a gateway answers, beside what every call may suffer. */
const gateway: readonly Harm[] = [429, 502].map((status) => ({ do: 'status', status }))

/** Equal failures in a row, and the fewest and most of them. */
const repeated: readonly Harm[] = [{ do: 'answer lost' }, { do: 'refused' }, { do: 'error', code: 2 }]
const ROWS = [2, 3, 4, 6]

/** Pairs of harms on one call and its repetition. */
const pairs: readonly (readonly [Harm, Harm])[] = [
  [{ do: 'answer lost' }, { do: 'error', code: 4 }],
  [{ do: 'answer lost' }, { do: 'dies before' }],
  [{ do: 'status', status: 502, after: true }, { do: 'answer lost' }],
  [{ do: 'error', code: 4 }, { do: 'answer lost' }],
]

/** What stories are made from: the places of the baseline run, and its steps. */
interface Ground {
  readonly material: Material
  readonly job: StoryStep
  /** The facts that make something. */
  readonly facts: readonly StoryStep[]
  /** One place of each kind of call, writes first. */
  readonly places: readonly Place[]
  readonly choices: Choices
}

const story = (steps: readonly StoryStep[], ...marks: readonly Mark[]): Story => ({ steps, marks })

/** The places of a start where something may go wrong: first, second and last of each kind, writes first. */
function placesOf({ run: { sites } }: Played, ordinal: number): Place[] {
  const own = distinctPlaces(sites.filter(({ at }) => callAddress(at)?.ordinal === ordinal))
  return [...own.filter(({ reads }) => !reads), ...own.filter(({ reads }) => reads)]
}

/** The harms of a place in their order. */
function harmsOf(place: Place, material: Material): Harm[] {
  const { transport = true } = material.hostile
  const all = [...harmsAt(place, material), ...(transport ? gateway : [])].filter(({ do: name }) =>
    order.includes(name),
  )
  const known = new Map(all.map((harm) => [JSON.stringify(harm), harm]))
  return [...known.values()].sort((a, b) => order.indexOf(a.do) - order.indexOf(b.do))
}

/** The place of the same call, some repetitions later, of the same start. */
function later(at: string, by: number): string {
  const { before, nth } = numbered(at)
  return `${before}${nth + by}`
}

/** The facts without anything else: before, between and after starts, and more than a page at once. */
function calmStories({ facts, job, material }: Ground): Story[] {
  const many = makers(material.facts).map(
    ({ kind, isRare }): StoryStep => ({ do: 'fact', kind, ...(!isRare && { count: material.burst }) }),
  )
  return [
    story([...facts, job]),
    story([job, ...facts, job]),
    story([...facts, job, ...facts, job]),
    ...(many.length > 0 ? [story([...many, job])] : []),
  ]
}

/** One harm at each kind of call: one harm at all of them, then the next. */
function singleHarms({ facts, job, places, material }: Ground): Story[] {
  const lists = places.map((place) => harmsOf(place, material).map((harm): Mark => ({ at: place.at, harm })))
  const marks = order.flatMap((name) => lists.flatMap((list) => list.filter(({ harm }) => harm.do === name)))
  return marks.map((mark) => story([...facts, job], mark))
}

/** Marks that let a fact happen just before and just after each call. */
const factMarks = ({ places }: Ground, fact: Fact): Mark[] =>
  places.flatMap(({ at }): Mark[] => [
    { at, harm: { do: 'meanwhile', fact } },
    { at, harm: { do: 'meanwhile', fact, after: true } },
  ])

const factsOf = ({ material }: Ground): Fact[] =>
  (material.hostile.people ?? true) ? material.facts.map(({ kind }) => ({ do: 'fact', kind })) : []

/** One fact at each point. */
const singleFacts = (ground: Ground): Story[] =>
  factsOf(ground).flatMap((fact) =>
    factMarks(ground, fact).map((mark) => story([...ground.facts, ground.job], mark)),
  )

/** Two facts around each call, and at one point of it. */
const twoFacts = (ground: Ground): Story[] =>
  factsOf(ground).flatMap((fact) =>
    ground.places.flatMap(({ at }) => {
      const after: Mark = { at, harm: { do: 'meanwhile', fact, after: true } }
      const both: Mark = { at, harm: { do: 'meanwhile', fact: { ...fact, count: 2 }, after: true } }
      const steps = [...ground.facts, ground.job]
      return [story(steps, { at, harm: { do: 'meanwhile', fact } }, after), story(steps, both)]
    }),
  )

const deaths: readonly Harm[] = [{ do: 'dies after' }, { do: 'dies before' }]

/** Stories with a death at each point of the first start: what the next one calls shows when it is played. */
const firstDeaths = ({ places, facts, job, material }: Ground): Story[] =>
  (material.hostile.restarts ?? true)
    ? places.flatMap(({ at }) => deaths.map((harm) => story([...facts, job, job], { at, harm })))
    : []

/** The stories of one death, with another one at the start after it. */
const secondDeaths = (played: Played): Story[] =>
  placesOf(played, 2).flatMap(({ at }) =>
    deaths.map((harm) => story(played.story.steps, ...played.story.marks, { at, harm })),
  )

/** Pairs on one call and the next, and rows of equal failures: in one start, or from start to start. */
function repetitions({ places, facts, job, material }: Ground): Story[] {
  if (!(material.hostile.transport ?? true)) return []
  return places.flatMap(({ at }) => [
    ...pairs.map(([one, other]) =>
      story([...facts, job], { at, harm: one }, { at: later(at, 1), harm: other }),
    ),
    ...repeated.flatMap((harm) =>
      ROWS.flatMap((count) => {
        const nth = Array.from({ length: count }, (_, index) => index)
        const starts = nth.map((index): Mark => ({ at: at.replace(/#\d+/, `#${index + 1}`), harm }))
        return [
          story([...facts, job], ...nth.map((index): Mark => ({ at: later(at, index), harm }))),
          story([...facts, ...nth.map(() => job)], ...starts),
        ]
      }),
    ),
  ])
}

/** Pairs of harms at two calls, in a shuffled order. */
function otherPairs(ground: Ground): Story[] {
  const { places, facts, job, material, choices } = ground
  const marks = places.flatMap((place) =>
    harmsOf(place, material).map((harm): Mark => ({ at: place.at, harm })),
  )
  const fact = factsOf(ground).flatMap((one) => factMarks(ground, one))
  const all = [...marks, ...fact]
  const both = all.flatMap((one, index) =>
    all
      .slice(index + 1)
      .filter(({ at }) => at !== one.at)
      .map((other) => story([...facts, job, job], one, other)),
  )
  return choices.shuffle(both)
}

/** Plays the stories of one part, and returns how each went. */
async function* partOf(
  { parts }: Sweep,
  what: string,
  stories: readonly Story[],
): AsyncGenerator<Story, Played[], Played> {
  if (stories.length === 0) return []
  const part: SweepPart = { what, stories: stories.length, played: 0 }
  parts.push(part)
  const played: Played[] = []
  for (const one of stories) {
    played.push(yield one)
    part.played++
  }
  return played
}

/** The stories of a systematic exploration: those that show common mistakes come first. */
export async function* sweepStories(
  sweep: Sweep,
  { material, profile }: { readonly material: Material; readonly profile: Played },
  choices: Choices,
): AsyncGenerator<Story, void, Played> {
  const [name = ''] = material.jobs
  const facts = makers(material.facts).map(({ kind }): StoryStep => ({ do: 'fact', kind }))
  const places = placesOf(profile, 1)
  const ground: Ground = { material, choices, facts, places, job: { do: 'job', job: name } }
  yield* partOf(sweep, 'facts between starts', calmStories(ground))
  yield* partOf(sweep, `one harm at each kind of call (${places.length})`, singleHarms(ground))
  yield* partOf(sweep, `one fact at each point (${places.length * 2})`, singleFacts(ground))
  yield* partOf(sweep, 'two facts around a call', twoFacts(ground))
  const died = yield* partOf(sweep, 'a death at each point', firstDeaths(ground))
  yield* partOf(sweep, 'a death, and another at the next start', died.flatMap(secondDeaths))
  yield* partOf(sweep, 'pairs on one call, and rows of equal failures', repetitions(ground))
  yield* partOf(sweep, 'pairs at two calls', otherPairs(ground))
}

/** Each part of the order in words, with the number of its stories that were played. */
export const triedIn = ({ parts }: Sweep): string[] =>
  parts.map(({ what, stories, played }) => `${what}: ${played} of ${stories} stories`)
