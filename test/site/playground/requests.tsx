import { type Signal, signal, useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { isRecord } from '../../../src/engine/values/plain-object.ts'
import { LongField, onSubmit, TextField } from '../../../src/inspector/viewer/parts/fields.tsx'
import { JsonView, Problem, problemText } from '../../../src/inspector/viewer/parts/parts.tsx'
import { TokenField } from '../../../src/inspector/viewer/parts/token-field.tsx'
import { type PageState, showStep, type TabName } from '../../../src/inspector/viewer/state/page-state.ts'
import type { CallOutcome } from '../../../src/service/typed-call.ts'
import type { World } from '../../../src/world/world.ts'
import type { PlaygroundRequest } from './data.ts'
import type { Session } from './session.ts'

/** A request as a person has filled it in, and what came of it. */
interface Filled {
  readonly token: Signal<string>
  readonly params: Signal<string>
  readonly answer: Signal<Answer>
}

/** What a request was answered: a value or an error of the service, or why it was not sent. */
interface Answer {
  readonly outcome?: CallOutcome<unknown>
  /** The number of its step. */
  readonly step?: number
  readonly problem?: string
}

/** Opens a tab of the inspector, and shows it where it stands below the requests. */
export function reveal(page: PageState, tab: TabName): void {
  page.tab.value = tab
  document.getElementById(`tab-${tab}`)?.focus({ preventScroll: true })
  if (window.matchMedia('(max-width: 1000px)').matches) document.getElementById('inspector')?.scrollIntoView()
}

type Methods = Readonly<Record<string, ((params: object) => CallOutcome<unknown>) | undefined>>

/** Reads the parameters of a request. Throws a TypeError if they are no JSON object. */
function paramsIn(text: string): object {
  const params: unknown = (() => {
    try {
      return JSON.parse(text)
    } catch {
      return undefined
    }
  })()
  if (isRecord(params)) return params
  throw new TypeError('The parameters must be a JSON object, such as {"limit": 5}.')
}

/** Sends a request to the world of the page. */
function run(world: World, { name }: PlaygroundRequest, { token, params, answer }: Filled): void {
  try {
    const before = world.seq
    const client = world.as(token.value) as unknown as Methods
    const outcome = client[name]?.(paramsIn(params.value))
    answer.value = { ...(outcome && { outcome }), step: before + 1 }
  } catch (error) {
    answer.value = { problem: problemText(error) }
  }
}

/** What came of a request: its answer, and the way to everything about it. */
function Answered({ page, answer }: { readonly page: PageState; readonly answer: Answer }): JSX.Element {
  const { outcome, step = 0, problem } = answer
  const show = () => {
    showStep(page, step)
    reveal(page, 'Calls')
  }
  return (
    <>
      <Problem text={problem} />
      <p role="status" class={outcome?.ok ? 'good' : 'bad'}>
        {outcome && (outcome.ok ? 'succeeded' : `refused with code ${outcome.error.code}`)}
        {outcome && (
          <button type="button" class="link" onClick={show}>
            Why, and what it changed
          </button>
        )}
      </p>
      {outcome && <JsonView value={outcome.ok ? outcome.value : outcome.error} />}
    </>
  )
}

/** A request with its fields and its answer. */
function Editor({
  page,
  request,
  filled,
  onRun,
}: {
  readonly page: PageState
  readonly request: PlaygroundRequest
  readonly filled: Filled
  readonly onRun: () => void
}): JSX.Element {
  return (
    <form class="form" aria-label={`Request ${request.name}`} onSubmit={onSubmit(onRun)}>
      <p class="hint">
        <code>{request.route}</code>{' '}
        {request.text.split('`').map((part, at) => (at % 2 === 0 ? part : <code key={part}>{part}</code>))}
      </p>
      <TokenField page={page} label="Token" value={filled.token} />
      <LongField label="Parameters" value={filled.params} placeholder="{}" isRequired />
      <div class="answer">
        <Answered page={page} answer={filled.answer.value} />
      </div>
    </form>
  )
}

const methodOf = ({ route }: PlaygroundRequest): string => route.split(' ')[0] ?? ''

/** One request in the list, with its *Run* button. The one that is chosen has its fields below it. */
function Line({
  session,
  page,
  request,
}: {
  readonly session: Session
  readonly page: PageState
  readonly request: PlaygroundRequest
}): JSX.Element {
  const { name } = request
  const filled = useMemo(
    (): Filled => ({
      token: signal(request.token),
      params: signal(JSON.stringify(request.params, null, 2)),
      answer: signal({}),
    }),
    [],
  )
  const isOpen = session.request.value === name
  const choose = (chosen: string) => {
    session.request.value = chosen
  }
  const send = () => {
    choose(name)
    run(session.world.value, request, filled)
    session.transport.changed()
    page.source.refresh()
    page.step.value = filled.answer.value.step ?? page.step.value
  }
  return (
    <li class={isOpen ? 'request current' : 'request'} id={`request-${name}`}>
      <div class="heading">
        <button type="button" class="name" aria-expanded={isOpen} onClick={() => choose(isOpen ? '' : name)}>
          <small>{methodOf(request)}</small> {name}
        </button>
        <button type="button" class="run" aria-label={`Run ${name}`} onClick={send}>
          Run
        </button>
      </div>
      {isOpen && <Editor page={page} request={request} filled={filled} onRun={send} />}
    </li>
  )
}

const titleOf = (chapter: string): string =>
  `${chapter.charAt(0).toUpperCase()}${chapter.slice(1).replaceAll('-', ' ')}`

/** The requests by chapter. */
function chaptersOf(requests: readonly PlaygroundRequest[]): Map<string, PlaygroundRequest[]> {
  const chapters = new Map<string, PlaygroundRequest[]>()
  for (const one of requests) chapters.set(one.chapter, [...(chapters.get(one.chapter) ?? []), one])
  return chapters
}

/** The requests of the reference, each with a button that runs it. */
export function Requests({
  session,
  page,
  requests,
}: {
  readonly session: Session
  readonly page: PageState
  readonly requests: readonly PlaygroundRequest[]
}): JSX.Element {
  const search = useSignal('')
  const wanted = search.value.trim().toLowerCase()
  const chosen = session.request.value
  const found = requests.filter(({ name, route, text }) =>
    `${name} ${route} ${text}`.toLowerCase().includes(wanted),
  )
  useEffect(() => {
    document.getElementById(`request-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  // A link of the reference leads to a request: one key runs it.
  useEffect(() => document.querySelector<HTMLElement>(`#request-${chosen} .run`)?.focus(), [])
  return (
    <section class="requests" aria-label="Requests">
      <div class="tools" role="search" aria-label="Requests">
        <TextField
          label="Search requests"
          isUnseen
          type="search"
          placeholder="Search requests"
          value={search}
        />
        <span class="found" role="status">
          {found.length} of {requests.length}
        </span>
      </div>
      {[...chaptersOf(found)].map(([chapter, members]) => (
        <details
          key={chapter}
          class="chapter"
          open={wanted !== '' || members.some(({ name }) => name === chosen)}
        >
          <summary>
            {titleOf(chapter)} ({members.length})
          </summary>
          <ul>
            {members.map((one) => (
              <Line key={one.name} session={session} page={page} request={one} />
            ))}
          </ul>
        </details>
      ))}
    </section>
  )
}
