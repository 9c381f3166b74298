/*
 * URLs and texts whose reading runtimes have disagreed on, or may: lists to be asked of a world, whose answers
 * must be the same in every version of Node.
 */

/** Code points of each Unicode block that came after Unicode 15.0, and of what may come next. */
const newLetters = [
  // 15.1: CJK extension I. 16.0: Todhri, Sunuwar, Garay, Gurung Khema, Kirat Rai, Tulu-Tigalari, Ol Onal,
  // Myanmar extended C, Egyptian extended A, legacy computing supplement, Cyrillic and Latin letters.
  ...[0x2ebf0, 0x105c0, 0x11bc0, 0x10d40, 0x10d50, 0x10d70, 0x16100, 0x16d40, 0x11380, 0x1e5d0],
  ...[0x116d0, 0x13460, 0x1cc00, 0x1ccd6, 0x1c89, 0x1c8a, 0xa7cb, 0xa7cc, 0xa7da, 0xa7dc],
  // 17.0: Sidetic, Tolong Siki, Beria Erfeh, Tai Yo, Sharada supplement, CJK extension J, combining marks.
  ...[0x10940, 0x11db0, 0x16ea0, 0x16ebb, 0x1e6c0, 0x11b60, 0x323b0, 0x1cec0, 0xa7ce, 0xa7d2, 0x1acf, 0x1ae0],
  // Assigned to nothing when this was written.
  ...[0x1c8b, 0x10ffe, 0x1e8d0, 0x2fe0, 0xe0100, 0x33480],
]

/** Every so many code points one, over all planes that hold letters: a prime, so that no pattern of blocks fits. */
const STEP = 997
const sampled = Array.from({ length: Math.floor(0x33500 / STEP) }, (_, at) => 0x80 + at * STEP).filter(
  (code) => code < 0xd800 || code > 0xdfff,
)

const hostsOfLetters = [...newLetters, ...sampled].map((code, at) => {
  const letter = String.fromCodePoint(code)
  return [`http://a${letter}.test/`, `http://${letter}${letter}b.test/`][at % 2] ?? ''
})

/** Marks that canonical order sorts, and letters that compose: normal forms decide what these hosts are. */
const normalForms = [
  ...[
    'http://e\u0301.test/',
    'http://a\u0323\u0302.test/',
    'http://a\u0302\u0323.test/',
    'http://\u212b.test/',
  ],
  ...['http://\u{16121}\u{1611e}.test/', 'http://\u{16d67}\u{16d67}.test/', 'http://a\u1acf\u0323.test/'],
  ...['http://\u{11382}\u{113c9}.test/', 'http://a\u1ae0\u0323.test/', 'http://\u{1e5ee}\u0323a.test/'],
]

const internationalNames = [
  ...[
    'faß',
    'ẞ',
    'ςσΣ',
    'İstanbul',
    'ıI',
    'ǅ',
    'ﬁ',
    '\ufdfa',
    '１２７.1',
    '㍿',
    'ａ．ｂ',
    'a。b',
    'a\u00adb',
  ],
  ...['\u200d', 'a\u200db', 'क्\u200dष', 'a\u200cb', 'שלום', 'שa', '1ש', 'ش1', 'عربي.test', '\u0301a', 'a..b'],
  ...[
    'xn--a',
    'axn--a',
    'xn--',
    'xn--a-',
    'XN--MNCHEN-3YA',
    'xn--mnchen-3yb',
    'xn--d4f',
    'xn--fa-hia',
    'xn--ls8h',
  ],
  ...[
    'xn--0',
    'xn--zn7c.com',
    'xn--iñvalid',
    'ab--cd',
    '-a-',
    'a_b',
    'a.',
    '.a',
    '.',
    'a\u2260b',
    '☃',
    '🙂',
    '💩',
  ],
  ...['\ufffd', '\ufdd0', '\u{e0001}', '\u2024', '⑳', '⒈com', '℀', '\u1806', '\u180e', '\u3164', '\u115f'],
].map((name) => `http://${name}/`)

const numbers = [
  ...[
    '127.1',
    '0x7f.1',
    '0177.0.0.1',
    '2130706433',
    '4294967296',
    '1.2.3.4.5',
    '256.1',
    '1.256',
    '0x',
    '0x.1',
  ],
  ...[
    '08',
    '09.1',
    '1.2.3.',
    '1..2',
    'a.1',
    'a.0x1',
    '0xg',
    '1e3',
    '+1',
    '01.02.03.004',
    '٣.1',
    '0x100000000',
  ],
  ...['[::1]', '[::]', '[1::2::3]', '[1:2:3:4:5:6:7:8]', '[1:2:3:4:5:6:7::]', '[::1.2.3.4]', '[::1.2.3.256]'],
  ...[
    '[::ffff:1.2.3.4]',
    '[fe80::1%25a]',
    '[::1',
    '::1',
    '[g::]',
    '[12345::]',
    '[::01]',
    '[1:0:0:2::]',
    '[v1.a]',
  ],
].map((host) => `http://${host}/`)

const spellings = [
  ...['HTTP://A.test', 'hTTps://a.test:443/', 'http://a.test:80', 'http://a.test:', 'http://a.test:00080/'],
  ...[
    'http://a.test:65535/',
    'http://a.test:65536/',
    'http://a.test:8x/',
    'http://a.test:-1/',
    'http://:80/',
  ],
  ...[
    'http:a.test',
    'http:/a.test',
    'http:///a.test',
    'http:\\\\a.test\\b',
    'http://a.test\\@b.test/',
    'http://a\\',
  ],
  ...[
    'http://u@a.test/',
    'http://u:p@a.test/',
    'http://u:p:q@a.test/',
    'http://@a.test',
    'http://u@',
    'http://@/',
  ],
  ...[
    'http://a@b@c.test/',
    'http://ü:ß@a.test/',
    'http://a%40b@c.test/',
    'http://u@/a.test',
    'http://a:b@:80/',
  ],
  ...[
    'ht\ttp://a.test',
    'http://a\n.test/',
    'http://a.test/\tb',
    ' http://a.test',
    'http://a.test/ \u0000',
    '\u0001http://a.test',
  ],
  ...[
    'http://a b/',
    'http://a%20b/',
    'http://a%00/',
    'http://a%2e/',
    'http://%61.test/',
    'http://a%zz/',
    'http://%/',
  ],
  ...[
    'http://%C3%BC.test/',
    'http://%ff.test/',
    'http://%E2%98%83/',
    'http://a%7Fb/',
    'http://a|b/',
    'http://a^b/',
  ],
  ...[
    'http://a<b/',
    'http://a{b}/',
    'http://a`b/',
    "http://a'b/",
    'http://a*b/',
    'http://a~b/',
    'http://a!$&()b/',
  ],
  ...[
    'ftp://a.test/',
    'ws://a.test/',
    'file:///a',
    'javascript:1',
    'fbgeo://48.2,16.4',
    'fbgeo://1,2/ü b',
    'mailto:a',
  ],
  ...[
    'http://',
    'http:',
    '//a.test',
    '/a',
    '',
    'http',
    'http://?',
    'http://#',
    'http:// ',
    'https://a.test#ü',
    'https://a.test?ü',
  ],
  ...[
    'http://a.test/../b',
    'http://a.test/%2e%2E/b.exe',
    'http://a.test/a/./b.png',
    'http://a.test/b.p%6eg',
    'http://a.test/ü.png',
  ],
  ...[
    'http://a.test/^`{}|"<>',
    'http://a.test/?^`{}|"<>\'',
    'http://a.test/#^`{}|"<>',
    'http://a.test/%zz%ü',
    'http://a.test/\u1c89',
  ],
]

/** Every URL of the lists. */
export const urls: readonly string[] = [
  ...spellings,
  ...numbers,
  ...internationalNames,
  ...normalForms,
  ...hostsOfLetters,
]

/** Texts in which case, marks, spaces and direction matter, for searches and names. */
export const texts: readonly string[] = [
  ...['İSTANBUL', 'ıstanbul', 'STRASSE', 'straße', 'ΟΔΟΣ', 'οδος', 'Ǆ', 'ﬀ', 'Å', 'e\u0301', 'é', 'K', 'ſ'],
  ...[
    '\u1c89\u1c8a',
    '\ua7cb',
    '\u0264',
    '\ua7dc',
    '\u019b',
    '\u{10d50}',
    '\u{10d70}',
    '\u{16ea0}',
    '\u{16ebb}',
  ],
  ...[
    'ᏣᎳᎩ',
    'Ა',
    'Ω',
    'ŉ',
    'ᾼ',
    '\u00a0a\u00a0',
    '\u180ea',
    '\ufeffa',
    '\u2028',
    '🏳️‍🌈',
    '١٢٣',
    'שלום',
    ' ',
    '',
  ],
]
