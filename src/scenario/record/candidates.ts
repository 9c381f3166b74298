import type { Json } from '../../engine/values/guard.ts'
import { inWholeUnits } from '../../world/time/durations.ts'
import { isJsonList, isJsonObject } from '../read/json-kinds.ts'

/** An input of a history. */
export type PastInput = { readonly [member: string]: Json }

/** A step that may stand for the next inputs of a history, with values in place of references. */
export type Candidate = { readonly [member: string]: Json }

/** Returns a length of time in its largest whole unit, such as `25h`. */
export function durationOf(milliseconds: number): string {
  return inWholeUnits(milliseconds).join('')
}

/** Returns the members that are defined. */
const defined = (members: { readonly [name: string]: Json | undefined }): Candidate =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

const withoutEmpty = (value: Json | undefined): Json | undefined =>
  value !== undefined && JSON.stringify(value) === '{}' ? undefined : value

function callCandidate({ operation, token, version, params, files }: PastInput): Candidate {
  return defined({
    call: operation,
    as: token === '' ? undefined : token,
    version,
    with: withoutEmpty(params),
    files,
  })
}

function requestCandidate({ method, url, headers, body, params, files }: PastInput): Candidate {
  return {
    request: defined({
      method,
      path: url,
      headers: withoutEmpty(headers),
      params,
      files: withoutFiles(files),
      body,
    }),
  }
}

const withoutFiles = (files: Json | undefined): Json | undefined =>
  isJsonList(files) && files.length === 0 ? undefined : files

/** Returns a rule with its members in one order, so that every recording of it has the same text. */
function orderedRule({ match, fault, ...more }: PastInput): Candidate {
  const { between, ...matched } = isJsonObject(match) ? match : {}
  return defined({ match: isJsonObject(match) ? defined({ ...matched, between }) : match, fault, ...more })
}

function faultCandidate({ add, remove }: PastInput): Candidate {
  if (isJsonObject(add)) return { addFault: orderedRule(add) }
  return { removeFault: remove ?? 'all' }
}

/** The candidates for work that runs, and for a move of the clock that follows it. */
function clockCandidates(inputs: readonly PastInput[], now: number): Candidate[] {
  const end = inputs.findIndex(({ type }) => type !== 'tick')
  const next = inputs[end]
  const to = next?.['type'] === 'advance' ? next['to'] : undefined
  const moves = typeof to === 'number' ? [{ advance: durationOf(to - now) }] : []
  return inputs[0]?.['type'] === 'tick' ? [...moves, { drain: true }, { next: true }] : moves
}

/** Returns the answer of a receiver in its shortest form. */
function answerOf(result: Json): Json {
  if (!isJsonObject(result)) return result
  const { status, body, error } = result
  if (status === undefined) return defined({ error })
  return body === undefined ? status : defined({ status, body })
}

/** The candidates for attempts to deliver: of one round, or of all rounds. */
function deliveryCandidates(inputs: readonly PastInput[]): Candidate[] {
  const end = inputs.findIndex(({ type }) => type !== 'delivered')
  const run = end < 0 ? inputs : inputs.slice(0, end)
  const firstResult = run.findIndex(({ result }) => result !== undefined)
  const nextRound = run.findIndex(({ begin }, index) => begin !== undefined && index > firstResult)
  const answersIn = (part: readonly PastInput[]) =>
    part.flatMap(({ result }) => (result === undefined ? [] : [answerOf(result)]))
  const firstRound = nextRound < 0 || firstResult < 0 ? run : run.slice(0, nextRound)
  return [
    { deliver: {} },
    { deliver: { answers: answersIn(firstRound) } },
    { deliver: { answers: answersIn(run) } },
  ]
}

/**
 * Returns the steps that may stand for the next inputs of a history, the most readable first.
 *
 * @param inputs The next inputs.
 * @param now The time before them, in Unix milliseconds.
 */
export function candidatesFor(inputs: readonly PastInput[], now: number): readonly Candidate[] {
  const [input = {}] = inputs
  switch (input['type']) {
    case 'call':
      return [callCandidate(input)]
    case 'request':
      return [requestCandidate(input)]
    case 'action':
      return [defined({ action: input['name'], with: withoutEmpty(input['params']) })]
    case 'fault':
      return [faultCandidate(input)]
    case 'tick':
    case 'advance':
      return clockCandidates(inputs, now)
    case 'delivered':
      return deliveryCandidates(inputs)
    case 'configure':
      return [
        { configure: defined({ seed: input['seed'], policy: input['policy'], starter: input['starter'] }) },
      ]
    default:
      return []
  }
}
