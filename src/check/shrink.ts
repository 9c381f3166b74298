import type { Finding } from './judge.ts'
import { turns } from './run/calendar.ts'
import { type Mark, type Story, type StoryStep, storyKey } from './story.ts'

/** Plays a story and judges it. */
export type Try = (story: Story) => Promise<Finding | undefined>

/** The result of shrinking: the smallest story found, and the number of runs that it took. */
export interface Shrunk {
  readonly story: Story
  readonly finding: Finding
  readonly runs: number
}

/** Maximum runs of one shrinking. */
const RUNS_MAX = 300

/** Lengths of waits, from the most ordinary. */
const ordinaryWaits = [1_000, 60_000, 3_600_000, 90_000_000]

/** How ordinary a harm is: a story with a more ordinary one is easier to believe. */
const ordinary = [
  'twice',
  'again later',
  'late',
  'after the next',
  'answer lost',
  'refused',
  'status',
  'damaged',
  'error',
  'meanwhile',
  'answer late',
  'request late',
  'dies after',
  'dies before',
]

/** The number of parts of a story: steps and marks. */
export const partsOf = ({ steps, marks }: Story): number => steps.length + marks.length

/** The order of stories: fewer marks, fewer parts, smaller values. */
function isSmaller(a: Story, b: Story): boolean {
  const size = (story: Story) =>
    [partsOf(story), story.marks.length, weight(story), storyKey(story).length] as const
  const [left, right] = [size(a), size(b)]
  for (const [place, value] of left.entries()) {
    const other = right[place] ?? 0
    if (value !== other) return value < other
  }
  // Equal in size: one order of texts, so that every seed ends at the same story.
  return storyKey(a) < storyKey(b)
}

function weight({ steps, marks }: Story): number {
  const ofStep = (step: StoryStep) =>
    step.do === 'wait'
      ? ordinaryWaits.filter((wait) => wait < step.milliseconds).length
      : step.do === 'wait for'
        ? ordinaryWaits.length + 1 + turns.indexOf(step.endOf)
        : step.do === 'fact'
          ? (step.count ?? 1)
          : 0
  const ofMark = ({ harm }: Mark) => ordinary.indexOf(harm.do)
  return [...steps.map(ofStep), ...marks.map(ofMark)].reduce((sum, value) => sum + value, 0)
}

const without = <T>(list: readonly T[], from: number, count: number): T[] => [
  ...list.slice(0, from),
  ...list.slice(from + count),
]

/** Lowers the ordinal of an invocation in the addresses of marks, as if an earlier start had not been. */
function renumbered(marks: readonly Mark[], name: string, by: number): Mark[] {
  return marks.map((mark) => {
    const [, job, ordinal, rest] = /^(\w[\w -]*)#(\d+)(\/.*)$/.exec(mark.at) ?? []
    if (job !== name || Number(ordinal) <= by) return mark
    return { ...mark, at: `${job}#${Number(ordinal) - by}${rest}` }
  })
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

/** Stories without some of the steps; marks of later starts are also tried under their new numbers. */
function fewerSteps(story: Story): Story[] {
  const found: Story[] = []
  const { steps, marks } = story
  for (let size = Math.max(1, Math.floor(steps.length / 2)); size >= 1; size = Math.floor(size / 2)) {
    for (let from = steps.length - size; from >= 0; from -= size) {
      const removed = steps.slice(from, from + size)
      const kept = without(steps, from, size)
      found.push({ steps: kept, marks })
      const names = [...new Set(removed.map(jobOf).filter((name) => name !== undefined))]
      const moved = names.reduce<readonly Mark[]>(
        (list, name) => renumbered(list, name, removed.filter((step) => jobOf(step) === name).length),
        marks,
      )
      if (storyKey({ steps, marks: [...moved] }) !== storyKey(story))
        found.push({ steps: kept, marks: [...moved] })
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
        .filter((wait) => wait < step.milliseconds)
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
    if (harm.do === 'error' && harm.for) return [put({ do: 'error', code: harm.code })]
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

/** Stories with neighbouring steps in the usual order: facts first. */
function merged({ steps, marks }: Story): Story[] {
  return steps.flatMap((step, place) => {
    const next = steps[place + 1]
    if (step.do !== 'wait' || next?.do !== 'wait') return []
    const wait: StoryStep = { do: 'wait', milliseconds: step.milliseconds + next.milliseconds }
    return [{ steps: [...steps.slice(0, place), wait, ...steps.slice(place + 2)], marks }]
  })
}

const passes = [fewerMarks, fewerSteps, lowered, merged, simplerSteps, simplerMarks]

/** Finds a small story that fails in the same way: none of its parts can be left out. */
export async function shrink(first: Story, found: Finding, attempt: Try): Promise<Shrunk> {
  const known = new Map<string, Finding | undefined>()
  let best = { story: first, finding: found }
  let runs = 0
  const fails = async (story: Story): Promise<Finding | undefined> => {
    const key = storyKey(story)
    if (known.has(key)) return known.get(key)
    if (runs >= RUNS_MAX) return undefined
    runs++
    const finding = await attempt(story)
    const same = finding?.kind === found.kind ? finding : undefined
    known.set(key, same)
    return same
  }
  for (let improved = true; improved && runs < RUNS_MAX; ) {
    improved = false
    for (const pass of passes) {
      for (let again = true; again; ) {
        again = false
        for (const story of pass(best.story)) {
          if (!isSmaller(story, best.story)) continue
          const finding = await fails(story)
          if (!finding) continue
          best = { story, finding }
          improved = true
          again = true
          break
        }
      }
    }
  }
  return { ...best, runs }
}
