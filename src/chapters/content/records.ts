import { z } from '../../engine/schema/zod.ts'
import { blobDigest, by, count, table } from '../../engine/store/table.ts'

/** An address of the simulated web: its content, and whether callers can see a link to it. */
export const webPages = table({
  row: z.object({
    url: z.string(),
    /** The address answers "not found". */
    missing: z.boolean(),
    /** Neither viewers nor apps can see a link to it (FEE-149). */
    hidden: z.boolean(),
    contentType: z.string(),
    /** The stored content. */
    digest: blobDigest().optional(),
    title: z.string().optional(),
    description: z.string().optional(),
    image: z.string().optional(),
  }),
  edges: { byUrl: { owners: by('url') } },
})

/** A picture: stored bytes, or a URL whose picture is generated on request. */
export const StoredPicture = z.object({
  digest: blobDigest().optional(),
  url: z.string().optional(),
  format: z.string(),
  /** The format in which it is served, if that is another one. */
  servedAs: z.literal('jpeg').optional(),
  width: count(),
  height: count(),
  spherical: z.boolean(),
})

/** A picture: stored bytes, or a URL whose picture is generated on request. */
export type StoredPicture = z.output<typeof StoredPicture>
