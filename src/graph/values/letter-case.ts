/*
 * All changes of letter case are made here. The case tables of a runtime depend on its version of Unicode, so
 * that a text could match in one version of Node and not in another.
 */

/** Returns the text with A to Z in lower case: for names of methods, headers and formats, and keywords. */
export const lowerAscii = (text: string): string =>
  text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** Returns the text with a to z in upper case. */
export const upperAscii = (text: string): string =>
  text.replace(/[a-z]+/g, (letters) => letters.toUpperCase())

/**
 * The ranges of letters that have a lower case in Unicode 15.0; some ranges include lower-case letters. Later
 * versions of Unicode keep the case of these letters, so that all runtimes agree on them.
 */
const CAPITALS = [
  /[A-Z\u00c0-\u00d6\u00d8-\u00de\u0100-\u01b8\u01bc\u01c4-\u024e\u0370-\u0372\u0376\u037f\u0386]+/gu,
  /[\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03cf\u03d8-\u03f4\u03f7-\u0480\u048a-\u052e\u0531-\u0556]+/gu,
  /[\u10a0-\u10c5\u10c7\u10cd\u13a0-\u13f5\u1c90-\u1cba\u1cbd-\u1cbf\u1e00-\u1f0f\u1f18-\u1f1d]+/gu,
  /[\u1f28-\u1f3f\u1f48-\u1f4d\u1f59\u1f5b\u1f5d\u1f5f-\u1f6f\u1f88-\u1faf\u1fb8-\u1fbc\u1fc8-\u1fcc]+/gu,
  /[\u1fd8-\u1fdb\u1fe8-\u1fec\u1ff8-\u1ffc\u2126\u212a-\u212b\u2132\u2160-\u216f\u2183\u24b6-\u24cf]+/gu,
  /[\u2c00-\u2c75\u2c7e-\u2ce2\u2ceb-\u2ced\u2cf2\ua640-\ua66c\ua680-\ua69a\ua722-\ua76e\ua779-\ua786]+/gu,
  /[\ua78b-\ua78d\ua790-\ua7c9\ua7d0\ua7d6-\ua7d8\ua7f5\uff21-\uff3a\u{10400}-\u{10427}]+/gu,
  /[\u{104b0}-\u{104d3}\u{10570}-\u{1057a}\u{1057c}-\u{1058a}\u{1058c}-\u{10592}\u{10594}-\u{10595}]+/gu,
  /[\u{10c80}-\u{10cb2}\u{118a0}-\u{118bf}\u{16e40}-\u{16e5f}\u{1e900}-\u{1e921}]+/gu,
]

/**
 * Returns a text in lower case, for comparisons. A final sigma becomes a sigma. Letters to which Unicode gave
 * a case after version 15.0 stay as they are.
 */
export const caseless = (text: string): string =>
  CAPITALS.reduce(
    (lowered, capitals) => lowered.replace(capitals, (letters) => letters.toLowerCase()),
    text,
  ).replaceAll('ς', 'σ')
