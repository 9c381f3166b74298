import { z } from '../../engine/schema/zod.ts'
import { blobDigest, by, count, inOrderOf, instant, rowId, table } from '../../engine/store/table.ts'

/** The statuses of an ad image (IMG-015, IMG-021). */
export const adImageStatuses = ['ACTIVE', 'DELETED'] as const

/** An ad image. The row of a deleted one stays, and an upload of the same bytes restores it (SIL-145). */
export const adImages = table({
  row: z.object({
    adAccount: rowId('adAccounts'),
    /** MD5 of the uploaded bytes, in hex; unique in an ad account (IMG-006; SIL-141). */
    hash: z.string(),
    name: z.string(),
    /** The digest of the stored bytes: those uploaded, without location metadata. */
    digest: blobDigest(),
    format: z.string(),
    width: count(),
    height: count(),
    status: z.enum(adImageStatuses),
    createdTime: instant(),
    updatedTime: instant(),
  }),
  edges: {
    byHash: { owners: by('adAccount', 'hash') },
    active: {
      owners: ({ adAccount, status }) => (status === 'ACTIVE' ? [[adAccount]] : []),
      order: inOrderOf('createdTime'),
    },
  },
})
