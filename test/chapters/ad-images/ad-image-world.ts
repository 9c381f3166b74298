import { createHash } from 'node:crypto'
import { syntheticPicture } from '../../../src/chapters/pictures/synthetic.ts'
import type { AdImageRow } from '../../../src/chapters/rows.ts'
import type { Client } from '../../../src/generated/operations.ts'
import type { CallOutcome, TypedFile } from '../../../src/service/typed-call.ts'
import type { World } from '../../../src/world/world.ts'
import { jsonOf } from '../photos/photo-world.ts'

/** The parameters of an upload by a typed call. */
export type Upload = Parameters<Client['uploadAdImage']>[0]

/** An image in the result of an upload. */
export interface Answered {
  readonly hash: string
  readonly url: string
}

/** Returns a PNG of a size. Another letter gives other bytes. */
export const png = (width = 8, height = 6, letter = 'a'): Uint8Array =>
  syntheticPicture({ url: letter, width, height })

/** Returns a file part. */
export const file = (name: string, bytes: Uint8Array = png(), part = 'filename'): TypedFile => ({
  part,
  name,
  bytes,
})

/** MD5 in hex, by Node's implementation. */
export const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex')

/** Base64 text, by Node's implementation. */
export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/** Uploads with a token. Parameters can have any type, to test invalid ones. */
export const upload = (
  world: World,
  token: string,
  params: Record<string, unknown>,
): CallOutcome<{ images: Record<string, Answered> }> =>
  world.as(token).uploadAdImage(params as unknown as Upload)

/** The row of an ad image in a snapshot. */
export const adImageRow = (world: World, adAccount: string, hash: string): AdImageRow | undefined =>
  world
    .snapshot({ bytes: 'omit' })
    .state.graph.rows.find(
      (row) => row.kind === 'adImages' && row['hash'] === hash && String(row['adAccount']) === adAccount,
    ) as unknown as AdImageRow | undefined

/** The response to a GET of a URL. */
export function found(world: World, url = ''): { status: number; bytes: Uint8Array; code?: unknown } {
  const response = world.request({ method: 'GET', url })
  if (typeof response.body !== 'string') return { status: response.status, bytes: response.body }
  const { error } = jsonOf(response) as { error?: { code: number } }
  return { status: response.status, bytes: new Uint8Array(0), code: error?.code }
}
