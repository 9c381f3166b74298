import { z } from '../../../engine/schema/zod.ts'
import { isPlainObject } from '../../../engine/values/plain-object.ts'
import { type CallError, invalidParameter, isCallError } from '../../../service/contract/errors.ts'
import type { Tx } from '../../../service/routes/context.ts'
import { jsonObject } from '../../../service/values/compounds.ts'
import { nodeNumber, postId } from '../../../service/values/ids.ts'
import { plainObject } from '../../../service/values/plain.ts'
import { defaulted, httpUrl, numericId, shown, text } from '../../../service/values/scalars.ts'
import type { CreativeRow } from '../../rows.ts'
import { temporaryUrlError, usableImageHash } from '../new-ad.ts'

/** The parameters that describe a creative. */
export const creativeShape = {
  /** The name of the creative. */
  name: defaulted(text, ''),
  /** The headline of the ad. */
  title: text.optional(),
  /** The text of the ad. */
  body: text.optional(),
  /** The URL that the ad promotes. */
  object_url: httpUrl.optional(),
  /** The hash of an image of the ad account. */
  image_hash: text.optional(),
  /** The id of the post that the ad shows. */
  object_story_id: text.optional(),
  /**
   * The post that the ad shows, to be made for it: `page_id`, and one of `link_data`, `photo_data`,
   * `video_data`, `text_data` and `template_data`.
   */
  object_story_spec: jsonObject.optional(),
  /** The parameters that the URLs of the ad get. */
  url_tags: text.optional(),
}

/** The parameters of addCreative. */
export const creativeParams = z.object(creativeShape)

type CreativeParams = z.output<typeof creativeParams>

const contents = ['link_data', 'photo_data', 'video_data', 'text_data', 'template_data'] as const

/** Returns the error of the post that a creative describes. */
function specError(
  tx: Tx,
  adAccount: number,
  spec: Readonly<Record<string, unknown>>,
): CallError | undefined {
  const page = numericId.safeParse(spec['page_id']).data
  if (page === undefined || !tx.find('pages', Number(page)))
    return invalidParameter(
      `Param object_story_spec.page_id must be the id of a page, got ${shown(spec['page_id'])}`,
    )
  const given = contents.filter((name) => spec[name] !== undefined)
  const [name] = given
  if (name === undefined || given.length > 1)
    return invalidParameter(
      `Param object_story_spec must have one of ${contents.join(', ')}, got ${given.join(' and ') || 'none'}`,
    )
  const content = spec[name]
  if (!isPlainObject(content))
    return invalidParameter(`Param object_story_spec.${name} must be an object, got ${shown(content)}`)
  const { link, image_hash: hash } = content
  if (name === 'link_data' && !httpUrl.safeParse(link).success)
    return invalidParameter(
      `Param object_story_spec.link_data.link must be an absolute http or https URL, got ${shown(link)}`,
    )
  const image = hash === undefined ? undefined : usableImageHash(tx, adAccount, String(hash))
  return isCallError(image) ? image : temporaryUrlError(tx, content)
}

/** Returns the error if a post does not exist. */
function postError(tx: Tx, id: string): CallError | undefined {
  const number = nodeNumber(id)
  const post = number === undefined ? undefined : tx.find('posts', number)
  return post && postId(post) === id
    ? undefined
    : invalidParameter(`Param object_story_id must be the id of a post, got ${shown(id)}`)
}

/** Returns the error of the parameters of a creative. */
export function creativeError(tx: Tx, adAccount: number, params: CreativeParams): CallError | undefined {
  const { object_story_id: story, object_story_spec: spec, image_hash: hash } = params
  if (story !== undefined && spec !== undefined)
    return invalidParameter('Params object_story_id and object_story_spec exclude each other')
  const parts = [story, spec, hash, params.title, params.body, params.object_url]
  if (parts.every((part) => part === undefined))
    return invalidParameter(
      'A creative needs object_story_spec, object_story_id, or one of title, body, object_url and image_hash',
    )
  const image = hash === undefined ? undefined : usableImageHash(tx, adAccount, hash)
  return (
    temporaryUrlError(tx, params) ??
    (isCallError(image) ? image : undefined) ??
    (story === undefined ? undefined : postError(tx, story)) ??
    (spec === undefined ? undefined : specError(tx, adAccount, spec))
  )
}

/** Adds a creative to an ad account, or returns the error. */
export function newCreative(tx: Tx, adAccount: number, params: CreativeParams): CreativeRow | CallError {
  const error = creativeError(tx, adAccount, params)
  if (error) return error
  const { name, title, body, object_url: objectUrl, image_hash: imageHash, url_tags: urlTags } = params
  const { object_story_id: objectStoryId, object_story_spec: spec } = params
  return tx.insert('creatives', {
    ...{ adAccount, name, title, body, objectUrl, imageHash, status: 'ACTIVE', createdTime: tx.now },
    ...(urlTags !== undefined && { urlTags }),
    ...(objectStoryId !== undefined && { objectStoryId }),
    ...(spec && { objectStorySpec: plainObject(spec) }),
  })
}
