/** Cuts a text to at most `unitsMax` UTF-16 code units, without splitting a surrogate pair. */
export function cutText(text: string, unitsMax: number): string {
  if (text.length <= unitsMax) return text
  const last = text.charCodeAt(unitsMax - 1)
  const splits = last >= 0xd800 && last <= 0xdbff
  return text.slice(0, splits ? unitsMax - 1 : unitsMax)
}

/** Shortens a text to at most `unitsMax` UTF-16 code units, with an ellipsis at the end if it is cut. */
export function shortenText(text: string, unitsMax: number): string {
  return text.length <= unitsMax ? text : `${cutText(text, unitsMax - 1)}…`
}
