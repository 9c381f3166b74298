import { SECOND_MS } from '../../engine/values/milliseconds.ts'
import { inWholeUnits } from '../../world/time/durations.ts'
import { serviceFacts } from '../run/calls/fact-kinds.ts'
import type { FactRules } from '../run/calls/fact-rules.ts'
import { writtenAt } from '../run/write-kinds.ts'
import type { Played } from '../search/play/play.ts'
import { callAddress } from '../search/story/address.ts'
import type { Fact, Harm, Mark, Story, StoryStep } from '../search/story/story.ts'
import type { Turn } from '../time/calendar.ts'
import { repetitions } from './judge/legal-orders.ts'

/** A length of time in words, such as `25 h`. */
function lengthText(milliseconds: number): string {
  const [amount, unit] = inWholeUnits(milliseconds)
  return `${amount} ${unit === 'm' ? 'min' : unit}`
}

/** A fact as a sentence. A kind that no area declares any more is told by its name. */
function factText({ kind, count, of }: Fact, facts: FactRules): string {
  const [one, many] = facts.get(kind)?.text ?? [`${kind} happens`, `times ${kind} happens`]
  const text = count === undefined || count === 1 ? one : `${count} ${many}`
  return of === undefined ? text : text.replace(/the newest \w+/, of)
}

const turnTexts: Readonly<Record<Turn, string>> = {
  hour: 'time passes until the last second of the hour',
  day: 'time passes until the last second of the day',
  month: 'time passes until the last second of the month',
  'clock change': 'time passes until the last second before daylight-saving time changes',
}

function stepText(step: StoryStep, ordinals: Map<string, number>, facts: FactRules): string {
  const start = (name: string) => {
    const ordinal = (ordinals.get(name) ?? 0) + 1
    ordinals.set(name, ordinal)
    return `${name}#${ordinal}`
  }
  if (step.do === 'fact') return factText(step, facts)
  if (step.do === 'wait') return `${lengthText(step.milliseconds)} pass`
  if (step.do === 'wait for') return turnTexts[step.endOf]
  if (step.do === 'job') return `${start(step.job)} starts`
  const value = step.value === undefined ? '' : `(${JSON.stringify(step.value)})`
  return `${start(step.command)}${value} is called`
}

const stepsLater = (steps: number): string => `${steps} step${steps === 1 ? '' : 's'} later`

const damages = {
  truncated: 'the body of the answer is cut off',
  html: 'a gateway answers with an HTML page',
  empty: 'the body of the answer is empty',
}

function outageText({ for: steps = 0, times = 1 }: Extract<Harm, { do: 'error' }>): string {
  if (steps > 0) return `, and so are its like for ${steps} steps`
  return times > 1 ? `, ${times} times in a row` : ''
}

/** Describes a harm, as the rest of a sentence. */
function harmText(harm: Harm, facts: FactRules): string {
  switch (harm.do) {
    case 'refused':
      return 'the connection is refused'
    case 'answer lost':
      return 'the call takes effect, but its answer is lost'
    case 'error':
      return `it is refused with code ${harm.code}${outageText(harm)}`
    case 'empty page':
      return 'from here on, the first page of this list is empty, and its next leads on'
    case 'short page':
      return `from here on, pages of this list have ${harm.rows} row${harm.rows === 1 ? '' : 's'} at most`
    case 'cursor expired':
      return 'its cursor has expired'
    case 'processing':
      return `what it uploads is processed for ${lengthText(harm.seconds * SECOND_MS)}`
    case 'too large': {
      const time = harm.for ? `, for ${harm.for} steps` : ''
      return `lists with a limit above ${harm.limit} are too large for one page${time}`
    }
    case 'status':
      return `a gateway answers ${harm.status}${harm.after ? ', although the call takes effect' : ''}`
    case 'damaged':
      return damages[harm.how]
    case 'request late':
      return `the request arrives ${stepsLater(harm.steps)}`
    case 'answer late':
      return `its answer arrives ${stepsLater(harm.steps)}`
    case 'meanwhile':
      return `just ${harm.after ? 'after it took effect' : 'before it'}, ${factText(harm.fact, facts)}`
    case 'dies before':
      return 'the process dies before it, and starts again'
    case 'dies after':
      return 'the process dies right after it, and starts again'
    case 'torn':
      return 'the process dies in the middle of it, and starts again'
    case 'conflict':
      return 'the database refuses it once, and may be asked again'
    case 'disconnect':
      return 'it takes effect, and the connection to the database breaks before the answer'
    case 'stops':
      return 'the process is told to stop before it (SIGTERM), and starts again'
    case 'deploy':
      return 'the process is told to stop before it, and the next version of the program starts'
    case 'down':
      return `the process dies before it, and starts again after ${harm.hours} h`
    case 'twice':
      return 'it is sent twice at the same time'
    case 'again later':
      return `it is sent again ${stepsLater(harm.steps)}`
    case 'late':
      return `it arrives ${stepsLater(harm.steps)}`
    case 'after the next':
      return 'it arrives after the next one'
  }
}

/** Returns a mark as a sentence. */
export function markText({ at, harm }: Mark, facts: FactRules = serviceFacts): string {
  const [, invocation, what, nth] = /^(.+)\/([^/]+)\/(\d+)$/.exec(at) ?? []
  if (invocation === undefined) return `✂ at ${at}: ${harmText(harm, facts)}`
  const target = writtenAt(at)
  const place =
    target !== undefined
      ? `at write ${nth} of ${invocation} to ${target}`
      : `at call ${nth} of ${what} by ${invocation}`
  return `✂ ${place}: ${harmText(harm, facts)}`
}

/** The steps of a story as sentences, with the ordinals of the starts. */
export function stepTexts({ steps }: Pick<Story, 'steps'>, facts: FactRules = serviceFacts): string[] {
  const ordinals = new Map<string, number>()
  const isAtOnce = (step: StoryStep, index: number) =>
    step.do === 'fact' && step.withNext && index < steps.length - 1
  return steps.map(
    (step, index) =>
      `${stepText(step, ordinals, facts)}${isAtOnce(step, index) ? ', and at the same instant' : ''}`,
  )
}

/** The number of notices with several changes that a story shows, and of the names of each. */
const TOGETHER_SHOWN = 3

/** Says which notices of a run tell of several facts at once: programs often read the first change alone. */
const togetherTexts = ({ run }: Played): string[] =>
  [...run.noticed.values()]
    .flatMap((names, index) => {
      if (names.length < 2) return []
      const more = names.length > TOGETHER_SHOWN ? ` and ${names.length - TOGETHER_SHOWN} more` : ''
      const shown = names.slice(0, TOGETHER_SHOWN).join(', ')
      return [`  Notice ${index + 1} tells of several changes at once: ${shown}${more}.`]
    })
    .slice(0, TOGETHER_SHOWN)

/** The names of the work that a story starts or marks. */
const worksIn = ({ steps, marks }: Story): Set<string | undefined> =>
  new Set([
    ...steps.map((step) => (step.do === 'job' ? step.job : undefined)),
    ...marks.map(({ at }) => callAddress(at)?.name),
  ])

/** Says which lines set the timers that a story names. */
function timerTexts(story: Story, { run: { periodic } }: Played): string[] {
  const named = worksIn(story)
  const timers = [...periodic.found].filter(([name, place]) => named.has(name) && place !== name)
  return timers.map(([name, place]) => `  ${name} is the timer of ${place}.`)
}

/** Says which commands count as one, because a person gave the first again after its error. */
export const repeatedTexts = ({ incidents }: Played): string[] =>
  repetitions(incidents).map(
    ([failed, again]) =>
      `  ${failed.id} showed an error, and ${again.id} is its repetition: the two count as one command.`,
  )

/** A story as numbered lines, marks below the step in which they act. */
export function storyText(story: Story, played: Played | undefined): string {
  const count = played?.run.slots.length ?? 1
  const beside = count > 1 ? `  ${count} processes run side by side.` : ''
  const facts = played?.run.facts
  const lines = stepTexts(story, facts).map((text, index) => `  ${index + 1}. ${text}`)
  const deaths = story.marks.map((mark) => `     ${markText(mark, facts)}`)
  const together = played
    ? [...togetherTexts(played), ...repeatedTexts(played), ...timerTexts(story, played)]
    : []
  const calm = played?.ending ? `  Then the faults stop and ${played.run.calmText}.` : ''
  return [beside, ...lines, ...deaths, ...together, calm].filter((line) => line !== '').join('\n')
}
