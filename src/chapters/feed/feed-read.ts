import { pageAccess } from '../../service/access/access.ts'
import { limits } from '../../service/contract/limits.ts'
import { defaulted, integer, scalar } from '../../service/values/scalars.ts'
import { pagingParams } from '../../service/views/paging.ts'

/** Access to read posts of a page. */
export const readsFeed = pageAccess({
  tasks: ['CREATE_CONTENT', 'MANAGE', 'MODERATE'], // FEE-139
  permissions: ['pages_read_engagement'], // FEE-140, SIL-051
  publicContent: true, // FEE-141
})

const feedLimitNumber = integer(1, limits.feedReadLimitMax)

/** The page size of a feed read. A larger one is an error (FEE-134, FEE-135, FEE-136, ERR-021). */
const feedLimit = scalar<number, number | string>(
  `an integer from 1 to ${limits.feedReadLimitMax}: stay within ${limits.feedReadLimitMax}`,
  (raw) => feedLimitNumber.safeParse(raw).data,
  { type: 'integer', minimum: 1, maximum: limits.feedReadLimitMax },
)

/** The paging parameters of lists of posts. */
export const feedPagingParams = {
  ...pagingParams,
  /** The most posts on a page of the list. */
  limit: defaulted(feedLimit, limits.listLimitDefault),
}
