import { z } from '../../engine/schema/zod.ts'
import { DAY_MS } from '../../engine/values/milliseconds.ts'
import { field } from '../../service/views/fields.ts'
import type { View } from '../../service/views/view.ts'
import type { MediaContainerRow } from '../rows.ts'

const statusTexts = {
  EXPIRED: 'Expired: The container was not published within 24 hours and has expired.',
  ERROR: 'Error: Media upload has failed: nothing was found at its URL.',
  FINISHED: 'Finished: Media has been uploaded and it is ready to be published.',
  IN_PROGRESS: 'In Progress: Media is still being processed.',
  PUBLISHED: 'Published: Media has been published.',
} as const

/** The state of a container. */
type ContainerStatus = keyof typeof statusTexts

/** Returns the state of a container. It ends 24 hours after it was made. */
export function statusOfContainer(container: MediaContainerRow, now: number): ContainerStatus {
  if (container.published) return 'PUBLISHED'
  if (now - container.createdTime >= DAY_MS) return 'EXPIRED'
  if (now < container.readyTime) return 'IN_PROGRESS'
  return container.failed ? 'ERROR' : 'FINISHED'
}

/** The record of a container of media. */
export const mediaContainerView = {
  name: 'IGContainer',
  minimal: ['id'],
  fields: {
    id: field(z.string(), ({ id }: MediaContainerRow) => String(id)),
    /** The state in words. */
    status: field(
      z.string(),
      (container: MediaContainerRow, { now }) => statusTexts[statusOfContainer(container, now)],
    ),
    /** The state: only what is FINISHED can be published. */
    status_code: field(
      z.enum(['EXPIRED', 'ERROR', 'FINISHED', 'IN_PROGRESS', 'PUBLISHED']),
      (container: MediaContainerRow, { now }) => statusOfContainer(container, now),
    ),
    /** The search for works of others: it ends with the processing, and finds none. */
    copyright_check_status: field(
      z.object({
        /** The state of the search. */
        status: z.enum(['completed', 'in_progress']),
        /** Whether the check found a work that belongs to somebody else. */
        matches_found: z.boolean(),
      }),
      ({ readyTime }: MediaContainerRow, { now }) => ({
        status: now < readyTime ? ('in_progress' as const) : ('completed' as const),
        matches_found: false,
      }),
      { onRequest: true },
    ),
  },
} satisfies View<MediaContainerRow>
