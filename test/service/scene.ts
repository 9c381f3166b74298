import { expect } from 'vitest'
import type { PageTask } from '../../src/chapters/people/records.ts'
import { registry } from '../../src/chapters/registry.ts'
import { type GrantedPermission, type Permission, permissions } from '../../src/service/caller/caller.ts'
import type { GraphError } from '../../src/service/contract/errors.ts'
import type { CallOutcome } from '../../src/service/typed-call.ts'
import { createWorld } from '../../src/world/create-world.ts'
import { type Handle, runSettled } from '../../src/world/handle/handle.ts'
import type { WorldOptions } from '../../src/world/handle/options.ts'
import type { Starter } from '../../src/world/starter/starter-names.ts'
import type { World } from '../../src/world/world.ts'

/** A world that checks its own answers, and the names of its starter. */
export interface Scene extends Starter {
  readonly world: World
}

/** Makes the starter world without publications: a test says for itself what a page and an account have. */
export function begin(options: WorldOptions = {}): Scene {
  const world = createWorld({ validateAnswers: true, ...options })
  return { world, ...world.starter({ publications: false }) }
}

/** The same names in a fork of the world, perhaps under another policy. */
export const forked = (scene: Scene, options: Parameters<World['fork']>[0] = {}): Scene => ({
  ...scene,
  world: scene.world.fork(options),
})

/** Names of operations and actions as text, and parameters of any type: what a careless caller sends. */
export function call(
  world: World,
  token: string,
  operation: string,
  params: object,
  version?: string,
): CallOutcome<Record<string, unknown>> {
  const options = version === undefined ? {} : { version: version as `v${number}.${number}` }
  const client = world.as(token, options) as unknown as Methods
  const outcome = client[operation]?.(params)
  if (!outcome) throw new Error(`There is no operation ${operation}`)
  return outcome
}

/** Runs an action by its name. */
export function act(world: World, action: string, params: unknown): CallOutcome<Record<string, unknown>> {
  const method = (world.actions as unknown as Methods)[action]
  if (!method) throw new Error(`There is no action ${action}`)
  return method(params as object)
}

type Methods = Readonly<Record<string, (params: object) => CallOutcome<Record<string, unknown>>>>

/** What a call was refused with. The refusal leaves the graph the very same object. */
export function refusedBy(world: World, refused: () => CallOutcome<unknown>): GraphError {
  const { graph } = world.state
  const outcome = refused()
  if (outcome.ok) throw new Error(`It was not refused: ${JSON.stringify(outcome.value)}`)
  expect(world.state.graph).toBe(graph)
  return outcome.error
}

/** A row of the graph, as the control plane shows it. */
export function rowOf(world: World, id: string): Record<string, unknown> {
  const number = Number(id.split('_').at(-1))
  const row = world.snapshot({ bytes: 'omit' }).state.graph.rows.find((one) => one.id === number)
  if (!row) throw new Error(`There is no row ${id}`)
  return row
}

/** Who a token is made for. Left out, it has every permission, and its user every task and no other role. */
export interface Caller {
  readonly tasks?: readonly PageTask[]
  readonly scopes?: readonly GrantedPermission[]
  readonly without?: readonly Permission[]
  readonly kind?: 'page' | 'user' | 'systemUser'
  readonly app?: string
  readonly role?: 'ADMIN' | 'ADVERTISER' | 'ANALYST'
  readonly page?: string
}

const everyTask: readonly PageTask[] = ['CREATE_CONTENT', 'MANAGE', 'MODERATE', 'ADVERTISE']

/** The token of a new person. */
export function tokenOf({ world, ...names }: Scene, caller: Caller = {}): string {
  const { tasks = everyTask, without = [], kind = 'user', app = names.app, page = names.page } = caller
  const { actions } = world
  const user = actions.createUser({ name: 'Somebody' }).unwrap().id
  actions.assignTasks({ page: names.page, user, tasks }).unwrap()
  if (caller.role) {
    actions.assignAdAccountRole({ adAccount: names.adAccount, user, role: caller.role }).unwrap()
  }
  const scopes = caller.scopes ?? permissions.filter((permission) => !without.includes(permission))
  return actions.issueToken({ kind, app, user, scopes, ...(kind === 'page' && { page }) }).unwrap().token
}

/** Runs a callback while the world of a scene serves calls beyond the description. */
export function serveWhile<T>({ world, userToken }: Scene, work: () => T): T {
  const { handle } = world.as(userToken) as unknown as { handle: Handle }
  runSettled(handle, { type: 'configure', policy: { beyond: 'serve' } })
  try {
    return work()
  } finally {
    runSettled(handle, { type: 'configure', policy: { beyond: 'refuse' } })
  }
}

/** Options of a fork that serves an operation: those beyond the description need a policy. */
export const serving = (operation: string): { policy?: { beyond: 'serve' } } =>
  registry.routes.byName.get(operation)?.endpoint.source === undefined ? {} : { policy: { beyond: 'serve' } }

/** The JSON of a response. */
export const jsonOf = ({ body }: { readonly body: string | Uint8Array }): Record<string, unknown> =>
  JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString()) as Record<string, unknown>

/** What a GET of an address answers. */
export const get = (world: World, url: string): Record<string, unknown> =>
  jsonOf(world.request({ method: 'GET', url }))

/** The ids of the records of a list. */
export const idsOf = (list: object): string[] => {
  const { data } = list as { data: readonly { id: string }[] }
  return data.map(({ id }) => id)
}
