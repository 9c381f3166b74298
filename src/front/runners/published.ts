import type { PostRow } from '../../chapters/rows.ts'
import { postId } from '../../service/values/ids.ts'
import { readingTx } from '../../world/handle/handle.ts'
import { checkNames } from '../../world/handle/known-names.ts'
import { instantText } from '../../world/time/time.ts'
import type { World } from '../../world/world.ts'
import { type Equals, hasMembers, type MatcherResult } from './matcher.ts'
import { LISTED_MAX, named, shortJson } from './names.ts'
import { checkTimes, countedText, isCounted, type Wanted } from './times.ts'
import { checkWorldArgument } from './world-argument.ts'

/** The members that `toHavePublished` compares. In Vitest and Jest the members may be asymmetric matchers. */
export interface ExpectedPost {
  readonly id?: unknown
  readonly message?: unknown
  readonly link?: unknown
  /** The ids of its photos. */
  readonly photos?: unknown
  /** The id of the page: that of the starter world if left out. */
  readonly page?: string
  /** How many posts have these members: one if left out, and with `not` none. */
  readonly times?: number
}

const postOf = ({ id, page, message, link, photos }: PostRow) => ({
  id: postId({ page, id }),
  ...(message !== undefined && { message }),
  ...(link !== undefined && { link }),
  ...(photos.length > 0 && { photos: photos.map(String) }),
})

function statusOfPost({ published, scheduledTime, createdTime, hidden }: PostRow): string {
  if (published) return `published${hidden ? ', hidden' : ''}, created at ${instantText(createdTime)}`
  return scheduledTime === null ? 'not published' : `scheduled for ${instantText(scheduledTime)}`
}

function pageOf(world: World, expected: ExpectedPost): string {
  const page = expected.page ?? world.names?.page
  if (page !== undefined) return page
  throw new TypeError('toHavePublished: this world has no starter page: name the page, as { page: id, … }')
}

/** The posts of a page, and the calls that tried to publish one and were refused. */
function postsText(world: World, page: string, posts: readonly PostRow[]): string {
  const listed = posts
    .slice(0, LISTED_MAX)
    .map((post) => `  ${statusOfPost(post)}: ${shortJson(postOf(post))}`)
  const hidden = posts.length > LISTED_MAX ? [`  (${posts.length - LISTED_MAX} older posts)`] : []
  const refused = world.calls
    .of('publishPost')
    .filter(({ outcome, target }) => !outcome.ok && target === page)
    .slice(-LISTED_MAX)
    .map(({ at, outcome }) => {
      const { code, message } = Object(outcome['error'])
      return `  ${instantText(at)}: code ${code}: ${message}`
    })
  return [
    posts.length > 0 ? 'The posts of the page, newest first:' : 'The page has no posts.',
    ...listed,
    ...hidden,
    ...(refused.length > 0 ? ['Refused calls of publishPost:', ...refused] : []),
  ].join('\n')
}

/** Whether a page has published as many posts with these members as expected. The message lists its posts. */
export function toHavePublished(
  received: unknown,
  expected: ExpectedPost,
  equals: Equals,
  isNot?: boolean,
): MatcherResult {
  checkWorldArgument('toHavePublished', received)
  checkNames('toHavePublished', 'option', expected, ['id', 'message', 'link', 'photos', 'page', 'times'])
  const page = pageOf(received, expected)
  const { page: _, times, ...members } = expected
  checkTimes('toHavePublished', times)
  if (Object.keys(members).length === 0)
    throw new TypeError('toHavePublished needs a member of the post to compare: id, message, link or photos')
  const posts = readingTx(received)
    .list('posts', 'byPage', [Number(page)])
    .reverse()
  const count = posts.filter((post) => post.published && hasMembers(postOf(post), members, equals)).length
  const wanted: Wanted = { times, isNot }
  const found = `${count || 'none'} of its posts ${count === 1 ? 'matches' : 'match'}`
  return {
    pass: isCounted(count, wanted),
    message: () =>
      named(
        `expected the page ${JSON.stringify(page)} to have ${countedText(wanted, 'published post')} with ` +
          `${shortJson(members)}, and ${found}\n${postsText(received, page, posts)}`,
        received,
      ),
  }
}
