import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { Json } from '../../../engine/values/guard.ts'
import { onSubmit, SelectField, TextField, useDeed } from '../parts/fields.tsx'
import { JsonView } from '../parts/parts.tsx'
import { TokenField } from '../parts/token-field.tsx'
import { type PageState, showSteps } from '../state/page-state.ts'

const kinds: Readonly<Record<string, Json>> = {
  'error 2: try again': { kind: 'error', code: 2 },
  'error 4: too many calls': { kind: 'error', code: 4 },
  'error 190: the token is invalid': { kind: 'error', code: 190 },
  'drop the connection': { kind: 'drop' },
  'drop it after the effect': { kind: 'drop', when: 'afterCommit' },
  'HTTP 503': { kind: 'http', status: 503 },
  'half of the body': { kind: 'malformed', how: 'truncated' },
  '30 seconds of latency': { kind: 'latency', by: '30s' },
  'a stale read of a minute ago': { kind: 'staleRead', by: '1m' },
  'drop a notice': { kind: 'notice', how: 'drop' },
}

/** A form that adds a fault rule. */
function AddRule({ page }: { readonly page: PageState }): JSX.Element | null {
  const { send, refresh } = page.source
  const match = {
    operation: useSignal(''),
    target: useSignal(''),
    token: useSignal(''),
    app: useSignal(''),
    version: useSignal(''),
  }
  const kind = useSignal(Object.keys(kinds)[0] ?? '')
  const times = useSignal('1')
  const { act, result } = useDeed()
  if (!send) return null
  const add = async () => {
    const given = Object.entries(match).filter(([, { value }]) => value !== '')
    const matched = Object.fromEntries(given.map(([name, { value }]) => [name, value]))
    const limit = times.value === '' ? {} : { times: Number(times.value) }
    await send('POST', 'faults', { match: matched, fault: kinds[kind.value] ?? null, ...limit })
    refresh()
    return 'The rule is added.'
  }
  return (
    <form class="form" onSubmit={onSubmit(() => act(add))}>
      <TextField label="Operation" placeholder="any" value={match.operation} />
      <TextField label="Id in the path" placeholder="any" value={match.target} />
      <TokenField page={page} label="Token" value={match.token} placeholder="any" />
      <TextField label="App" placeholder="any" value={match.app} />
      <TextField label="Version" placeholder="any" value={match.version} />
      <SelectField label="Fault" value={kind} options={Object.keys(kinds).map((one) => [one, one])} />
      <TextField label="Times" type="number" placeholder="always" value={times} />
      <button type="submit">Add the rule</button>
      {result}
    </form>
  )
}

/** One fault rule, with a button that removes it. */
function Rule({ page, rule }: { readonly page: PageState; readonly rule: Json }): JSX.Element {
  const { send, refresh } = page.source
  const { act, result } = useDeed()
  const { id = '', seen = 0, hits = 0 }: { id?: Json; seen?: Json; hits?: Json } = Object(rule)
  const name = String(id)
  const text = `the calls on which the fault rule ${name} acted`
  const show = () => showSteps(page, { text, has: ({ faults }) => faults.includes(name) })
  const remove = async () => {
    await send?.('DELETE', `faults/${encodeURIComponent(name)}`)
    refresh()
    return 'The rule is removed.'
  }
  return (
    <section class="card" aria-label={`Fault rule ${name}`}>
      <header>
        <h2>
          {name}: matched {String(seen)} {seen === 1 ? 'call' : 'calls'}
          {hits !== seen && `, acted on ${String(hits)}`}
        </h2>
        <div class="copies">
          {Number(hits) > 0 && (
            <button type="button" onClick={show}>
              Show its calls
            </button>
          )}
          {send && (
            <button type="button" onClick={() => act(remove)}>
              Remove
            </button>
          )}
        </div>
      </header>
      {result}
      <JsonView value={rule} />
    </section>
  )
}

/** The fault rules, and a form that adds one. */
export function FaultsTab({ page }: { readonly page: PageState }): JSX.Element {
  const rules = page.source.around.value?.faults ?? []
  return (
    <>
      <AddRule page={page} />
      {rules.length === 0 && <p class="empty">No fault rule.</p>}
      {rules.map((rule) => (
        <Rule key={String(Object(rule).id)} page={page} rule={rule} />
      ))}
    </>
  )
}
