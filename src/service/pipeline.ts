import { readBy } from '../engine/schema/schema.ts'
import { accessLevelError } from './access/access.ts'
import type { CallProgress } from './call-progress.ts'
import { identify } from './caller/caller.ts'
import { proofError } from './caller/proof.ts'
import { servesBeyond } from './contract/beyond.ts'
import { type CallError, invalidParameter, isCallError, parameterError } from './contract/errors.ts'
import { compareVersions } from './contract/versions.ts'
import { injectedError } from './injected-fault.ts'
import { countCall } from './ledger/rates.ts'
import { missingError, unnamedError } from './missing.ts'
import { servesVersion } from './policy.ts'
import type { Call } from './routes/call.ts'
import type { Node } from './routes/context.ts'
import { idIn, idOf, namedRoute, resolve } from './routes/routes.ts'
import { stubbedRoute } from './stubs/stub-route.ts'
import { shown } from './values/scalars.ts'
import { readParams } from './values/sent-params.ts'
import { contractView } from './views/beyond-fields.ts'
import { fieldNames, select } from './views/select.ts'
import { defaultSelection, type Selecting } from './views/selection.ts'

/** One check. It returns an error, or adds its findings to the progress of the call. */
interface Check {
  readonly name: string
  readonly chapter: string
  /** The requirements and decisions that the check implements. */
  readonly rows: readonly string[]
  readonly errorOf: (progress: CallProgress) => CallError | undefined
}

function refuseVersion(progress: CallProgress): CallError | undefined {
  const { call, policy } = progress
  progress.version = call.version ?? policy.defaultVersion
  // A policy serves its default version.
  if (call.version === undefined || servesVersion(policy, progress.version)) return undefined
  const known = `${policy.versions[0]} to ${policy.versions.at(-1)}`
  return invalidParameter(`Unknown version ${shown(progress.version)}: the versions are ${known}`)
}

function refuseToken(progress: CallProgress): CallError | undefined {
  const { call, tx, policy, version } = progress
  const token = identify(tx, call.tokens)
  // The endpoint determines the code of the error of an invalid token.
  const { routes } = progress.registry
  const simulated =
    call.operation === undefined
      ? resolve(routes, call, tx, token.caller)
      : namedRoute(routes, call.operation, call, tx, token.caller)
  const { stubs = [] } = progress.ledger.notes
  progress.route =
    stubs.length === 0 ? simulated : stubbedRoute(stubs, call, { tx, caller: token.caller, simulated })
  const { node, endpoint } = progress.route ?? {}
  const open = call.tokens.length === 0 ? endpoint?.access.identify : undefined
  const { caller, error } = open ? open(tx, call.params, policy) : token
  if (node && endpoint) progress.account = endpoint.access.account(tx, node)
  if (error || !caller) return error
  progress.caller = caller
  progress.context = { tx, caller, version, policy, now: tx.now }
  if (open || !(caller.app.requireProof || Object.hasOwn(call.params, 'appsecret_proof'))) return undefined
  const inspected =
    endpoint?.access.provenParam === undefined ? '' : idIn(call.params, endpoint.access.provenParam)
  const tokens = inspected === '' ? call.tokens : [...call.tokens, inspected]
  return proofError({ ...call, tokens }, caller, progress.context)
}

const refuseFault = (progress: CallProgress): CallError | undefined =>
  progress.ledger.notes.faults && injectedError(progress, false)

function refuseRetired({ route, version, policy }: CallProgress): CallError | undefined {
  if (route?.endpoint.access.surface !== 'ads' || compareVersions(version, policy.adsMinVersion) >= 0)
    return undefined
  return {
    code: 2635, // VER-013, ERR-016
    message: `Version ${version} of the ads interface is deprecated: use ${policy.versions.at(-1)}`,
  }
}

function refuseAccessLevel({ route, context, account }: CallProgress): CallError | undefined {
  return route?.endpoint.access.surface === 'ads' && context ? accessLevelError(context, account) : undefined
}

function refuseMissing(progress: CallProgress): CallError | undefined {
  const { call, route, context, registry } = progress
  if (call.unnamed) return unnamedError(call.operation, call.unnamed)
  // A call may name its node in the query, and leaves it out (LEA-031; SIL-039).
  const { asked } = route ?? {}
  const given = asked && call.params[asked.parameter]
  if (asked && (given === undefined || given === ''))
    return invalidParameter(`The parameter ${asked.parameter} is required`)
  const found =
    route && context && (route.node ? registry.isVisible(context, route.node) : route.placeholder === '')
  return found ? undefined : missingError(registry.routes, progress)
}

function refuseBlocked({ route, caller, account }: CallProgress): CallError | undefined {
  if (!route || !caller) return undefined
  const { access, errors } = route.endpoint
  // The campaign read lists 368, so a blocked actor cannot read either (SIL-043).
  if (!access.writes && !errors.includes(368)) return undefined
  for (const actor of [caller.user, caller.app, caller.page, account])
    if (actor?.blocked)
      return {
        code: 368,
        message: 'The action attempted has been deemed abusive or is otherwise disallowed',
        because: [`${actor.name} is blocked`],
      }
  if (errors.includes(2633) && caller.user?.loginDisabled)
    return { code: 2633, message: 'The shared login of this user is disabled' }
  return undefined
}

function refusePermission({ call, route, context, account }: CallProgress): CallError | undefined {
  return route && context
    ? route.endpoint.access.errorOf(context, account, route.node, call.params)
    : undefined
}

/** How a call selects fields: only a world beyond the description expands edges. */
export const selectingOf = ({ policy, version, tx, registry: { expander } }: CallProgress): Selecting => ({
  policy,
  version,
  now: tx.now,
  ...(servesBeyond(policy) && { expander }),
})

function refuseParameters(progress: CallProgress): CallError | undefined {
  const { call, route, policy, tx, version } = progress
  if (!route) return undefined
  const { viewFor } = route.endpoint
  const view = (progress.context && viewFor?.(progress.context)) ?? route.endpoint.view
  const read = readParams(call, route, policy, tx.now)
  if (isCallError(read)) return read
  progress.noRows = read.noRows
  progress.params = read.value
  if (!view) return undefined
  const asked = Object.hasOwn(call.params, 'fields') ? readBy(fieldNames, call.params['fields']) : undefined
  if (asked && !asked.success)
    return parameterError({
      issues: asked.error.issues.map(({ message }) => ({ path: ['fields'], message })),
    })
  const selection = asked?.data
    ? select(view, asked.data, selectingOf(progress))
    : defaultSelection(servesBeyond(policy) ? view : contractView(view), policy.defaultFields, version)
  if (isCallError(selection)) return selection
  progress.selection = selection
  return undefined
}

/** The checks before a rule runs, in their order (SIL-037). The first error is the error of the call. */
export const checks: readonly Check[] = [
  { name: 'version', chapter: 'Versioning', rows: ['VER-001', 'SIL-030'], errorOf: refuseVersion },
  {
    name: 'token',
    chapter: 'Authentication',
    rows: ['AUT-003', 'AUT-004', 'SIL-040', 'SIL-041'],
    errorOf: refuseToken,
  },
  { name: 'injected fault', chapter: 'Errors', rows: ['SIL-005'], errorOf: refuseFault },
  { name: 'rate limit', chapter: 'Limits', rows: ['LIM-020', 'LIM-027', 'LIM-028'], errorOf: countCall },
  {
    name: 'retired ads version',
    chapter: 'Versioning',
    rows: ['ERR-016', 'SIL-031'],
    errorOf: refuseRetired,
  },
  {
    name: 'app access level',
    chapter: 'Authentication',
    rows: ['AUT-029', 'SIL-054'],
    errorOf: refuseAccessLevel,
  },
  { name: 'node', chapter: 'Endpoints', rows: ['SIL-011', 'SIL-012'], errorOf: refuseMissing },
  {
    name: 'blocked actor',
    chapter: 'Errors',
    rows: ['ERR-012', 'SIL-043', 'SIL-044'],
    errorOf: refuseBlocked,
  },
  {
    name: 'permission',
    chapter: 'Authentication',
    rows: ['AUT-005', 'AUT-017', 'AUT-018', 'SIL-050'],
    errorOf: refusePermission,
  },
  {
    name: 'parameters',
    chapter: 'Endpoints',
    rows: ['ERR-002', 'SIL-013', 'SIL-039'],
    errorOf: refuseParameters,
  },
]

/** Returns the error of a list within a record, which has the checks of a read of its own (SIL-189). */
export const edgeError = (progress: CallProgress): CallError | undefined =>
  countCall(progress) ??
  refuseRetired(progress) ??
  refuseAccessLevel(progress) ??
  refuseBlocked(progress) ??
  refusePermission(progress)

/** The check that a call failed, and its error. */
export interface RefusedCheck {
  readonly check: Check
  readonly error: CallError
}

/** The checks of a call that say whether its caller may read a node. */
const readChecks = [refuseAccessLevel, refuseMissing, refuseBlocked, refusePermission]

/** Returns the path of the call that reads a node. No call reads a single reel, only those of a page. */
const readPathOf = (node: Node): readonly string[] =>
  node.kind === 'reels' ? [String(node.page), 'video_reels'] : [idOf(node)]

/** Whether the caller of a call could read a node by another call (SIL-092). It counts for no limit. */
export function canRead(progress: CallProgress, node: Node): boolean {
  const { registry, tx, caller } = progress
  const call: Call = { method: 'GET', path: readPathOf(node), tokens: [], params: {}, files: [] }
  const route = resolve(registry.routes, call, tx, caller)
  const account = route?.node && route.endpoint.access.account(tx, route.node)
  const reading = { ...progress, call, route, account }
  return readChecks.every((errorOf) => errorOf(reading) === undefined)
}
