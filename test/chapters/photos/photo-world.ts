import { expect } from 'vitest'
import type { PageTask } from '../../../src/chapters/people/records.ts'
import type { PhotoRow, PostRow } from '../../../src/chapters/rows.ts'
import type { Client } from '../../../src/generated/operations.ts'
import { type Permission, permissions } from '../../../src/service/caller/caller.ts'
import type { GraphError } from '../../../src/service/contract/errors.ts'
import type { CallOutcome, TypedFile } from '../../../src/service/typed-call.ts'
import { createWorld } from '../../../src/world/create-world.ts'
import type { WorldOptions } from '../../../src/world/handle/options.ts'
import type { Starter } from '../../../src/world/starter/starter-names.ts'
import type { World } from '../../../src/world/world.ts'

/** The parameters of a typed upload. */
export type Upload = Parameters<Client['uploadPagePhoto']>[0]

/** The URL of an unregistered picture: it is generated from the URL. */
export const picture = 'https://img.test/a.png'

/** A second, a minute, an hour and a day, in seconds. */
export const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400] as const

/** Returns a world that checks its results, and the ids of its starter. */
export function begin(options: WorldOptions = {}): Starter & { world: World } {
  const world = createWorld({ validateAnswers: true, ...options })
  return { world, ...world.starter({ publications: false }) }
}

/** Returns the error of a refused call, which must not change the graph. */
export function refusedBy(world: World, call: () => CallOutcome<unknown>): GraphError {
  const before = world.hash()
  const outcome = call()
  expect(world.hash()).toBe(before)
  if (outcome.ok) throw new Error(`It was not refused: ${JSON.stringify(outcome.value)}`)
  return outcome.error
}

/** Uploads a photo with a token. Parameters can have any type. */
export const upload = (world: World, token: string, params: Record<string, unknown>) =>
  world.as(token).uploadPagePhoto({ url: picture, ...params } as unknown as Upload)

const rows = (world: World) => world.snapshot({ bytes: 'omit' }).state.graph.rows

/** Returns the stored row of a photo. */
export const photoRow = (world: World, id: string) =>
  rows(world).find((row) => row.kind === 'photos' && row.id === Number(id)) as unknown as PhotoRow

/** Returns the stored row of a post. */
export const postRow = (world: World, id = '') =>
  rows(world).find((row) => row.kind === 'posts' && row.id === Number(id.split('_')[1])) as unknown as PostRow

/** The caller of a new token. By default the token has all permissions, and its user all tasks. */
export interface Caller {
  readonly tasks?: readonly PageTask[]
  readonly without?: readonly Permission[]
  readonly kind?: 'page' | 'user' | 'systemUser'
  readonly app?: string
}

const everyTask: readonly PageTask[] = ['CREATE_CONTENT', 'MANAGE', 'MODERATE', 'ADVERTISE']

/** Returns the token of a new person with these tasks on the page. */
export function tokenOf(world: World, page: string, caller: Caller): string {
  const { tasks = everyTask, without = [], kind = 'page', app = world.starter().app } = caller
  const user = world.actions.createUser({ name: 'Somebody' }).unwrap().id
  world.actions.assignTasks({ page, user, tasks }).unwrap()
  const scopes = permissions.filter((permission) => !without.includes(permission))
  const issued = { kind, app, user, scopes, ...(kind === 'page' && { page }) }
  return world.actions.issueToken(issued).unwrap().token
}

const BOUNDARY = 'a-boundary-of-the-test'
const encoder = new TextEncoder()

/** Returns a multipart/form-data body and its header (RFC 7578). */
export function multipart(
  fields: Readonly<Record<string, string>>,
  files: readonly TypedFile[],
): { headers: Record<string, string>; body: Uint8Array } {
  const texts = Object.entries(fields).map(([name, value]) =>
    encoder.encode(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  const parts = files.flatMap(({ part = 'source', name, bytes }) => [
    encoder.encode(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${part}"; filename="${name}"\r\n` +
        'Content-Type: application/octet-stream\r\n\r\n',
    ),
    bytes,
    encoder.encode('\r\n'),
  ])
  const body = Buffer.concat([...texts, ...parts, encoder.encode(`--${BOUNDARY}--\r\n`)])
  return { headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }, body }
}

/** Parses the JSON body of a response. */
export const jsonOf = ({ body }: { readonly body: string | Uint8Array }): Record<string, unknown> =>
  JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString()) as Record<string, unknown>
