import type { Played } from './run/play.ts'
import type { Fact, Harm, Mark, Story, StoryStep } from './story.ts'

const units: readonly (readonly [number, string])[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
  [1, 'ms'],
]

/** A length of time in words, such as `25 h`. */
export function lengthText(milliseconds: number): string {
  const [size, unit] = units.find(([one]) => milliseconds % one === 0) ?? [1, 'ms']
  return `${milliseconds / size} ${unit}`
}

const plurals: Readonly<Record<Fact['kind'], readonly [one: string, many: string]>> = {
  lead: ['a lead is submitted', 'leads are submitted'],
  post: ['somebody writes a post on the page', 'posts are written on the page'],
  editedPost: ['the newest post is edited', 'posts are edited'],
  deletedPost: ['the newest post is deleted', 'posts are deleted'],
  photo: ['a person uploads a photo', 'photos are uploaded'],
  campaign: ['a person creates a campaign', 'campaigns are created'],
  pausedCampaign: ['the newest campaign is paused', 'campaigns are paused'],
  deletedCampaign: ['the newest campaign is deleted', 'campaigns are deleted'],
  adImage: ['a person uploads an ad image', 'ad images are uploaded'],
  catalogEvents: ['a pixel reports an event', 'events are reported'],
  indicator: ['an indicator is shared', 'indicators are shared'],
}

/** A fact as a sentence. */
export function factText({ kind, count, of }: Fact): string {
  const [one, many] = plurals[kind]
  const text = count === undefined || count === 1 ? one : `${count} ${many}`
  return of === undefined ? text : text.replace(/the newest \w+/, of)
}

function stepText(step: StoryStep, ordinals: Map<string, number>): string {
  const start = (name: string) => {
    const ordinal = (ordinals.get(name) ?? 0) + 1
    ordinals.set(name, ordinal)
    return `${name}#${ordinal}`
  }
  if (step.do === 'fact') return factText(step)
  if (step.do === 'wait') return `${lengthText(step.milliseconds)} pass`
  if (step.do === 'job') return `${start(step.job)} starts`
  const value = step.value === undefined ? '' : `(${JSON.stringify(step.value)})`
  return `${start(step.command)}${value} is called`
}

const stepsLater = (steps: number): string => `${steps} step${steps === 1 ? '' : 's'} later`

const harmTexts: { readonly [D in Harm['do']]: (harm: Extract<Harm, { do: D }>) => string } = {
  refused: () => 'the connection is refused',
  'answer lost': () => 'the call takes effect, but its answer is lost',
  error: ({ code, for: steps }) =>
    `it is refused with code ${code}${steps ? `, and so are its like for ${steps} steps` : ''}`,
  status: ({ status, after }) =>
    `a gateway answers ${status}${after ? ', although the call takes effect' : ''}`,
  damaged: ({ how }) =>
    how === 'html'
      ? 'a gateway answers with an HTML page'
      : how === 'empty'
        ? 'the body of the answer is empty'
        : 'the body of the answer is cut off',
  'request late': ({ steps }) => `the request arrives ${stepsLater(steps)}`,
  'answer late': ({ steps }) => `its answer arrives ${stepsLater(steps)}`,
  meanwhile: ({ fact }) => `just before it, ${factText(fact)}`,
  'dies before': () => 'the process dies before it, and starts again',
  'dies after': () => 'the process dies right after it, and starts again',
  twice: () => 'it is sent twice at the same time',
  'again later': ({ steps }) => `it is sent again ${stepsLater(steps)}`,
  late: ({ steps }) => `it arrives ${stepsLater(steps)}`,
  'after the next': () => 'it arrives after the next one',
}

/** What a mark says, as a sentence. */
export function markText({ at, harm }: Mark): string {
  const tell = harmTexts[harm.do] as (harm: Harm) => string
  const [, invocation, what, nth] = /^([^/]+)\/(.+)\/(\d+)$/.exec(at) ?? []
  if (invocation === undefined) return `✂ at ${at}: ${tell(harm)}`
  const place =
    what === 'store'
      ? `at write ${nth} of ${invocation} to the store`
      : `at call ${nth} of ${what} by ${invocation}`
  return `✂ ${place}: ${tell(harm)}`
}

/** The steps of a story as sentences, with the ordinals of the starts. */
export function stepTexts({ steps }: Story): string[] {
  const ordinals = new Map<string, number>()
  return steps.map((step) => stepText(step, ordinals))
}

/** A story as numbered lines, marks below the step in which they act. */
export function storyText(story: Story, played: Played | undefined): string {
  const lines = stepTexts(story).map((text, place) => `  ${place + 1}. ${text}`)
  const deaths = story.marks.map((mark) => `     ${markText(mark)}`)
  const calm = played?.ending ? '  Then the faults stop and 40 h pass.' : ''
  return [...lines, ...deaths, calm].filter((line) => line !== '').join('\n')
}
