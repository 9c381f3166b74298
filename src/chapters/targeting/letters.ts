import { caseless } from '../../service/values/letter-case.ts'

/** Lower-case Latin letters with accents, by their base letter (Unicode, canonical decomposition). */
const accented: Readonly<Record<string, string>> = {
  a: 'àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ',
  b: 'ḃḅḇ',
  c: 'çćĉċčḉ',
  d: 'ďḋḍḏḑḓ',
  e: 'èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ',
  f: 'ḟ',
  g: 'ĝğġģǧǵḡ',
  h: 'ĥȟḣḥḧḩḫẖ',
  i: 'ìíîïĩīĭįǐȉȋḭḯỉị',
  j: 'ĵǰ',
  k: 'ķǩḱḳḵ',
  l: 'ĺļľḷḹḻḽ',
  m: 'ḿṁṃ',
  n: 'ñńņňǹṅṇṉṋ',
  o: 'òóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ',
  p: 'ṕṗ',
  r: 'ŕŗřȑȓṙṛṝṟ',
  s: 'śŝşšșṡṣṥṧṩ',
  t: 'ţťțṫṭṯṱẗ',
  u: 'ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự',
  v: 'ṽṿ',
  w: 'ŵẁẃẅẇẉẘ',
  x: 'ẋẍ',
  y: 'ýÿŷȳẏẙỳỵỷỹ',
  z: 'źżžẑẓẕ',
}

/** Lower-case Latin letters without a canonical decomposition, with their usual spelling in plain letters. */
const transliterated: readonly (readonly [letter: string, plain: string])[] = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ð', 'd'],
  ['đ', 'd'],
  ['þ', 'th'],
  ['ħ', 'h'],
  ['ı', 'i'],
  ['ł', 'l'],
]

/**
 * Lower-case Latin letters to plain letters. It is a table because the normal forms of the runtime come from
 * its Unicode library, whose versions differ.
 */
export const plainLetters: ReadonlyMap<string, string> = new Map([
  ...Object.entries(accented).flatMap(([plain, letters]) => [...letters].map((one) => [one, plain] as const)),
  ...transliterated,
])

/** Returns text as searches compare it: in lower case, and Latin letters without accents (SIL-135). */
export function foldText(text: string): string {
  const bare = caseless(text).replace(/[\u0300-\u036f]/g, '')
  return bare.replace(/[\u0080-\u1eff]/g, (letter) => plainLetters.get(letter) ?? letter)
}
