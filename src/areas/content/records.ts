import { z } from 'zod'
import { blobDigest, count, table } from '../../engine/table.ts'

/** An address of the simulated web: what is found there, and whether a link to it can be seen. */
export const webPages = table({
  row: z.object({
    url: z.string(),
    /** Nothing is found there. */
    missing: z.boolean(),
    /** Neither viewers nor apps can see a link to it. */
    hidden: z.boolean(),
    contentType: z.string(),
    /** The content, kept as bytes. */
    digest: blobDigest().optional(),
    title: z.string().optional(),
    description: z.string().optional(),
    image: z.string().optional(),
  }),
  edges: { byUrl: { owners: ({ url }) => [[url]] } },
})

/** A picture: kept bytes, or a url whose picture is drawn when somebody fetches it. */
export const StoredPicture = z.object({
  digest: blobDigest().optional(),
  url: z.string().optional(),
  format: z.string(),
  width: count(),
  height: count(),
  spherical: z.boolean(),
})

/** What is known of a picture without decoding it. */
export type StoredPicture = z.output<typeof StoredPicture>
