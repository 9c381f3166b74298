import type { CallError } from '../../graph/contract/errors.ts'
import { invalidParameter } from '../../graph/contract/errors.ts'
import { limits } from '../../graph/contract/limits.ts'

/** What unpublished content can be, for photos and posts alike. */
export const unpublishedContentTypes = [
  'SCHEDULED',
  'SCHEDULED_RECURRING',
  'DRAFT',
  'ADS_POST',
  'INLINE_CREATED',
  'PUBLISHED',
  'REVIEWABLE_BRANDED_CONTENT',
] as const

/** What a photo or a post says about its publication. */
export interface Publication {
  readonly published: boolean
  /** Unix milliseconds. */
  readonly scheduled_publish_time?: number | undefined
  readonly unpublished_content_type?: (typeof unpublishedContentTypes)[number] | undefined
}

function scheduledTimeError(time: number, now: number): CallError | undefined {
  const delay = (time - now) / 1000
  const { scheduledPublishDelaySecondsMin: least, scheduledPublishDelaySecondsMax: most } = limits
  if (delay >= least && delay <= most) return undefined
  return invalidParameter(
    'Param scheduled_publish_time must lie between 10 minutes and 75 days after the request, ' +
      `got ${time / 1000} at ${Math.floor(now / 1000)}`,
  )
}

/**
 * What is wrong with a publication: a time, its content type and published=false go together (SIL-074, 077,
 * 099).
 */
export function publicationError(asked: Publication, now: number): CallError | undefined {
  const { published, scheduled_publish_time: time, unpublished_content_type: type } = asked
  if (time === undefined) {
    if (published) return undefined
    if (type === 'SCHEDULED')
      return invalidParameter('Param unpublished_content_type SCHEDULED requires scheduled_publish_time')
    if (type === 'PUBLISHED')
      return invalidParameter('Param unpublished_content_type must not be PUBLISHED with published=false')
    return undefined
  }
  if (published) return invalidParameter('Param scheduled_publish_time requires published=false')
  if (type !== 'SCHEDULED') {
    return invalidParameter(
      `Param scheduled_publish_time requires unpublished_content_type SCHEDULED, got ${type ?? 'nothing'}`,
    )
  }
  return scheduledTimeError(time, now)
}
