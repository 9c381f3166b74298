import { descriptionError, servesBeyond } from '../../service/contract/beyond.ts'
import { type CallError, invalidParameter } from '../../service/contract/errors.ts'
import { DAY, limits, MINUTE } from '../../service/contract/limits.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'

/** The values of unpublished_content_type, for photos and posts (PHO-053, FEE-218). */
export const unpublishedContentTypes = [
  'SCHEDULED',
  'SCHEDULED_RECURRING',
  'DRAFT',
  'ADS_POST', // FEE-046
  'INLINE_CREATED',
  'PUBLISHED',
  'REVIEWABLE_BRANDED_CONTENT',
] as const

/** The parameters of a photo or a post that control its publication. */
interface PublicationParams {
  readonly published: boolean
  /** Unix milliseconds. */
  readonly scheduled_publish_time?: number | undefined
  readonly unpublished_content_type?: (typeof unpublishedContentTypes)[number] | undefined
}

/** The error if a time is out of bounds; both bounds are inclusive (FEE-127, FEE-216, FEE-217). */
export function scheduledTimeError(time: number, now: number): CallError | undefined {
  const delay = (time - now) / 1000
  const { scheduledPublishDelaySecondsMin: minimum, scheduledPublishDelaySecondsMax: maximum } = limits
  if (delay >= minimum && delay <= maximum) return undefined
  return invalidParameter(
    `Param scheduled_publish_time must lie between ${minimum / MINUTE} minutes and ${maximum / DAY} days ` +
      `after the request, got ${time / 1000} at ${Math.floor(now / 1000)}, the time of the service`,
  )
}

/**
 * The error if the publication parameters do not fit together. A scheduled time requires published=false and
 * the type SCHEDULED (PHO-051, FEE-126, FEE-219, SIL-074, SIL-077, SIL-099). The live service requires no
 * type, so the policy `beyond: 'serve'` requires none either.
 */
export function publicationError(
  params: PublicationParams,
  { now, policy }: Pick<ReadContext, 'now' | 'policy'>,
): CallError | undefined {
  const { published, scheduled_publish_time: time, unpublished_content_type: type } = params
  if (time === undefined) {
    if (published) return undefined
    if (type === 'SCHEDULED')
      return invalidParameter('Param unpublished_content_type SCHEDULED requires scheduled_publish_time')
    if (type === 'PUBLISHED')
      return invalidParameter('Param unpublished_content_type must not be PUBLISHED with published=false')
    return undefined
  }
  if (published) return invalidParameter('Param scheduled_publish_time requires published=false')
  if (type !== 'SCHEDULED' && !(type === undefined && servesBeyond(policy))) {
    const refuse = type === undefined ? descriptionError : invalidParameter
    return refuse(
      `Param scheduled_publish_time requires unpublished_content_type SCHEDULED, got ${type ?? 'nothing'}`,
    )
  }
  return scheduledTimeError(time, now)
}

/** Returns the content type that a new photo or post keeps; null if it is published. */
export function contentTypeOf({
  published,
  scheduled_publish_time: time,
  unpublished_content_type: type,
}: PublicationParams): string | null {
  if (published) return null
  return type ?? (time === undefined ? null : 'SCHEDULED')
}
