/**
 * The beginning of a text: at most this many UTF-16 code units, and never half of a character. Every text
 * that is shortened is cut here.
 */
export function cutText(text: string, unitsMax: number): string {
  if (text.length <= unitsMax) return text
  const last = text.charCodeAt(unitsMax - 1)
  const splits = last >= 0xd800 && last <= 0xdbff
  return text.slice(0, splits ? unitsMax - 1 : unitsMax)
}

/** A text of at most this many UTF-16 code units; one that was cut ends in an ellipsis, which counts. */
export function shortened(text: string, unitsMax: number): string {
  return text.length <= unitsMax ? text : `${cutText(text, unitsMax - 1)}…`
}
