import { registry } from '../areas/registry.ts'
import type { ServiceStep } from '../graph/context.ts'

/** Throws when a step answered something that its endpoint does not promise: a mistake of this library. */
export function checkResult({ outcome, answer }: Pick<ServiceStep, 'outcome' | 'answer'>): void {
  for (const part of answer?.parts ?? []) checkResult({ outcome: part.outcome, answer: part.answer })
  const entry = answer?.operation === undefined ? undefined : registry.routes.byName.get(answer.operation)
  if (!entry) return
  if (outcome.ok) {
    const read = entry.endpoint.result.safeParse(outcome.value)
    const [issue] = read.error?.issues ?? []
    if (issue)
      throw new Error(
        `${entry.operation} answered a wrong ${issue.path.join('.') || 'value'}: ${issue.message}`,
      )
  } else if (outcome.error.code !== 0 && ![...entry.codes].some((code) => code === outcome.error.code)) {
    throw new Error(`${entry.operation} answered ${outcome.error.code}, which is not among its codes`)
  }
}
