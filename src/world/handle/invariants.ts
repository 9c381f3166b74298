import { servesBeyond } from '../../service/contract/beyond.ts'
import { canAnswer } from '../../service/contract/errors.ts'
import type { Policy } from '../../service/policy.ts'
import type { Registry } from '../../service/registry.ts'
import type { ServiceStep } from '../../service/routes/context.ts'

/** Throws if a result does not match its endpoint's schema or error codes: a bug of fauxgraph. */
export function checkResult(
  registry: Registry,
  { outcome, answer }: Pick<ServiceStep, 'outcome' | 'answer'>,
  policy: Policy,
): void {
  for (const part of answer?.parts ?? [])
    checkResult(registry, { outcome: part.outcome, answer: part.answer }, policy)
  if (answer?.stub !== undefined) return
  // A list within a record fails its call with an error of its own.
  const operation = answer?.failedEdge ?? answer?.operation
  const entry = operation === undefined ? undefined : registry.routes.byName.get(operation)
  if (!entry) return
  if (outcome.ok) {
    const read = entry.endpoint.result.safeParse(outcome.value)
    const [issue] = read.error?.issues ?? []
    if (issue)
      throw new Error(
        `${entry.operation} returned an invalid ${issue.path.join('.') || 'value'}: ${issue.message}`,
      )
    return
  }
  const { code, injectedBy } = outcome.error
  // A fault rule may replace the answer.
  if (code === 0 && injectedBy !== undefined) return
  if (code === 0 || !canAnswer({ ...outcome.error, code }, entry.codes, servesBeyond(policy)))
    throw new Error(
      `${entry.operation} returned the error code ${code}, which is not one of its codes: ` +
        [...entry.codes].join(', '),
    )
}
