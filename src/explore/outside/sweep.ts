import { HOUR_MS } from '../../engine/values/milliseconds.ts'
import type { Share, Sweep, SweepPart } from '../report/judge/exploration.ts'
import type { Place } from '../run/place.ts'
import type { Choices } from '../search/generate/choices.ts'
import { distinctPlaces, noticeStories } from '../search/generate/generate.ts'
import { harmsAt, type Material, makers } from '../search/generate/harms.ts'
import type { Played } from '../search/play/play.ts'
import { numbered } from '../search/shrink/fewer.ts'
import { callAddress } from '../search/story/address.ts'
import {
  type Fact,
  type Harm,
  type Mark,
  type Story,
  type StoryStep,
  storyKey,
} from '../search/story/story.ts'

/** The harms of a call, in the order in which they are tried: those that show most come first. */
const order: readonly Harm['do'][] = [
  'answer lost',
  'twice',
  'again later',
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
  'after the next',
  'late',
  'answer late',
]

const byOrder = (one: Harm, other: Harm): number => order.indexOf(one.do) - order.indexOf(other.do)

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
  /** The steps in which the program starts; none if it is a server. */
  readonly jobs: readonly StoryStep[]
  /** The facts that make something. */
  readonly facts: readonly StoryStep[]
  /** Facts and then so many starts: a server gets two of each fact, and time for notices that come again. */
  steps(starts?: number): StoryStep[]
  /** One place of each kind of call, writes first. */
  readonly places: readonly Place[]
  readonly choices: Choices
}

const story = (steps: readonly StoryStep[], ...marks: readonly Mark[]): Story => ({ steps, marks })

/** What a server does once: each fact happens twice, so that a notice can come after the next one. */
export const serverSteps = (facts: readonly StoryStep[]): StoryStep[] => [
  ...facts,
  ...facts,
  { do: 'wait', milliseconds: HOUR_MS },
]

/** The places where something may go wrong: first, second and last of each kind, writes first. */
function distinctOf(sites: readonly Place[]): Place[] {
  const own = distinctPlaces(sites)
  return [...own.filter(({ reads }) => !reads), ...own.filter(({ reads }) => reads)]
}

/** The places of one start of a command. */
const placesOf = ({ run: { sites } }: Played, ordinal: number): Place[] =>
  distinctOf(sites.filter(({ at }) => callAddress(at)?.ordinal === ordinal))

/** The places of the first start of a command, or of all that a server does. */
const placesIn = (played: Played, { jobs }: Pick<Ground, 'jobs'>): Place[] =>
  jobs.length === 0 ? distinctOf(played.run.sites) : placesOf(played, 1)

/** The harms of a place in their order. */
function harmsOf(place: Place, material: Material): Harm[] {
  const { transport = true } = material.hostile
  const all = [...harmsAt(place, material), ...(transport ? gateway : [])].filter(({ do: name }) =>
    order.includes(name),
  )
  const known = new Map(all.map((harm) => [JSON.stringify(harm), harm]))
  return [...known.values()].sort(byOrder)
}

/** The place of the same call, some repetitions later, of the same start. */
function later(at: string, by: number): string {
  const { before, nth } = numbered(at)
  return `${before}${nth + by}`
}

/** More facts at once than a page has, and a start. */
function crowdSteps({ jobs, material }: Ground): StoryStep[] {
  const many = makers(material.facts).map(
    ({ kind, isRare }): StoryStep => ({ do: 'fact', kind, ...(!isRare && { count: material.burst }) }),
  )
  return many.length === 0 ? [] : [...many, ...jobs]
}

/** The ground of the calls that are made only if many facts happen at once, such as those of later pages. */
function crowdOf(played: readonly Played[], ground: Ground): Ground {
  const known = new Set(ground.places.map(({ at }) => at))
  const places = played.flatMap((one) => placesIn(one, ground))
  return { ...ground, places: places.filter(({ at }) => !known.has(at)), steps: () => crowdSteps(ground) }
}

/** The facts without anything else: before, between and after starts. */
function calmStories({ facts, jobs, material, steps }: Ground): Story[] {
  return [
    story(jobs.length === 0 ? facts : steps()),
    story([...jobs, ...facts, ...jobs]),
    story([...facts, ...jobs, ...facts, ...jobs]),
    ...noticeStories(material).map((together) => story(together)),
  ].filter((one, index, all) => all.findIndex((other) => storyKey(other) === storyKey(one)) === index)
}

/** Every harm of every place. */
const harmMarks = ({ places, material }: Ground): Mark[] =>
  places.flatMap((place) => harmsOf(place, material).map((harm): Mark => ({ at: place.at, harm })))

/** One harm at each kind of call: one harm at all of them, then the next. */
const singleHarms = (ground: Ground): Story[] =>
  harmMarks(ground)
    .sort((a, b) => byOrder(a.harm, b.harm))
    .map((mark) => story(ground.steps(), mark))

const isCall = ({ kind }: Place): boolean => kind !== 'notice'

const meanwhile = (at: string, fact: Fact, after?: true): Mark => ({
  at,
  harm: { do: 'meanwhile', fact, ...(after && { after }) },
})

/** Marks that let a fact happen just before and just after each call. */
const factMarks = ({ places }: Ground, fact: Fact): Mark[] =>
  places.filter(isCall).flatMap(({ at }) => [meanwhile(at, fact), meanwhile(at, fact, true)])

const factsOf = ({ material }: Ground): Fact[] =>
  (material.hostile.people ?? true) ? material.facts.map(({ kind }) => ({ do: 'fact', kind })) : []

/** One fact at each point. */
const singleFacts = (ground: Ground): Story[] =>
  factsOf(ground).flatMap((fact) => factMarks(ground, fact).map((mark) => story(ground.steps(), mark)))

/** Two facts around each call, and at one point of it. */
const twoFacts = (ground: Ground): Story[] =>
  factsOf(ground).flatMap((fact) =>
    ground.places
      .filter(isCall)
      .flatMap(({ at }) => [
        story(ground.steps(), meanwhile(at, fact), meanwhile(at, fact, true)),
        story(ground.steps(), meanwhile(at, { ...fact, count: 2 }, true)),
      ]),
  )

const deaths: readonly Harm[] = [{ do: 'dies after' }, { do: 'dies before' }]

/** Stories with a death at each point of the first start: what the next one calls shows when it is played. */
const firstDeaths = ({ places, steps, material }: Ground): Story[] =>
  (material.hostile.restarts ?? true)
    ? places.filter(isCall).flatMap(({ at }) => deaths.map((harm) => story(steps(2), { at, harm })))
    : []

/** The places of a run after its death: those of the next start, or of what a server does then. */
function placesAfter(played: Played, { jobs }: Ground): Place[] {
  if (jobs.length > 0) return placesOf(played, 2)
  const { sites } = played.run
  const [mark] = played.story.marks
  return distinctOf(sites.slice(sites.findIndex(({ at }) => at === mark?.at) + 1).filter(isCall))
}

/** The stories of one death, with another one after it. */
const secondDeaths = (played: Played, ground: Ground): Story[] =>
  placesAfter(played, ground).flatMap(({ at }) =>
    deaths.map((harm) => story(played.story.steps, ...played.story.marks, { at, harm })),
  )

/** Pairs on one call and the next, and rows of equal failures: in one start, or from start to start. */
function repetitions({ places, steps, material }: Ground): Story[] {
  if (!(material.hostile.transport ?? true)) return []
  return places.filter(isCall).flatMap(({ at }) => [
    ...pairs.map(([one, other]) => story(steps(), { at, harm: one }, { at: later(at, 1), harm: other })),
    ...repeated.flatMap((harm) =>
      ROWS.flatMap((count) => {
        const nth = Array.from({ length: count }, (_, index) => index)
        const starts = nth.map((index): Mark => ({ at: at.replace(/#\d+/, `#${index + 1}`), harm }))
        return [
          story(steps(), ...nth.map((index): Mark => ({ at: later(at, index), harm }))),
          story(steps(count), ...starts),
        ]
      }),
    ),
  ])
}

/** Pairs of harms at two calls, in a shuffled order. */
function otherPairs(ground: Ground): Story[] {
  const { steps, choices } = ground
  const all = [...harmMarks(ground), ...factsOf(ground).flatMap((one) => factMarks(ground, one))]
  const both = all.flatMap((one, index) =>
    all
      .slice(index + 1)
      .filter(({ at }) => at !== one.at)
      .map((other) => story(steps(2), one, other)),
  )
  return choices.shuffle(both)
}

/** The share of those who play a part alone. */
const whole: Share = { index: 0, count: 1 }

/** The share that plays the stories of a part, and the maximum number of them in all shares. */
interface PartOptions {
  readonly share?: Share | undefined
  readonly most?: number
}

/**
 * Plays the stories of one part that are in a share, and returns how each went. A part without stories is
 * noted too: other shares may have some, and the table of all has the order of the parts.
 */
async function* partOf(
  part: SweepPart,
  all: readonly Story[],
  { share: { index, count } = whole, most = Number.POSITIVE_INFINITY }: PartOptions,
): AsyncGenerator<Story, Played[], Played> {
  const inShare = (stories: readonly Story[]) => stories.filter((_, place) => place % count === index)
  const chosen = inShare(all.slice(0, most))
  part.stories = inShare(all).length
  part.left = chosen.length
  const played: Played[] = []
  for (const one of chosen) {
    played.push(yield one)
    part.played++
    part.left--
  }
  return played
}

/** The stories of a systematic exploration: those that show common mistakes come first. */
export async function* sweepStories(
  sweep: Sweep,
  { material, profile }: { readonly material: Material; readonly profile: Played },
  choices: Choices,
): AsyncGenerator<Story, void, Played> {
  const jobs = material.jobs.slice(0, 1).map((job): StoryStep => ({ do: 'job', job }))
  const facts = makers(material.facts).map(({ kind }): StoryStep => ({ do: 'fact', kind }))
  const isServer = jobs.length === 0
  const places = placesIn(profile, { jobs })
  const ground: Ground = {
    ...{ material, choices, facts, places, jobs },
    steps: (starts = 1) =>
      isServer ? serverSteps(facts) : [...facts, ...Array.from({ length: starts }, () => jobs).flat()],
  }
  const calls = places.filter(isCall).length
  const add = (what: string, more: Partial<SweepPart> = {}): SweepPart => {
    const part: SweepPart = { what, stories: undefined, played: 0, left: 0, isCommon: false, ...more }
    sweep.parts.push(part)
    return part
  }
  // All parts are in the table from the beginning, so that it names those that are not reached.
  const calm = add('facts between starts')
  const many = add('many facts at once', { isCommon: true })
  const kinds = `one harm at each kind of call${isServer ? ' and notice' : ''}`
  const single = add(kinds, { places: places.length })
  const fact = add('one fact at each point', { places: calls * 2 })
  const around = add('two facts around a call')
  const death = add('a death at each point')
  const another = add('a death, and another at the next start')
  const late = add('one harm at each call of many')
  const repeated = add('pairs on one call, and rows of equal failures')
  const pairs = add('pairs at two calls')
  const { share } = sweep
  yield* partOf(calm, calmStories(ground), { share })
  // Each share plays it, because it shows the calls of later pages.
  const steps = crowdSteps(ground)
  const crowd = yield* partOf(many, steps.length === 0 ? [] : [story(steps)], {})
  yield* partOf(single, singleHarms(ground), { share })
  yield* partOf(fact, singleFacts(ground), { share })
  yield* partOf(around, twoFacts(ground), { share })
  const died = yield* partOf(death, firstDeaths(ground), { share })
  const second = died.flatMap((one) => secondDeaths(one, ground))
  // The first deaths are those of this share.
  yield* partOf(another, second, {})
  yield* partOf(late, singleHarms(crowdOf(crowd, ground)), { share })
  yield* partOf(repeated, repetitions(ground), { share })
  yield* partOf(pairs, otherPairs(ground), { share, most: sweep.pairsMax })
}
