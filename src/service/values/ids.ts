/*
 * The spelling of ids. A node of the world has an id of up to 15 digits, which stays exact as a JSON number.
 * Other numeric ids, such as those that a caller makes up, are 64-bit integers of up to 19 digits.
 */
const NODE_ID = /^(?:act_|\d{1,15}_)?(\d{1,15})$/
const NUMERIC_ID = /^(0|[1-9]\d{0,18})$/

/**
 * Returns the number in the id of a node, or undefined if the text is not such an id. The id of an ad account
 * begins with `act_` (CNV-017), that of a post with the id of its page.
 */
export function nodeNumber(text: string): number | undefined {
  const digits = NODE_ID.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** Returns the number of an id without a prefix, or undefined if the text is not such an id. */
export const plainNodeNumber = (text: string): number | undefined =>
  text.includes('_') ? undefined : nodeNumber(text)

/** Whether a text is a 64-bit numeric id. */
export const isNumericId = (text: string): boolean => NUMERIC_ID.test(text)

/** Returns the id of a post in requests and responses: that of its page, and its own (FEE-008). */
export const postId = ({ page, id }: { readonly page: number; readonly id: number }): string =>
  `${page}_${id}`

/** Returns the id of a comment in results: the last part of the id of its post, and its own. */
export const commentId = ({ post, id }: { readonly post: number; readonly id: number }): string =>
  `${post}_${id}`
