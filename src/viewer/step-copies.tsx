import type { JSX } from 'preact'
import {
  canCopy,
  curlOf,
  fetchOf,
  isSendable,
  stepCode,
  type TestRunner,
  testOf,
} from '../inspector/copies.ts'
import type { WorldStep } from '../world/world-step.ts'
import type { PageState } from './page-state.ts'
import { CopyButton } from './parts.tsx'

const runners: readonly (readonly [TestRunner, string])[] = [
  ['vitest', 'Vitest test'],
  ['jest', 'Jest test'],
  ['node', 'node:test test'],
]

/** The buttons that copy a step in each form. */
export function Copies({ page, step }: { readonly page: PageState; readonly step: WorldStep }): JSX.Element {
  const baseUrl = page.source.send ? window.location.origin : (page.source.around.value?.baseUrl ?? '')
  if (!canCopy(step)) return <p class="hint">The input is too long to be copied from this page.</p>
  const test = async (runner: TestRunner) => {
    const recording = await page.source.recording(step.sequence - 1)
    if (recording === null) throw new Error('The world has no recording that reaches this step.')
    return testOf(step, recording, runner)
  }
  return (
    <div class="copies" role="group" aria-label="Copy this step">
      {runners.map(([runner, label]) => (
        <CopyButton key={runner} label={`Copy as ${label}`} text={() => test(runner)} />
      ))}
      <CopyButton label="Copy as typed call" text={() => stepCode(step)} />
      {isSendable(step) && (
        <>
          <CopyButton label="Copy as curl" text={() => curlOf(step, baseUrl)} />
          <CopyButton label="Copy as fetch" text={() => fetchOf(step, baseUrl)} />
        </>
      )}
    </div>
  )
}
