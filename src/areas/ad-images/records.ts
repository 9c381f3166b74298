import { z } from 'zod'
import { blobDigest, count, instant, rowId, table } from '../../engine/table.ts'

/** What an ad image may be. */
export const adImageStatuses = ['ACTIVE', 'DELETED'] as const

/** An image that ads use in their creatives. A deleted one stays, and comes back with its bytes (SIL-145). */
export const adImages = table({
  row: z.object({
    adAccount: rowId('adAccounts'),
    /** MD5 of the bytes as they were uploaded, in hex; once in an ad account (SIL-141). */
    hash: z.string(),
    name: z.string(),
    /** The bytes that are kept: those uploaded, without location metadata. */
    digest: blobDigest(),
    format: z.string(),
    width: count(),
    height: count(),
    status: z.enum(adImageStatuses),
    createdTime: instant(),
    updatedTime: instant(),
  }),
  edges: {
    byHash: { owners: ({ adAccount, hash }) => [[adAccount, hash]] },
    active: {
      owners: ({ adAccount, status }) => (status === 'ACTIVE' ? [[adAccount]] : []),
      order: ({ createdTime }) => [createdTime],
    },
  },
})
