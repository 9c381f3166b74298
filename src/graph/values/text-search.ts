// Up to this length the search of the runtime compares each character of a text a bounded number of times.
const SHORT = 32

/** For each place of a text, how many characters before its end it begins with again. */
function repeatsOf(sought: string): Int32Array {
  const repeats = new Int32Array(sought.length)
  for (let at = 1, length = 0; at < sought.length; at++) {
    while (length > 0 && sought.charCodeAt(at) !== sought.charCodeAt(length))
      length = repeats[length - 1] ?? 0
    if (sought.charCodeAt(at) === sought.charCodeAt(length)) length++
    repeats[at] = length
  }
  return repeats
}

/**
 * Finds a text in others: where it first stands, or -1. The time it takes is linear in both (Knuth, Morris
 * and Pratt), where the search of the runtime takes seconds for texts that repeat themselves.
 */
export function finderOf(sought: string): (text: string) => number {
  if (sought.length <= SHORT) return (text) => text.indexOf(sought)
  const repeats = repeatsOf(sought)
  return (text) => {
    for (let at = 0, length = 0; at < text.length; at++) {
      while (length > 0 && text.charCodeAt(at) !== sought.charCodeAt(length))
        length = repeats[length - 1] ?? 0
      if (text.charCodeAt(at) === sought.charCodeAt(length)) length++
      if (length === sought.length) return at - length + 1
    }
    return -1
  }
}
