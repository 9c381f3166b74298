import type { FactKind, FactName } from './fact-names.ts'

/** The facts that touch what operations read. */
const touches: readonly (readonly [operation: RegExp, facts: readonly FactKind[]])[] = [
  [/lead/i, ['lead']],
  [/feed$|^(read|list\w*)posts?$|^readPost$|^listTaggedPosts$/i, ['post', 'editedPost', 'deletedPost']],
  [/^listPagePosts$/, ['pagePost']],
  [/^(listPostComments|listCommentReplies)$/, ['pagePost', 'comment']],
  [/^listUserPhotos$/, ['photo']],
  [/campaign/i, ['campaign', 'pausedCampaign', 'deletedCampaign']],
  [/^listAdImages$/, ['adImage']],
  [/^listEventStats$/, ['catalogEvents']],
  [/threat/i, ['indicator']],
]

/** The kinds of facts that touch what these operations read. */
export const touchedBy = (operations: readonly string[]): FactName[] =>
  touches
    .filter(([operation]) => operations.some((name) => operation.test(name)))
    .flatMap(([, facts]): readonly FactName[] => facts)

/** Whether a kind of fact touches what an operation reads. */
export const isTouched = (operation: string, kind: FactName): boolean => touchedBy([operation]).includes(kind)
