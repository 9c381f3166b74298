import { forgottenInputs } from '../../engine/state/history.ts'
import { shortenText } from '../../engine/values/cut.ts'
import { errorMessage } from '../../engine/values/error-message.ts'
import { isObject, isPlainObject } from '../../engine/values/plain-object.ts'
import type { CallEntry } from '../../service/call-entry.ts'
import { hintBeyond } from '../../world/handle/hint.ts'
import { verdictsOf } from '../../world/handle/refusal.ts'
import { handleOf } from '../../world/handles.ts'
import { requiredHistory } from '../../world/history/history.ts'
import { stepsSince } from '../../world/history/trace.ts'
import type { WorldStep } from '../../world/history/world-step.ts'
import { missedText } from '../../world/sending/missed-notices.ts'
import { instantText } from '../../world/time/time.ts'
import type { World } from '../../world/world.ts'
import { named, shortJson } from './names.ts'
import type { TestWorld } from './test-world.ts'
import { checksText } from './verdicts.ts'

/** The fault rules that matched nothing, with what they may have meant: their faults did not happen. */
function unusedFaultsText({ faults }: World): string {
  const lines = faults.unused().map(({ rule: { id, rule }, nearest }) => {
    const thing = rule.fault.kind === 'notice' ? 'notices' : 'calls'
    return `  ${id} ${shortJson(rule)} matched 0 ${thing}${nearestText(rule.match.operation, nearest)}`
  })
  return lines.length > 0 ? `Fault rules that did nothing:\n${lines.join('\n')}` : ''
}

function nearestText(wanted: string | undefined, nearest: string | undefined): string {
  if (nearest === undefined) return ''
  return nearest === wanted
    ? ` (${nearest} was called: the fault does not fit its calls, or another member of match differs)`
    : ` (nearest operation: ${nearest})`
}

/** The latest inputs that a story shows. */
const INPUTS_MAX = 40
const LINE_MAX = 240
const HINT_LINE_MAX = 600

const textOf = (value: unknown): string => (typeof value === 'string' ? value : shortJson(value))

/** One step of a world as code, or as a sentence where the user writes no code for it. */
function stepText({ type, name, input }: WorldStep): string {
  const { token, operation, params = {}, method = 'GET', url, path, add, begin } = input
  switch (type) {
    case 'call':
      return `world.as(${shortJson(token)}).${textOf(operation)}(${shortJson(params)})`
    case 'action':
      return `world.actions.${name}(${shortJson(params)})`
    case 'request':
      return `${textOf(method)} ${textOf(url ?? path)}`
    case 'advance':
      return `the clock moves ${name}`
    case 'tick':
      return name === 'due task' ? 'a due task' : `due task ${name}`
    case 'fault':
      return `world.faults: ${shortJson(add ?? input)}`
    case 'delivered':
      return begin === undefined
        ? `${name} was answered with ${shortJson(input['result'])}`
        : `${name} is sent`
    case 'stub':
      return isPlainObject(add) ? `world.stub(${shortJson(add['route'])}, …)` : 'a stub is removed'
    case 'configure':
      return 'world.fork(…)'
    default:
      return type
  }
}

/** The result of a step: the error of a call, or what it created. */
function resultText({ error, type }: WorldStep): string {
  if (error) return ` → error ${error.code}: ${error.message}`
  return ['call', 'request', 'action'].includes(type) ? ' → ok' : ''
}

/** The steps since the test began, or since the last reset. */
function stepsOf({ world, inputsBefore, life }: TestWorld): readonly WorldStep[] {
  const handle = handleOf(world)
  const dropped = forgottenInputs(requiredHistory(handle))
  const wasReset = handle.life !== life || dropped > inputsBefore
  return stepsSince(handle, wasReset ? dropped : inputsBefore).map(({ step }) => step)
}

/** The checks of the last refused call of a story. */
function lastRefusal(steps: readonly WorldStep[]): string {
  const step = steps.findLast(({ error, version }) => error !== null && version !== null)
  if (!step) return ''
  const lines = checksText(verdictsOf(step.failedCheck ?? undefined))
  const because = (step.error?.because ?? []).map((reason) => `because ${reason}`)
  return [`The last refused call: ${stepText(step)}`, ...because, ...lines].join('\n  ')
}

const HINTS_MAX = 10

/** The hint about a call of the log, without the reasons of its refusal, which are told with its checks. */
function hintLine({ hint = '', operation, method, outcome }: CallEntry): string[] {
  const error = isObject(outcome['error']) ? outcome['error'] : {}
  const more = hintBeyond(hint, Array.isArray(error['because']) ? error['because'] : [])
  return more === '' ? [] : [shortenText(`${operation ?? method}: ${more}`, HINT_LINE_MAX)]
}

/** The hints about the calls of some steps, each once. */
function hintsText({ calls }: World, [first]: readonly WorldStep[]): string {
  const made = calls.all().filter(({ sequence }) => first && sequence >= first.sequence)
  const hints = made.flatMap(hintLine)
  const lines = [...new Set(hints)].slice(-HINTS_MAX)
  return lines.length > 0 ? `Hints:\n${lines.map((line) => `  ${line}`).join('\n')}` : ''
}

/** The deliveries that the inputs left behind. */
function outboxText({ webhooks, clock }: World): string {
  const lines = webhooks.outbox.slice(-10).map(({ id, app, status, due, attempts, reason }) => {
    const next = due === null ? '' : `, due at ${instantText(due)}`
    const end = `attempts: ${attempts.length}${reason ? `, ${reason}` : ''}`
    return `  ${id} to the app "${app}": ${status}${next}, ${end}`
  })
  const dues = webhooks.outbox.flatMap(({ due }) => due ?? [])
  const first = Math.min(...dues)
  const isLater = dues.length > 0 && first > clock.now
  const moved = isLater ? `none is due yet: world.clock.advanceTo('${instantText(first)}'); ` : ''
  const end = dues.length > 0 ? [`  ${moved}what is due is sent by await world.webhooks.flush()`] : []
  return lines.length > 0 ? `Deliveries:\n${[...lines, ...end].join('\n')}` : ''
}

/** The changes of which no app was notified. */
function missedLines({ webhooks }: World): string {
  const lines = missedText(webhooks.missed).map((line) => `  ${line}`)
  return lines.length > 0 ? `Not notified:\n${lines.join('\n')}` : ''
}

/** The refused actions: their outcome is easily left unread. */
function refusedText(steps: readonly WorldStep[]): string {
  const refused = steps.filter(({ type, ok }) => type === 'action' && !ok).slice(-10)
  if (refused.length === 0) return ''
  const head =
    "Refused actions (unwrap() throws, as does every action under createWorld({ onRefusal: 'throw' })):"
  const lines = refused.map((step) => `  ${shortenText(stepText(step) + resultText(step), LINE_MAX)}`)
  return [head, ...lines].join('\n')
}

function storyOf(test: TestWorld): string {
  const { world } = test
  const steps = stepsOf(test)
  const hidden = steps.length - INPUTS_MAX
  const lines = steps
    .slice(-INPUTS_MAX)
    .map((step) => shortenText(`${instantText(step.at)}  ${stepText(step)}${resultText(step)}`, LINE_MAX))
  const shown = hidden > 0 ? [`(${hidden} earlier inputs)`, ...lines] : lines
  const head = `The world of this test, at ${world.clock.iso} with seed ${shortJson(world.seed)}:`
  const body = shown.length > 0 ? shown.map((line) => `  ${line}`).join('\n') : '  no calls, no actions'
  return named(
    [
      head,
      body,
      refusedText(steps),
      lastRefusal(steps),
      unusedFaultsText(world),
      hintsText(world, steps),
      outboxText(world),
      missedLines(world),
    ]
      .filter((part) => part !== '')
      .join('\n'),
    world,
  )
}

/** Tells what happened in the world of a test: calls, actions, clock moves, deliveries, the last refusal. */
export function worldStory(test: TestWorld): string {
  try {
    return storyOf(test)
  } catch (error) {
    return `The world of this test cannot be told: ${errorMessage(error)}`
  }
}

/** Returns a pattern for the name of a test that every shell leaves as it is. */
export const patternOf = (name: string): string =>
  name.replace(/[^\p{L}\p{N} _,:-]/gu, (character) => '.'.repeat(character.length))

/** The text below the error of a failed test: the story, the command that runs it again, and its page. */
export const failedTestText = (test: TestWorld, command: string, page = ''): string =>
  [worldStory(test), `Run it again: ${command}`, page].filter((line) => line !== '').join('\n')

/** Leaves out the reasons and checks of a refused call that a matcher has told already. */
function withoutTold(text: string, message: string): string {
  const told = new Set(message.split('\n').map((line) => line.trim()))
  const isTold = (line: string) => /^ {2}(because|checks?) /.test(line) && told.has(line.trim())
  return text
    .split('\n')
    .filter((line) => !isTold(line))
    .join('\n')
}

/** Adds a text to the message and the stack of an error. Returns false for a value that is no error. */
export function addToError(error: unknown, text: string): boolean {
  if (typeof error !== 'object' || error === null || Object.isFrozen(error)) return false
  const { message, stack } = error as { message?: unknown; stack?: unknown }
  if (typeof message !== 'string') return false
  const longer = `${message}\n\n${withoutTold(text, message)}\n`
  Object.assign(error, { message: longer })
  if (typeof stack === 'string' && stack.includes(message))
    Object.assign(error, { stack: stack.replace(message, () => longer) })
  return true
}
