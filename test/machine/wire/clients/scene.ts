import { expect } from 'vitest'
import { syntheticPicture } from '../../../../src/chapters/pictures/synthetic.ts'
import type { PictureResponse } from '../../../../src/world/handle/pictures.ts'
import type { World } from '../../../../src/world/world.ts'
import { begin, forked, jsonOf } from '../../../service/scene.ts'

/** A request as a client sends it: origin form, with the client's case of header names. */
export interface Sent {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** A row: its title, the request, the expected answer, and a check of the world afterwards. */
export type Row = [
  title: string,
  sent: Sent,
  expected: object,
  then?: (world: World, answer: Record<string, unknown>) => void,
]

/** The starter world. Every row starts from a fork of it. */
export const scene = begin()

/** The tokens of the page and of its user as the clients spell them in a query. */
export const pageQuery = `access_token=${encodeURIComponent(scene.pageToken)}`
export const userQuery = `access_token=${encodeURIComponent(scene.userToken)}`

/** Sends bytes. Returns the status and the body as JSON. */
export function answerTo(world: World, { body, ...sent }: Sent): PictureResponse {
  return world.request({ ...sent, ...(body !== undefined && { body }) })
}

/** Sends one row to a fresh world. It expects status 400 for an `error`, otherwise 200. */
export function play(_title: string, sent: Sent, expected: object, then?: Row[3]): void {
  const { world } = forked(scene)
  const response = answerTo(world, sent)
  const answer = jsonOf(response)
  expect(answer).toMatchObject(expected)
  expect(response.status).toBe('error' in expected ? 400 : 200)
  expect(response.headers['content-type']).toMatch(/^application\/json/)
  then?.(world, answer)
}

/** Returns a record through a typed read. */
export function read(world: World, operation: 'readPost' | 'readPhoto' | 'readCampaign', id: unknown) {
  const params = { post: id, photo: id, campaign: id, fields: fieldsOf[operation] }
  const token = operation === 'readCampaign' ? scene.userToken : scene.pageToken
  const client = world.as(token) as unknown as Record<string, (given: object) => { unwrap(): object }>
  return client[operation]?.(params).unwrap()
}

const fieldsOf = {
  readPost: 'message,is_published,attachments,sheduled_publish_time',
  readPhoto: 'name,width',
  readCampaign: 'name,status,objective,special_ad_categories,daily_budget',
}

/** Returns a part of a multipart body. */
export const part = (head: string, content: string): string => `--BOUNDARY\r\n${head}\r\n\r\n${content}\r\n`

/** Returns a text field of a multipart body. */
export const textPart = (name: string, value: string): string =>
  part(`Content-Disposition: form-data; name="${name}"`, value)

/** Returns a multipart body, with one byte for each character. */
export const multipart = (...parts: string[]): Uint8Array =>
  Uint8Array.from(`${parts.join('')}--BOUNDARY--\r\n`, (character) => character.charCodeAt(0))

/** The content of the file in the parts. */
export const content = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

/** Returns the answers of a batch, with parsed bodies. */
export function itemsOf(response: PictureResponse): { code: number; body: Record<string, unknown> }[] {
  const items = JSON.parse(String(response.body)) as { code: number; headers?: unknown; body: string }[]
  return items.map(({ code, body }) => ({ code, body: JSON.parse(body) as Record<string, unknown> }))
}

export const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }
export const MULTIPART = { 'Content-Type': 'multipart/form-data; boundary=BOUNDARY' }
export const madePost = expect.stringMatching(new RegExp(`^${scene.page}_\\d+$`))
export const png = content(syntheticPicture({ url: 'https://img.test/a.png', width: 8, height: 8 }))
export const account = `act_${scene.adAccount}`
