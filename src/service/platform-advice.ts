import type { CallProgress } from './call-progress.ts'
import { servesBeyond } from './contract/beyond.ts'
import type { RefusedCheck } from './pipeline.ts'
import type { Policy } from './policy.ts'
import type { Tx } from './routes/context.ts'
import { entryAt, isServed, nodeOf, pathKey } from './routes/routes.ts'
import { isListFilter } from './values/sent-params.ts'

/** Returns a call between two checks, in a world that does what the live service does. */
function atPlatform(progress: CallProgress): CallProgress {
  const policy: Policy = { ...progress.policy, beyond: 'serve', jsonQuotes: 'any' }
  const tx: Tx = Object.create(progress.tx, { settings: { value: policy } })
  return { ...progress, policy, tx, context: progress.context && { ...progress.context, tx, policy } }
}

/** Whether only the live service has the endpoint of a call. */
function isRoutedByPlatform({
  call,
  route,
  tx,
  caller,
  policy,
  registry: { routes },
}: CallProgress): boolean {
  const [first, ...edge] = call.path
  if (route || first === undefined) return false
  const method = call.method === 'HEAD' ? 'GET' : call.method
  const node = nodeOf(tx, first, caller)
  const entry =
    routes.byPath.get(pathKey(method, '', call.path.join('/'))) ??
    (node && entryAt(routes.byPath, method, node.kind, edge))
  return entry !== undefined && !isServed(entry, policy)
}

/** Whether a text is JSON with single quotes, or a date. */
const isSpelledOtherwise = (text: string): boolean =>
  (/^\s*[[{]/.test(text) && text.includes("'")) || /^\d{4}-\d\d-/.test(text)

/** Whether the live service may read the parameters of a call in another way. */
function mayBeReadOtherwise({ call: { params }, route }: CallProgress): boolean {
  const { beyondParams = [] } = route?.endpoint ?? {}
  return Object.entries(params).some(
    ([name, value]) =>
      name === 'fields' ||
      isListFilter(name) ||
      beyondParams.includes(name) ||
      (typeof value === 'string' && isSpelledOtherwise(value)),
  )
}

const passes = (progress: CallProgress, { errorOf }: RefusedCheck['check']): boolean =>
  errorOf(atPlatform(progress)) === undefined

/**
 * Repeats the check that refused a call, under the policy of the platform, and returns whether the call
 * passes. The check of parameters costs most: it is repeated only if it may end otherwise.
 */
export function isTakenByPlatform(progress: CallProgress, { check }: RefusedCheck): boolean {
  if (servesBeyond(progress.policy)) return false
  if (check.name === 'token' || check.name === 'node') return isRoutedByPlatform(progress)
  if (check.name === 'permission') return passes(progress, check)
  return check.name === 'parameters' && mayBeReadOtherwise(progress) && passes(progress, check)
}
