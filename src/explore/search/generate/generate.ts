import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../engine/values/milliseconds.ts'
import { type FactRule, isChange, isFrequent } from '../../run/calls/fact-rules.ts'
import type { Process } from '../../run/options/options.ts'
import type { Place } from '../../run/place.ts'
import { type Turn, turns } from '../../time/calendar.ts'
import type { Harm, Mark, StoryStep } from '../story/story.ts'
import type { Choices } from './choices.ts'
import {
  harmsApart,
  harmsAt,
  isDeployed,
  type Material,
  makers,
  otherHarms,
  refusals,
  tellingHarms,
} from './harms.ts'
import { drawValue } from './values.ts'

const waits = [
  SECOND_MS,
  MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
  25 * HOUR_MS,
  3 * DAY_MS,
  31 * DAY_MS,
  61 * DAY_MS,
]

const wait = (milliseconds: number): StoryStep => ({ do: 'wait', milliseconds })
const waitFor = (endOf: Turn): StoryStep => ({ do: 'wait for', endOf })
const startJob = (job: string): StoryStep => ({ do: 'job', job })
const fact = ({ kind }: FactRule, count?: number): StoryStep => ({
  do: 'fact',
  kind,
  ...(count && { count }),
})

function command({ commands }: Process, name: string, choices: Choices): StoryStep {
  const source = commands?.[name]?.with
  const value = source === undefined ? undefined : drawValue(source, choices)
  return { do: 'command', command: name, ...(value !== undefined && { value }) }
}

/** Everything that the code under test does, once each. */
export const actAll = (process: Process, jobs: readonly string[], choices: Choices): StoryStep[] => [
  ...Object.keys(process.commands ?? {}).map((name) => command(process, name, choices)),
  ...jobs.map(startJob),
]

/** Facts at one instant, and then in the other order: one notice tells of all, and begins with any. */
function atOneInstant(rules: readonly FactRule[]): StoryStep[] {
  const inOrder = (some: readonly FactRule[]) =>
    some.map(
      (rule, index): StoryStep => ({ ...fact(rule), ...(index < some.length - 1 && { withNext: true }) }),
    )
  return [...inOrder(rules), wait(HOUR_MS), ...inOrder(rules.toReversed())]
}

/** The story of the kinds of facts that come together in one notice. Those of one kind come so in bursts. */
export function noticeStories({ facts, noticed }: Material): StoryStep[][] {
  const rules = facts.filter(({ kind }) => noticed.includes(kind))
  return rules.length > 1 ? [atOneInstant(rules)] : []
}

/** The stories that are swept: each fact apart, then together, then more than a page at once. */
export function canonicalStories(material: Material, choices: Choices): StoryStep[][] {
  const data = makers(material.facts).map((rule) => fact(rule))
  const changed = material.facts.filter(isChange).map((rule) => fact(rule))
  const act = () => actAll(material.process, material.jobs, choices)
  const stories = [
    [...data, ...act(), wait(HOUR_MS), ...data, ...act()],
    [...act(), ...data, wait(SECOND_MS), ...data, ...act(), ...changed, ...act()],
    [
      ...makers(material.facts).map((rule) => fact(rule, isFrequent(rule) ? material.burst : undefined)),
      ...act(),
      wait(25 * HOUR_MS),
      ...data,
      wait(MINUTE_MS),
      ...act(),
    ],
    [...data, ...act(), wait(25 * HOUR_MS), ...data, ...act(), ...act(), ...act()],
    [...data, ...act(), wait(61 * DAY_MS), ...data, ...act()],
    ...noticeStories(material),
  ]
  return stories.map((steps) => steps.slice(0, 40))
}

/** The maximum number of draws for another value. */
const DRAWS_MAX = 8

/** The same step with another value, if it is a command that has several. */
function withOtherValue(step: StoryStep, process: Process, choices: Choices): StoryStep {
  if (step.do !== 'command' || step.value === undefined) return step
  const value = JSON.stringify(step.value)
  for (let draw = 0; draw < DRAWS_MAX; draw++) {
    const other = command(process, step.command, choices)
    if (other.do === 'command' && JSON.stringify(other.value) !== value) return other
  }
  return step
}

/**
 * A story whose jobs start twice at once. Held calls in it show work that may not overlap: the commands of
 * the second start ask for something else, and nothing asks for the first again.
 */
export const overlapStory = ({ process, jobs, facts }: Material, choices: Choices): StoryStep[] => {
  const first = actAll(process, jobs, choices)
  const second = first.map((step) => withOtherValue(step, process, choices))
  return [...first, ...second, ...makers(facts).map((rule) => fact(rule)), ...second]
}

/** A story in which a person gives each command twice, as after an error, or undefined without commands. */
export const repeatStory = ({ process }: Material, choices: Choices): StoryStep[] | undefined => {
  const names = Object.keys(process.commands ?? {})
  if (names.length === 0) return undefined
  const jobs = Object.keys(process.jobs ?? {}).map(startJob)
  return names.flatMap((name) => {
    const step = command(process, name, choices)
    return [step, step, ...jobs]
  })
}

/** A mark that holds a request or an answer. */
type Hold = Mark & { readonly harm: { readonly steps: number } }

const isHold = (mark: Mark): mark is Hold => mark.harm.do === 'request late' || mark.harm.do === 'answer late'

/** The same mark for each shorter time: it may end in any step that comes before. */
const shorterHolds = ({ at, harm }: Hold): Hold[] =>
  Array.from({ length: harm.steps - 1 }, (_, index) => ({ at, harm: { ...harm, steps: index + 1 } }))

/** The marks of an overlap story that hold a call: all for their longest time, then for shorter times. */
export function holdsOf(marks: readonly Mark[]): Mark[] {
  const holds = marks.filter(isHold)
  return [...holds, ...holds.flatMap(shorterHolds)]
}

/** A story of random steps without marks. */
export function randomSteps(material: Material, choices: Choices): StoryStep[] {
  const { facts, jobs, commands } = material
  const length = 2 + choices.below(Math.max(1, material.steps - 1))
  const kinds: (() => StoryStep)[] = []
  const add = (weight: number, make: () => StoryStep) => {
    for (let times = 0; times < weight; times++) kinds.push(make)
  }
  if (facts.length > 0)
    add(3, () => {
      const rule = choices.pick(facts)
      if (!rule) return wait(HOUR_MS)
      const count = isFrequent(rule) && choices.chance(0.2) ? choices.pick([2, 3, material.burst]) : undefined
      return fact(rule, count)
    })
  if (jobs.length > 0) add(4, () => startJob(choices.pick(jobs) ?? ''))
  if (commands.length > 0) add(2, () => command(material.process, choices.pick(commands) ?? '', choices))
  add(2, () =>
    choices.chance(0.2) ? waitFor(choices.pick(turns) ?? 'day') : wait(choices.pick(waits) ?? HOUR_MS),
  )
  return Array.from({ length }, () => (choices.pick(kinds) ?? (() => wait(HOUR_MS)))())
}

const groupOf = ({ at, kind, operation }: Place): string =>
  kind === 'notice' ? 'notice' : `${at.split('#')[0]}/${kind === 'store' ? at.split('/').at(-2) : operation}`

/** The first, second and last place of each kind. */
export function distinctPlaces(sites: readonly Place[]): Place[] {
  const groups = new Map<string, Place[]>()
  for (const site of sites) {
    const name = groupOf(site)
    groups.set(name, [...(groups.get(name) ?? []), site])
  }
  return [...groups.values()].flatMap((group) =>
    [...new Set([group[0], group[1], group.at(-1)])].filter((site) => site !== undefined),
  )
}

/** Where the next version is deployed in a story of two halves, if it is: at the first call of the second. */
export function deploymentIn(places: readonly Place[], material: Material): Mark | undefined {
  const place = places.slice(Math.floor(places.length / 2)).find(({ kind }) => kind !== 'store')
  return place && isDeployed(material) ? { at: place.at, harm: { do: 'deploy' } } : undefined
}

/** Refusals in a row that a program may count: each number of them, from the first call of each kind. */
function repeatedMarks(places: readonly Place[], { hostile, codes }: Material): Mark[] {
  const first = new Map<string, Place>()
  for (const place of places.toReversed()) if (place.kind === 'call') first.set(groupOf(place), place)
  return [...first.values()].flatMap(({ at, operation }) => {
    const [code] = (hostile.errors ?? true) ? [2] : refusals(codes(operation), { ...hostile, tokens: false })
    if (code === undefined) return []
    return [2, 3, 4, 5, 6].map((times): Mark => ({ at, harm: { do: 'error', code, times } }))
  })
}

/** The marks in turn by what they do, so that each kind is tried early, however few places it has. */
function inTurn(marks: readonly Mark[]): Mark[] {
  const kinds = new Map<string, Mark[]>()
  for (const mark of marks) kinds.set(mark.harm.do, [...(kinds.get(mark.harm.do) ?? []), mark])
  const ordered: Mark[] = []
  for (let turn = 0; ordered.length < marks.length; turn++)
    ordered.push(...[...kinds.values()].flatMap((own) => own[turn] ?? []))
  return ordered
}

/**
 * Every single mark of a story's places: the most telling first, in turn by what they do, and each group in a
 * shuffled order.
 */
export function sweepMarks(places: readonly Place[], material: Material, choices: Choices): Mark[] {
  const marksOf = (harms: (place: Place) => Harm[]) =>
    choices.shuffle(
      distinctPlaces(places).flatMap((place) => harms(place).map((harm) => ({ at: place.at, harm }))),
    )
  const first = marksOf((place) =>
    place.kind === 'call' ? tellingHarms(place, material) : harmsApart(place, material),
  )
  const known = new Set(first.map((mark) => JSON.stringify(mark)))
  const rest = marksOf((place) => (place.kind === 'call' ? otherHarms(place, material) : []))
  const others = rest.filter((mark) => !known.has(JSON.stringify(mark)))
  return [...inTurn(first), ...others, ...repeatedMarks(places, material)]
}

/** A few random marks at places of a story: mostly one or two. */
export function randomMarks(sites: readonly Place[], material: Material, choices: Choices): Mark[] {
  const count = choices.pick([1, 1, 2, 2, 3]) ?? 1
  const first = distinctPlaces(sites)
  const marks: Mark[] = []
  for (let index = 0; index < count; index++) {
    const site = choices.pick(choices.chance(0.5) ? first : sites)
    const harm = site && choices.pick(harmsAt(site, material))
    if (site && harm && !marks.some(({ at }) => at === site.at)) marks.push({ at: site.at, harm })
  }
  return marks
}
