import type { JSX } from 'preact'
import type { WorldStep } from '../../../world/history/world-step.ts'
import { withEscapes } from '../../unseen.ts'
import type { PageState } from '../state/page-state.ts'

/** The checks of a call in their order, and the one that decided. */
export function Checks({
  page,
  step,
}: {
  readonly page: PageState
  readonly step: WorldStep
}): JSX.Element | null {
  const checks = page.source.around.value?.checks ?? []
  if (step.status === null || checks.length === 0) return null
  const failed = checks.findIndex(({ name }) => name === step.failedCheck)
  return (
    <details open={failed >= 0}>
      <summary>
        Why: {failed < 0 ? 'every check passed' : `the check “${step.failedCheck}” refused it`}
      </summary>
      {(step.error?.because ?? []).map((reason) => (
        <p key={reason} class="because">
          because {withEscapes(reason)}
        </p>
      ))}
      <ol class="checks">
        {checks.map(({ name, chapter, rows }, index) => {
          const verdict = failed < 0 || index < failed ? 'passed' : index === failed ? 'failed' : 'skipped'
          return (
            <li key={name} class={verdict}>
              <span>
                {name}
                <span class="unseen">: {verdict === 'skipped' ? 'not reached' : verdict}</span>
                <small>
                  {chapter} ({rows.join(', ')})
                </small>
              </span>
            </li>
          )
        })}
      </ol>
    </details>
  )
}
