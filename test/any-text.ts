import fc from 'fast-check'

/** Code points but for those that are one half of a character. */
const CHARACTERS = 0x11_0000 - 0x800

/**
 * Any character. The unit `binary` of fast-check and its paths and URLs are made of the same, but first list all
 * million characters in a map, which takes a second and 100 MB in each process.
 */
const anyCharacter = fc
  .nat({ max: CHARACTERS - 1 })
  .map((place) => String.fromCodePoint(place < 0xd800 ? place : place + 0x800), placeOf)

function placeOf(text: unknown): number {
  const point = typeof text === 'string' ? text.codePointAt(0) : undefined
  if (point === undefined || String.fromCodePoint(point) !== text)
    throw new Error('It is no single character')
  return point < 0xd800 ? point : point - 0x800
}

/** Texts of any characters. */
export const anyText = (constraints: fc.StringConstraints = {}) =>
  fc.string({ ...constraints, unit: anyCharacter })

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** A character in percent signs and digits, also one that needs none. */
function percentOf(character: string): string {
  const encoded = encodeURIComponent(character)
  return encoded === character ? `%${character.charCodeAt(0).toString(16)}` : encoded
}

/** Characters as an address has them: most as they are, and some in percent signs and digits. */
function inAddress(others: string): fc.Arbitrary<string> {
  const plain = `${LETTERS}${others}`
  return fc.oneof(
    { arbitrary: fc.mapToConstant({ num: plain.length, build: (at) => plain.charAt(at) }), weight: 10 },
    { arbitrary: anyText({ minLength: 1, maxLength: 1 }).map(percentOf), weight: 1 },
  )
}

const segment = inAddress("-._~!$&'()*+,;=:@")

const pathOf = (size: fc.Size, count: fc.Size) =>
  fc
    .array(fc.string({ unit: segment, size }), { size: count })
    .map((segments) => segments.map((text) => `/${text}`).join(''))

/** Paths of an address. */
export const anyPath = fc.oneof(pathOf('small', 'xsmall'), pathOf('xsmall', 'small'))

/** Queries of an address, without the question mark. */
export const anyQuery = fc.string({ unit: inAddress("-._~!$&'()*+,;=:@/?") })

/** Addresses of any host. */
export const anyUrl = fc
  .tuple(fc.constantFrom('http', 'https'), fc.domain(), anyPath, fc.option(anyQuery), fc.option(anyQuery))
  .map(
    ([scheme, host, path, query, fragment]) =>
      `${scheme}://${host}${path}${query === null ? '' : `?${query}`}${fragment === null ? '' : `#${fragment}`}`,
  )
