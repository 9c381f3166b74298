import { useSignal } from '@preact/signals'
import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { RowDifference } from '../../../world/history/difference.ts'
import { withEscapes } from '../../unseen.ts'
import { keepUp } from '../state/pace.ts'

/** Copies a text to the clipboard, also where the page may not use the clipboard directly. */
async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    const { activeElement } = document
    const area = document.createElement('textarea')
    area.value = text
    document.body.append(area)
    area.select()
    document.execCommand('copy')
    area.remove()
    if (activeElement instanceof HTMLElement) activeElement.focus()
  }
}

/** A button that copies a text, and says so. */
export function CopyButton({
  label,
  text,
}: {
  readonly label: string
  readonly text: () => string | Promise<string>
}): JSX.Element {
  const said = useSignal('')
  const copy = async () => {
    try {
      await copyText(await text())
      said.value = 'copied'
    } catch (error) {
      said.value = problemText(error)
    }
  }
  return (
    <span class="copy">
      <button type="button" onClick={copy}>
        {label}
      </button>
      <span role="status" class="said">
        {said.value}
      </span>
    </span>
  )
}

/** The message of an error. */
export const problemText = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** A value as JSON; a long text that is JSON is written in lines too. */
export function JsonView({ value }: { readonly value: unknown }): JSX.Element {
  const text = typeof value === 'string' ? prettyText(value) : JSON.stringify(value, null, 2)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long value is scrolled by keys
    <pre class="json" tabIndex={0}>
      {withEscapes(text ?? '')}
    </pre>
  )
}

function prettyText(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** The text of a value in one cell. */
const cell = (value: unknown): string =>
  value === undefined ? '' : withEscapes(typeof value === 'string' ? value : JSON.stringify(value))

const signs = { created: '+', changed: '~', removed: '−' } as const

/** The rows that a step, or a range of steps, changed. */
export function RowDifferences({ rows }: { readonly rows: readonly RowDifference[] }): JSX.Element {
  if (rows.length === 0) return <p class="hint">No rows changed.</p>
  return (
    <>
      {rows.map(({ kind, id, change, before, after, columns }) => (
        <details key={id} class={`row ${change}`} open={rows.length <= 3}>
          <summary>
            <span aria-hidden="true">{signs[change]}</span> {change} {kind} <code>{id}</code>
          </summary>
          {change === 'changed' && before && after ? (
            <Scroll label={`Columns of ${kind} ${id}`}>
              <table>
                <thead>
                  <tr>
                    <th>column</th>
                    <th>before</th>
                    <th>after</th>
                  </tr>
                </thead>
                <tbody>
                  {columns.map((name) => (
                    <tr key={name}>
                      <th>{name}</th>
                      <td class="gone">{cell(before[name])}</td>
                      <td class="new">{cell(after[name])}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Scroll>
          ) : (
            <JsonView value={after ?? before} />
          )}
        </details>
      ))}
    </>
  )
}

/** A part of the page that scrolls on its own, also by keys. */
export function Scroll({
  label,
  isTall = false,
  children,
}: {
  readonly label: string
  readonly isTall?: boolean
  readonly children: ComponentChildren
}): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table is scrolled by keys
    <section class={isTall ? 'scroll rows' : 'scroll'} tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}

/** What became of a request: nothing yet, a value, or an error. */
export interface Loaded<T> {
  readonly value?: T
  readonly error?: string
}

/**
 * Loads a value: at once when one of the inputs changes, and at the pace of `keepUp` when the world has moved
 * on. Answers that come too late are dropped.
 */
export function useLoaded<T>(
  load: () => Promise<T> | undefined,
  inputs: readonly unknown[],
  steps = 0,
): Loaded<T> {
  const loaded = useSignal<Loaded<T>>({})
  const turn = useRef(0)
  const latest = useRef(load)
  latest.current = load
  const read = async () => {
    turn.current += 1
    const own = turn.current
    const now = await Promise.resolve(latest.current()).then(
      (value) => (value === undefined ? {} : { value }),
      (error: unknown) => ({ error: problemText(error) }),
    )
    if (turn.current === own) loaded.value = now
  }
  const readLater = useMemo(() => keepUp(read), [])
  const known = useRef(steps)
  useEffect(() => {
    void read()
  }, [...inputs])
  useEffect(() => {
    if (steps !== known.current) readLater()
    known.current = steps
  }, [steps])
  useEffect(
    () => () => {
      turn.current = -1
      latest.current = () => undefined
    },
    [],
  )
  return loaded.value
}

/** A message that a screen reader says at once. */
export function Problem({ text }: { readonly text: string | undefined }): JSX.Element | null {
  return text ? (
    <p class="problem" role="alert">
      {withEscapes(text)}
    </p>
  ) : null
}

/** A definition list of names and values; a value that is undefined is left out. */
export function Facts({
  facts,
}: {
  readonly facts: readonly (readonly [string, ComponentChildren | undefined])[]
}): JSX.Element {
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value !== undefined && value !== null)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
