/** Tokens by their form, and secrets after the name of their member. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/\bEA[A-Z][A-Za-z0-9]{12,}/g, 'EAA…'],
  [
    /((?:access_token|input_token|client_secret|appsecret_proof|fb_exchange_token)(?:=|"?:\s?"))[^"&\s]{4,}/g,
    '$1…',
  ],
]

/** Returns a text without what has the form of a token or the name of a secret before it. */
export const hideTokenShapes = (text: string): string =>
  shapes.reduce((kept, [pattern, mark]) => kept.replace(pattern, mark), text)

/** A shorter token may be an ordinary word. */
const LENGTH_MIN = 8

/** Returns a function that hides tokens in a text, also those of other forms that are listed. */
export function hideTokens(tokens: Iterable<string>): (text: string) => string {
  const long = [...tokens].filter(({ length }) => length >= LENGTH_MIN)
  const spelled = [...new Set(long.flatMap((token) => [token, encodeURIComponent(token)]))]
  const longestFirst = spelled.toSorted((one, other) => other.length - one.length)
  return (text) => longestFirst.reduce((kept, token) => kept.replaceAll(token, '…'), hideTokenShapes(text))
}
