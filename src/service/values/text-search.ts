// A text of up to this length is left to `indexOf`, which compares each character a bounded number of times.
const SHORT = 32

/** Returns the failure table of Knuth, Morris and Pratt: the longest border of each prefix. */
function bordersOf(sought: string): Int32Array {
  const borders = new Int32Array(sought.length)
  for (let at = 1, length = 0; at < sought.length; at++) {
    while (length > 0 && sought.charCodeAt(at) !== sought.charCodeAt(length))
      length = borders[length - 1] ?? 0
    if (sought.charCodeAt(at) === sought.charCodeAt(length)) length++
    borders[at] = length
  }
  return borders
}

/**
 * Returns a function that finds `sought` in a text: the index of the first match, or -1. Its time is linear
 * in both texts (Knuth, Morris and Pratt). `indexOf` takes seconds for long texts with repetitions.
 */
export function finderOf(sought: string): (text: string) => number {
  if (sought.length <= SHORT) return (text) => text.indexOf(sought)
  const borders = bordersOf(sought)
  return (text) => {
    for (let at = 0, length = 0; at < text.length; at++) {
      while (length > 0 && text.charCodeAt(at) !== sought.charCodeAt(length))
        length = borders[length - 1] ?? 0
      if (text.charCodeAt(at) === sought.charCodeAt(length)) length++
      if (length === sought.length) return at - length + 1
    }
    return -1
  }
}
