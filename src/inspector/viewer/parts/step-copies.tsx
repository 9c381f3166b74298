import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { Json } from '../../../engine/values/guard.ts'
import type { WorldStep } from '../../../world/history/world-step.ts'
import { curlOf, fetchOf, isSendable, isTestable, isWhole, stepCode } from '../../copies.ts'
import { type TestRunner, testOf } from '../../test-copies.ts'
import { controlPath } from '../state/live.ts'
import type { PageState } from '../state/page-state.ts'
import { CheckField } from './fields.tsx'
import { CopyButton } from './parts.tsx'

const runners: readonly (readonly [TestRunner, string])[] = [
  ['vitest', 'Vitest test'],
  ['jest', 'Jest test'],
  ['node', 'node:test test'],
]

/** The recording of a world up to a step. Throws an Error if there is none. */
async function recordingOf({ source }: PageState, until: number): Promise<Json> {
  const recording = await source.recording(until)
  if (recording !== null) return recording
  throw new Error('The world has no recording that reaches this step.')
}

/** The buttons that copy a world up to a step. */
export function CopiesUntil({ page, at }: { readonly page: PageState; readonly at: number }): JSX.Element {
  const { send } = page.source
  const scenario = async () => (await send?.<ScenarioText>('GET', `scenario?until=${at}`))?.text ?? ''
  return (
    <div class="copies" role="group" aria-label="Copy the world up to this step">
      {send && <CopyButton label="Copy up to here as scenario" text={scenario} />}
      <CopyButton
        label="Copy up to here as recording"
        text={async () => JSON.stringify(await recordingOf(page, at))}
      />
    </div>
  )
}

/** The answer of the control plane with a scenario. */
interface ScenarioText {
  readonly text: string
}

/** The address of the world of a page, below which its calls are made. */
function addressOf({ source, world, outer }: PageState): string {
  if (!source.send || outer) return source.around.value?.baseUrl ?? ''
  const { origin } = window.location
  return world === '' ? origin : origin + controlPath(world).replace(/\/_sim$/, '')
}

/** The buttons that copy a step in each form. */
export function Copies({
  page,
  step,
  label = 'Copy this step',
}: {
  readonly page: PageState
  readonly step: WorldStep
  readonly label?: string
}): JSX.Element {
  const isSuccess = useSignal(step.ok)
  if (!isWhole(step)) return <p class="hint">The input is too long to be copied from this page.</p>
  const baseUrl = addressOf(page)
  const expression = stepCode(step)
  if (expression === undefined)
    return <p class="hint">No method of a world does this step alone: copy the world up to it.</p>
  const textOf = async (runner: TestRunner) => {
    return testOf(step, await recordingOf(page, step.sequence - 1), runner, isSuccess.value)
  }
  return (
    <div class="copies" role="group" aria-label={label}>
      {isTestable(step) &&
        runners.map(([runner, test]) => (
          <CopyButton key={runner} label={`Copy as ${test}`} text={() => textOf(runner)} />
        ))}
      <CopyButton label="Copy as typed call" text={() => expression} />
      {!step.ok && <CheckField label="Tests expect a success" value={isSuccess} />}
      {isSendable(step) && (
        <>
          <CopyButton label="Copy as curl" text={() => curlOf(step, baseUrl)} />
          <CopyButton label="Copy as fetch" text={() => fetchOf(step, baseUrl)} />
        </>
      )}
    </div>
  )
}
