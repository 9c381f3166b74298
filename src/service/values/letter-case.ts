/*
 * All changes of letter case are made here. The case tables of a runtime depend on its version of Unicode, so
 * that a text could match in one version of Node and not in another.
 */

/** Returns the text with A to Z in lower case: for names of methods, headers and formats, and keywords. */
export const lowerAscii = (text: string): string =>
  /[A-Z]/.test(text) ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text

/** Returns the text with a to z in upper case. */
export const upperAscii = (text: string): string =>
  /[a-z]/.test(text) ? text.replace(/[a-z]+/g, (letters) => letters.toUpperCase()) : text

/**
 * The ranges of letters that have a lower case in Unicode 15.0; some ranges include lower-case letters. Later
 * versions of Unicode keep the case of these letters, so that all runtimes agree on them.
 */
const CAPITALS = [
  /[A-Z\u00c0-\u00d6\u00d8-\u00de\u0100-\u01b8\u01bc\u01c4-\u024e\u0370-\u0372\u0376\u037f\u0386]/u,
  /[\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03cf\u03d8-\u03f4\u03f7-\u0480\u048a-\u052e\u0531-\u0556]/u,
  /[\u10a0-\u10c5\u10c7\u10cd\u13a0-\u13f5\u1c90-\u1cba\u1cbd-\u1cbf\u1e00-\u1f0f\u1f18-\u1f1d]/u,
  /[\u1f28-\u1f3f\u1f48-\u1f4d\u1f59\u1f5b\u1f5d\u1f5f-\u1f6f\u1f88-\u1faf\u1fb8-\u1fbc\u1fc8-\u1fcc]/u,
  /[\u1fd8-\u1fdb\u1fe8-\u1fec\u1ff8-\u1ffc\u2126\u212a-\u212b\u2132\u2160-\u216f\u2183\u24b6-\u24cf]/u,
  /[\u2c00-\u2c75\u2c7e-\u2ce2\u2ceb-\u2ced\u2cf2\ua640-\ua66c\ua680-\ua69a\ua722-\ua76e\ua779-\ua786]/u,
  /[\ua78b-\ua78d\ua790-\ua7c9\ua7d0\ua7d6-\ua7d8\ua7f5\uff21-\uff3a\u{10400}-\u{10427}]/u,
  /[\u{104b0}-\u{104d3}\u{10570}-\u{1057a}\u{1057c}-\u{1058a}\u{1058c}-\u{10592}\u{10594}-\u{10595}]/u,
  /[\u{10c80}-\u{10cb2}\u{118a0}-\u{118bf}\u{16e40}-\u{16e5f}\u{1e900}-\u{1e921}]/u,
]

const LAST_CAPITAL = 0x1e921
const I_WITH_DOT = 0x130
const COMBINING_DOT = 0x307
const BEYOND_ASCII = /[^\0-\x7f]/
const CHUNK = 4_096

/** The lower case of each code point, computed when it is first needed. 0 means not computed yet. */
const lowerCases = new Uint32Array(LAST_CAPITAL + 1)

function lowerPoint(point: number): number {
  if (point < 0x80) return point >= 0x41 && point <= 0x5a ? point + 0x20 : point
  if (point > LAST_CAPITAL) return point
  const known = lowerCases[point]
  if (known) return known
  const letter = String.fromCodePoint(point)
  const isCapital = CAPITALS.some((capitals) => capitals.test(letter))
  const lower = letter === 'ς' ? 'σ' : isCapital ? letter.toLowerCase() : letter
  lowerCases[point] = lower.codePointAt(0) ?? point
  return lowerCases[point]
}

/**
 * Returns the text in lower case, for comparisons that ignore case. A sigma at the end of a word equals any
 * other sigma; letters whose case Unicode added after version 15.0 stay as they are. It looks each code point
 * up in a table, because a regular expression takes 50 times as long for hostile texts.
 */
export function caseless(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase()
  let lower = ''
  let points: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    const point = text.codePointAt(at) ?? 0
    if (point > 0xffff) at += 1
    points.push(lowerPoint(point))
    // The one letter whose lower case is two code points.
    if (point === I_WITH_DOT) points.push(COMBINING_DOT)
    if (points.length < CHUNK) continue
    lower += String.fromCodePoint(...points)
    points = []
  }
  return lower + String.fromCodePoint(...points)
}
