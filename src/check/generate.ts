import type { Choices } from './choices.ts'
import { isLimitCode } from './limit-codes.ts'
import type { FactKind, Hostile, Process } from './options.ts'
import { type Turn, turns } from './run/calendar.ts'
import { isChange } from './run/facts.ts'
import type { Place } from './run/run.ts'
import type { Harm, Mark, StoryStep } from './story.ts'
import { drawValue } from './values.ts'

/** The parts from which the stories of an exploration are made. */
export interface Material {
  readonly facts: readonly FactKind[]
  readonly jobs: readonly string[]
  readonly commands: readonly string[]
  readonly process: Process
  /** More of a fact at once than one page of a list shows. */
  readonly burst: number
  /** The maximum number of steps. */
  readonly steps: number
  readonly hostile: Hostile
  /** The error codes that each operation can answer. */
  readonly codes: (operation: string) => readonly number[]
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const waits = [SECOND, MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, 25 * HOUR, 3 * DAY, 31 * DAY, 61 * DAY]

const wait = (milliseconds: number): StoryStep => ({ do: 'wait', milliseconds })
const waitFor = (endOf: Turn): StoryStep => ({ do: 'wait for', endOf })
const startJob = (job: string): StoryStep => ({ do: 'job', job })
const fact = (kind: FactKind, count?: number): StoryStep => ({ do: 'fact', kind, ...(count && { count }) })

function command({ commands }: Process, name: string, choices: Choices): StoryStep {
  const source = commands?.[name]?.with
  const value = source === undefined ? undefined : drawValue(source, choices)
  return { do: 'command', command: name, ...(value !== undefined && { value }) }
}

const makers = (facts: readonly FactKind[]): FactKind[] => facts.filter((kind) => !isChange(kind))

/** Everything that the code under test does, once each. */
export const actAll = (process: Process, choices: Choices): StoryStep[] => [
  ...Object.keys(process.commands ?? {}).map((name) => command(process, name, choices)),
  ...Object.keys(process.jobs ?? {}).map(startJob),
]

/** The stories that are swept: each fact apart, then together, then more than a page at once. */
export function canonicalStories(material: Material, choices: Choices): StoryStep[][] {
  const data = makers(material.facts).map((kind) => fact(kind))
  const changed = material.facts.filter(isChange).map((kind) => fact(kind))
  const act = () => actAll(material.process, choices)
  const stories = [
    [...data, ...act(), wait(HOUR), ...data, ...act()],
    [...act(), ...data, wait(SECOND), ...data, ...act(), ...changed, ...act()],
    [
      ...makers(material.facts).map((kind) => fact(kind, material.burst)),
      ...act(),
      wait(25 * HOUR),
      ...data,
      wait(MINUTE),
      ...act(),
    ],
    [...data, ...act(), wait(25 * HOUR), ...data, ...act(), ...act(), ...act()],
    [...data, ...act(), wait(61 * DAY), ...data, ...act()],
  ]
  return stories.map((steps) => steps.slice(0, 40))
}

/** A story whose jobs start twice at once. Held calls in it show work that may not overlap. */
export const overlapStory = (material: Material, choices: Choices): StoryStep[] => {
  const act = () => actAll(material.process, choices)
  return [...act(), ...act(), ...makers(material.facts).map((kind) => fact(kind)), ...act()]
}

/** Whether a mark holds a request or an answer. */
export const isHold = ({ harm }: Mark): boolean => harm.do === 'request late' || harm.do === 'answer late'

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
      const kind = choices.pick(facts) ?? 'lead'
      const count = !isChange(kind) && choices.chance(0.2) ? choices.pick([2, 3, material.burst]) : undefined
      return fact(kind, count)
    })
  if (jobs.length > 0) add(4, () => startJob(choices.pick(jobs) ?? ''))
  if (commands.length > 0) add(2, () => command(material.process, choices.pick(commands) ?? '', choices))
  add(2, () =>
    choices.chance(0.2) ? waitFor(choices.pick(turns) ?? 'day') : wait(choices.pick(waits) ?? HOUR),
  )
  return Array.from({ length }, () => (choices.pick(kinds) ?? (() => wait(HOUR)))())
}

/** The codes with which a call may be refused although nothing is wrong with it. */
function refusals(
  codes: readonly number[],
  { tokens = true, limits = true, errors = true }: Hostile,
): number[] {
  return [
    ...(limits ? [...codes.filter(isLimitCode), 4, 613] : []),
    ...(errors ? [1, 2] : []),
    ...(tokens ? [190] : []),
    ...(errors ? codes.filter((code) => !isLimitCode(code) && code !== 190 && code !== 100).slice(0, 2) : []),
  ]
}

/** Steps for which a request or an answer is held, so that the same job starts once more in the meantime. */
const holdFor = ({ jobs, commands }: Material): number => Math.max(1, jobs.length + commands.length) + 1

/** The harms that are most likely to show a mistake at a call: tried first. */
function tellingHarms({ operation, reads }: Place, material: Material): Harm[] {
  const { restarts = true, transport = true, delays = true, people = true } = material.hostile
  const [refusal] = refusals(material.codes(operation), { ...material.hostile, tokens: false })
  const passing = (material.hostile.errors ?? true) ? 2 : refusal
  const steps = holdFor(material)
  return [
    ...(restarts ? [{ do: 'dies after' } as const] : []),
    ...(transport ? [reads ? ({ do: 'refused' } as const) : ({ do: 'answer lost' } as const)] : []),
    ...(passing === undefined ? [] : [{ do: 'error', code: passing, for: 3 } as const]),
    ...(refusal === undefined ? [] : [{ do: 'error', code: refusal, for: 3 } as const]),
    ...(delays ? [{ do: 'request late', steps } as const] : []),
    ...(people && reads ? material.facts.slice(0, 3).map((kind) => meanwhile(kind)) : []),
  ]
}

const meanwhile = (kind: FactKind, count?: number): Harm => ({
  do: 'meanwhile',
  fact: { do: 'fact', kind, ...(count && { count }) },
})

/** The harms of a broken connection, or of a gateway in between. */
const transportHarms = ({ reads }: Place): Harm[] => [
  { do: 'answer lost' },
  { do: 'refused' },
  { do: 'status', status: 500 },
  { do: 'status', status: 503 },
  ...(reads ? [] : [{ do: 'status', status: 502, after: true } as const]),
  { do: 'damaged', how: 'truncated' },
  { do: 'damaged', how: 'html' },
  { do: 'damaged', how: 'empty' },
]

/** The harms of a call to a service outside the world, whose errors nobody knows. */
function outsideHarms(place: Place, { hostile }: Material): Harm[] {
  const { restarts = true, transport = true } = hostile
  return [
    ...(restarts ? [{ do: 'dies after' } as const, { do: 'dies before' } as const] : []),
    ...(transport ? transportHarms(place) : []),
  ]
}

/** The other harms of a call. */
function otherHarms(place: Place, material: Material): Harm[] {
  const { operation, reads } = place
  const { hostile, facts } = material
  const { restarts = true, transport = true, delays = true, people = true } = hostile
  const [first] = makers(facts)
  return [
    ...(restarts ? [{ do: 'dies before' } as const] : []),
    ...(transport ? transportHarms(place) : []),
    ...refusals(material.codes(operation), hostile).flatMap((code): Harm[] => [
      { do: 'error', code },
      { do: 'error', code, for: 3 },
    ]),
    ...(delays ? [{ do: 'answer late', steps: holdFor(material) } as const] : []),
    ...(people && reads && first ? [meanwhile(first, material.burst)] : []),
  ]
}

/** The harms of a place that is not a call. */
function harmsApart(place: Place, material: Material): Harm[] {
  const { kind } = place
  if (kind === 'other') return outsideHarms(place, material)
  const { restarts = true, notices = true } = material.hostile
  if (kind === 'store') return restarts ? [{ do: 'dies after' }, { do: 'dies before' }] : []
  if (!notices) return []
  return [
    { do: 'twice' },
    { do: 'again later', steps: 1 },
    // Later than the work on the first one.
    { do: 'again later', steps: holdFor(material) },
    { do: 'late', steps: 2 },
    { do: 'after the next' },
  ]
}

/** Everything that may go wrong at a place. */
export function harmsAt(place: Place, material: Material): Harm[] {
  if (place.kind !== 'call') return harmsApart(place, material)
  return [...tellingHarms(place, material), ...otherHarms(place, material)]
}

const groupOf = ({ at, kind, operation }: Place): string =>
  kind === 'notice' ? 'notice' : `${at.split('#')[0]}/${kind === 'store' ? at.split('/').at(-2) : operation}`

/** The first, second and last place of each kind. */
export function telling(sites: readonly Place[]): Place[] {
  const groups = new Map<string, Place[]>()
  for (const site of sites) {
    const name = groupOf(site)
    groups.set(name, [...(groups.get(name) ?? []), site])
  }
  return [...groups.values()].flatMap((group) =>
    [...new Set([group[0], group[1], group.at(-1)])].filter((site) => site !== undefined),
  )
}

/** Every single mark of a story's places: the most telling first, and each group in a shuffled order. */
export function sweepMarks(places: readonly Place[], material: Material, choices: Choices): Mark[] {
  const marksOf = (harms: (place: Place) => Harm[]) =>
    choices.shuffle(telling(places).flatMap((place) => harms(place).map((harm) => ({ at: place.at, harm }))))
  const first = marksOf((place) =>
    place.kind === 'call' ? tellingHarms(place, material) : harmsApart(place, material),
  )
  const known = new Set(first.map((mark) => JSON.stringify(mark)))
  const rest = marksOf((place) => (place.kind === 'call' ? otherHarms(place, material) : []))
  return [...first, ...rest.filter((mark) => !known.has(JSON.stringify(mark)))]
}

/** A few random marks at places of a story: mostly one or two. */
export function randomMarks(sites: readonly Place[], material: Material, choices: Choices): Mark[] {
  const count = choices.pick([1, 1, 2, 2, 3]) ?? 1
  const first = telling(sites)
  const marks: Mark[] = []
  for (let place = 0; place < count; place++) {
    const site = choices.pick(choices.chance(0.5) ? first : sites)
    const harm = site && choices.pick(harmsAt(site, material))
    if (site && harm && !marks.some(({ at }) => at === site.at)) marks.push({ at: site.at, harm })
  }
  return marks
}
