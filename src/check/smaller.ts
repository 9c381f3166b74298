import { telling } from './generate.ts'
import { turns } from './run/calendar.ts'
import type { Place } from './run/run.ts'
import { factsMax, type Mark, type Story, type StoryStep, storyKey } from './story.ts'
import { ordinaryWaits } from './story-order.ts'

const without = <T>(list: readonly T[], from: number, count: number): T[] => [
  ...list.slice(0, from),
  ...list.slice(from + count),
]

/** Lowers the ordinal of an invocation in the addresses of marks, as if earlier starts had not been. */
function renumbered(marks: readonly Mark[], name: string, by: number): Mark[] {
  return marks.map((mark) => {
    const [, job, ordinal, rest] = /^(.+)#(\d+)(\/[^/]+\/\d+)$/.exec(mark.at) ?? []
    if (job !== name || Number(ordinal) <= by) return mark
    return { ...mark, at: `${job}#${Number(ordinal) - by}${rest}` }
  })
}

/** Lowers the numbers of notices, and of the work that they start, as if earlier facts had not been. */
const afterFewerFacts = (marks: readonly Mark[], by: number): Mark[] =>
  renumbered(marks, 'webhook', by).map((mark) => {
    const nth = Number(/^notice (\d+)$/.exec(mark.at)?.[1])
    return nth > by ? { ...mark, at: `notice ${nth - by}` } : mark
  })

/** The number of facts that a step makes. */
const factsOf = (step: StoryStep): number => (step.do === 'fact' ? (step.count ?? 1) : 0)

/** The marks of a story without some of its steps, under the numbers that their places then have. */
function marksWithout(removed: readonly StoryStep[], marks: readonly Mark[]): readonly Mark[] {
  const names = [...new Set(removed.map(jobOf).filter((name) => name !== undefined))]
  const facts = removed.reduce((sum, step) => sum + factsOf(step), 0)
  return names.reduce<readonly Mark[]>(
    (list, name) => renumbered(list, name, removed.filter((step) => jobOf(step) === name).length),
    facts > 0 ? afterFewerFacts(marks, facts) : marks,
  )
}

/** Lowers the number of calls or writes within an invocation, or of a notice, in a mark's address. */
function lowered({ steps, marks }: Story): Story[] {
  return marks.flatMap((mark, place) => {
    const [, before, number] = /^(.*[/ ])(\d+)$/.exec(mark.at) ?? []
    const at = (nth: number) => ({
      steps,
      marks: marks.map((other, at) => (at === place ? { ...mark, at: `${before}${nth}` } : other)),
    })
    return Number(number) > 1 ? [at(1), at(Number(number) - 1)] : []
  })
}

const jobOf = (step: StoryStep | undefined): string | undefined =>
  step?.do === 'job' ? step.job : step?.do === 'command' ? step.command : undefined

/** Stories without some of the steps; later marks are also tried under the numbers that their places get. */
function fewerSteps(story: Story): Story[] {
  const found: Story[] = []
  const { steps, marks } = story
  for (let size = Math.max(1, Math.floor(steps.length / 2)); size >= 1; size = Math.floor(size / 2)) {
    for (let from = steps.length - size; from >= 0; from -= size) {
      const removed = steps.slice(from, from + size)
      const kept = without(steps, from, size)
      found.push({ steps: kept, marks })
      const moved = marksWithout(removed, marks)
      if (storyKey({ steps, marks: moved }) !== storyKey(story)) found.push({ steps: kept, marks: moved })
    }
  }
  return found
}

/** Stories without some of the marks. */
const fewerMarks = ({ steps, marks }: Story): Story[] =>
  marks.map((_, place) => ({ steps, marks: without(marks, place, 1) }))

const replaced = <T>(list: readonly T[], place: number, value: T): T[] =>
  list.map((other, at) => (at === place ? value : other))

/** Stories with shorter waits, smaller counts and plainer values. */
function simplerSteps({ steps, marks }: Story): Story[] {
  return steps.flatMap((step, place) => {
    const put = (value: StoryStep): Story => ({ steps: replaced(steps, place, value), marks })
    if (step.do === 'wait')
      return ordinaryWaits
        .filter((wait) => wait !== step.milliseconds)
        .map((milliseconds) => put({ ...step, milliseconds }))
    if (step.do === 'wait for')
      return [
        ...[...ordinaryWaits, 31 * 86_400_000].map((milliseconds) => put({ do: 'wait', milliseconds })),
        ...turns.slice(0, turns.indexOf(step.endOf)).map((endOf) => put({ ...step, endOf })),
      ]
    if (step.do !== 'fact' || step.count === undefined) return []
    const { count, ...single } = step
    const halves: Story[] = []
    for (let less = count - 1; less > count / 2; less -= Math.max(1, Math.floor(count / 10)))
      halves.push(put({ ...step, count: less }))
    return [
      put(single),
      ...[2, 3].filter((few) => few < count).map((few) => put({ ...step, count: few })),
      put({ ...step, count: Math.ceil(count / 2) }),
      ...halves,
    ]
  })
}

/** Stories that die right after a write, or after the one before it, instead of before it. */
function laterDeaths({ steps, marks }: Story, place: number): Story[] {
  const mark = marks[place]
  const [, before, nth] = /^(.*\/store\/)(\d+)$/.exec(mark?.at ?? '') ?? []
  if (mark?.harm.do !== 'dies before') return []
  return [Number(nth) - 1, Number(nth)]
    .filter((number) => number > 0)
    .map((number) => ({
      steps,
      marks: replaced(marks, place, { at: `${before}${number}`, harm: { do: 'dies after' } }),
    }))
}

/** Stories with a more ordinary harm in a mark's place. */
function simplerMarks(story: Story): Story[] {
  const { steps, marks } = story
  return marks.flatMap((mark, place) => {
    const put = (harm: Mark['harm']): Story => ({ steps, marks: replaced(marks, place, { ...mark, harm }) })
    const { harm } = mark
    if (harm.do === 'error')
      return [
        ...(harm.for ? [put({ do: 'error', code: harm.code })] : []),
        ...[2, 4].filter((code) => code < harm.code).map((code) => put({ ...harm, code })),
      ]
    if (harm.do === 'meanwhile' && harm.fact.count)
      return [put({ ...harm, fact: { do: 'fact', kind: harm.fact.kind } })]
    if (harm.do === 'dies before' || harm.do === 'dies after')
      return mark.at.includes('/store/')
        ? laterDeaths(story, place)
        : [put({ do: 'answer lost' }), put({ do: 'refused' })]
    if (harm.do === 'damaged' || harm.do === 'status')
      return [put({ do: 'answer lost' }), put({ do: 'refused' })]
    return 'steps' in harm && harm.steps > 1 ? [put({ ...harm, steps: 1 })] : []
  })
}

/** Stories in which a fact of a mark is a step of its own, before or after the step of its call. */
function separated({ steps, marks }: Story): Story[] {
  return marks.flatMap(({ harm }, place) => {
    if (harm.do !== 'meanwhile') return []
    const others = without(marks, place, 1)
    return Array.from({ length: steps.length + 1 }, (_, at) => ({
      steps: [...steps.slice(0, steps.length - at), harm.fact, ...steps.slice(steps.length - at)],
      marks: others,
    }))
  })
}

/** The plain harms at a place, from the most ordinary. */
const plainHarms = ({ kind, reads }: Place): Mark['harm'][] =>
  kind === 'store'
    ? [{ do: 'dies after' }]
    : [
        { do: 'answer lost' },
        // A read whose request is lost is the same as one whose answer is.
        ...(reads ? [] : [{ do: 'refused' } as const]),
        { do: 'error', code: 2 },
        { do: 'error', code: 4 },
        { do: 'dies after' },
      ]

const invocationOf = (at: string): string => at.replace(/\/[^/]+\/\d+$/, '')

const isCall = (at: string): boolean => at.includes('/') && !at.includes('/store/')

/** Stories with a plain harm, or with the same one, at another place of the same invocation. */
const moved = ({ steps, marks }: Story, places: readonly Place[]): Story[] =>
  marks.flatMap((mark, at) =>
    telling(places.filter((place) => invocationOf(place.at) === invocationOf(mark.at))).flatMap((place) =>
      [...plainHarms(place), ...(isCall(mark.at) && isCall(place.at) ? [mark.harm] : [])].map((harm) => ({
        steps,
        marks: replaced(marks, at, { at: place.at, harm }),
      })),
    ),
  )

/** One step that does what two neighbouring ones do; undefined if there is none. */
function both(step: StoryStep, next: StoryStep | undefined): StoryStep | undefined {
  if (step.do === 'wait' && next?.do === 'wait')
    return { do: 'wait', milliseconds: step.milliseconds + next.milliseconds }
  if (step.do !== 'fact' || next?.do !== 'fact' || step.kind !== next.kind || step.of !== next.of)
    return undefined
  const count = factsOf(step) + factsOf(next)
  return count <= factsMax ? { ...step, count } : undefined
}

/** Stories with one wait, or one fact with a count, in place of two neighbouring ones. */
function merged({ steps, marks }: Story): Story[] {
  return steps.flatMap((step, place) => {
    const one = both(step, steps[place + 1])
    return one ? [{ steps: replaced(without(steps, place, 1), place, one), marks }] : []
  })
}

/** A way to make a story smaller: it leaves parts out, or makes them simpler. */
interface Pass {
  readonly storiesOf: (story: Story) => Story[]
  readonly leavesOut: boolean
}

/** Ways to make a story smaller. */
export const passes: readonly Pass[] = [
  { storiesOf: fewerMarks, leavesOut: true },
  { storiesOf: fewerSteps, leavesOut: true },
  { storiesOf: lowered, leavesOut: false },
  { storiesOf: merged, leavesOut: false },
  { storiesOf: simplerSteps, leavesOut: false },
  { storiesOf: simplerMarks, leavesOut: false },
]

/**
 * Other stories that may fail for the same reason, so that every seed ends at the same one. `places` are
 * those of a run of the steps without marks.
 */
export const alternatives = (story: Story, places: readonly Place[]): Story[] => [
  ...separated(story),
  ...moved(story, places),
]
