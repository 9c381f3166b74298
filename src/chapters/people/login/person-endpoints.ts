import { z } from '../../../engine/schema/zod.ts'
import { ownAccess } from '../../../service/access/ownership.ts'
import { endpoint } from '../../../service/routes/define.ts'

const reference = 'https://developers.facebook.com/docs/graph-api/reference/user/'

/** A list that is always empty, because nobody publishes as a person. */
const emptyList = z.object({
  /** The records: none. */
  data: z.array(z.object({})),
})

/** Lists the posts of a person: always none, because nobody publishes as a person. Requires their token. */
export const listUserFeed = endpoint({
  route: 'GET /{user}/feed',
  also: { 'GET /{user}/posts': {} },
  source: `${reference}feed/`,
  access: ownAccess(),
  result: emptyList,
  run: () => ({ data: [] }),
})

/** Lists the videos of a person: always none, because nobody publishes as a person. Requires their token. */
export const listUserVideos = endpoint({
  route: 'GET /{user}/videos',
  also: { 'GET /{user}/videos/uploaded': {} },
  source: `${reference}videos/`,
  access: ownAccess(),
  result: emptyList,
  run: () => ({ data: [] }),
})
