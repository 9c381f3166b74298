import { z } from '../../engine/schema/zod.ts'
import { action } from '../../service/routes/define.ts'
import { nodeId } from '../../service/values/references.ts'
import { defaulted, filledText, httpUrl, integer, text } from '../../service/values/scalars.ts'

/** Creates the professional Instagram account of a page, which has none yet. */
export const createInstagramAccount = action({
  chapter: 'Beyond the description',
  params: z.object({
    page: nodeId,
    /** The user name, as in URLs. */
    username: filledText,
    /** The full name. By default the user name. */
    name: text.optional(),
    /** The description that the account gives of itself. */
    biography: text.optional(),
    /** The URL of the website. */
    website: httpUrl.optional(),
    /** The number of accounts that follow it. */
    followers: defaulted(integer(0), 0),
    /** The number of accounts that it follows. */
    follows: defaulted(integer(0), 0),
  }),
  result: z.object({
    /** The id of the new account. */
    id: z.string(),
  }),
  run({ params, tx, refuse }) {
    const { page, username } = params
    if (tx.first('instagramAccounts', 'byPage', [page]))
      return refuse(`Param page must be the id of a page without an Instagram account, got ${page}`)
    const { id } = tx.insert('instagramAccounts', { ...params, name: params.name ?? username })
    return { id: String(id) }
  },
})
