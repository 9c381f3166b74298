import type { Duration } from '../../src/world/time/durations.ts'
import type { World } from '../../src/world/world.ts'
import type { Received, Sent } from './transports.ts'

/** One step of the story: a request, an action of the control plane, or a move of the clock. */
export type Move =
  | ({ readonly kind: 'request' } & Sent)
  | { readonly kind: 'action'; readonly name: string; readonly params: object }
  | { readonly kind: 'clock'; readonly advance: Duration }

/** The headers that clients use. */
export const headersThatMatter = ['content-type', 'facebook-api-version', 'etag'] as const

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const json = { 'content-type': 'application/json' }

/** A multipart body with fields and one file. */
export function multipart(
  fields: Readonly<Record<string, string>>,
  file: { name: string; bytes: Uint8Array },
) {
  const boundary = 'story-boundary'
  const text = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="source"; filename="${file.name}"\r\nContent-Type: image/jpeg\r\n\r\n`
  const parts = [
    Buffer.from(text.join('') + head),
    Buffer.from(file.bytes),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: new Uint8Array(Buffer.concat(parts)),
  }
}

const get = (path: string, params: Readonly<Record<string, string>>): Move => ({
  kind: 'request',
  method: 'GET',
  path: `${path}?${new URLSearchParams(params)}`,
  headers: {},
})

const post = (path: string, params: Readonly<Record<string, string>>): Move => ({
  kind: 'request',
  method: 'POST',
  path,
  headers: form,
  body: String(new URLSearchParams(params)),
})

const idOf = ({ body }: Received): string => (JSON.parse(new TextDecoder().decode(body)) as { id: string }).id

/**
 * The story of the first milestone: a picture is uploaded, a post made of it, another scheduled, a campaign
 * copied, a lead submitted, time stepped; with a few calls on the way that are refused.
 */
export async function tell(
  world: World,
  picture: Uint8Array,
  carry: (move: Move) => Promise<Received>,
): Promise<void> {
  const names = world.starter()
  const { page, pageToken, userToken, campaign, form: leadForm, ad } = names
  const token = { access_token: pageToken }
  const upload = (fields: Readonly<Record<string, string>>): Move => ({
    kind: 'request',
    method: 'POST',
    path: `/v26.0/${page}/photos`,
    ...multipart(fields, { name: 'phone.jpg', bytes: picture }),
  })
  const photo = idOf(await carry(upload({ published: 'false', ...token })))
  await carry(get(`/v26.0/${photo}`, { fields: 'images,width,height', ...token }))
  await carry(
    post(`/v26.0/${page}/feed`, { message: 'One', attached_media: `[{"media_fbid":"${photo}"}]`, ...token }),
  )
  await carry(get(`/v26.0/${page}/feed`, { fields: 'id,message,attachments,full_picture', ...token }))
  const later = idOf(await carry(upload({ published: 'false', temporary: 'true', ...token })))
  const time = String(Math.floor(world.clock.now / 1000) + 3_600)
  const scheduled = await carry({
    kind: 'request',
    method: 'POST',
    path: `/v26.0/${page}/feed?${new URLSearchParams(token)}`,
    headers: json,
    body: JSON.stringify({
      message: 'Later 😀',
      attached_media: [{ media_fbid: later }],
      published: false,
      scheduled_publish_time: time,
      unpublished_content_type: 'SCHEDULED',
    }),
  })
  await carry({ kind: 'clock', advance: '1h' })
  await carry(get(`/${idOf(scheduled)}`, token))
  await carry(post(`/v26.0/${campaign}/copies`, { deep_copy: 'true', access_token: userToken }))
  await carry(get(`/v3.0/${campaign}`, { fields: 'name,effective_status', access_token: userToken }))
  await carry({
    kind: 'action',
    name: 'submitLead',
    params: { form: leadForm, ad, answers: { full_name: 'Zoë', email: 'zoe@example.test' } },
  })
  await carry(get(`/v26.0/${leadForm}/leads`, { limit: '2', access_token: userToken }))
  await carry(
    get(`/v26.0/${ad}/leads`, { fields: 'id,custom_disclaimer_responses', access_token: userToken }),
  )
  await carry(upload({ published: 'false', ...token }))
  await carry({ kind: 'clock', advance: '25h' })
  await carry(get(`/v26.0/${page}/photos`, { type: 'uploaded', limit: '1', ...token }))
  await carry(get(`/v26.0/${page}/photos`, { type: 'sideways', ...token }))
  await carry(get(`/v2.0/${campaign}`, { access_token: userToken }))
  await carry(get(`/v26.0/${page}/feed`, { limit: '101', ...token }))
  await carry(get(`/v26.0/${page}`, {}))
  await carry({
    kind: 'request',
    method: 'POST',
    path: `/v26.0/${page}/feed`,
    headers: json,
    body: '{"message":',
  })
  await carry({
    kind: 'request',
    method: 'PUT',
    path: '//evil.example/x',
    headers: { 'content-type': 'text/plain' },
    body: 'x',
  })
}
