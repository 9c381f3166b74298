/** Small Latin letters with marks, by the letter that they are without (Unicode, canonical decomposition). */
const marked: Readonly<Record<string, string>> = {
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

/** Small Latin letters that no mark was put on, as they are written where they are not known. */
const written: readonly (readonly [letter: string, plain: string])[] = [
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
 * What small Latin letters are without their marks. It is a table because the normal forms of the runtime
 * come from its Unicode library, whose versions differ.
 */
export const plainLetters: ReadonlyMap<string, string> = new Map([
  ...Object.entries(marked).flatMap(([plain, letters]) => [...letters].map((one) => [one, plain] as const)),
  ...written,
])
