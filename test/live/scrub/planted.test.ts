import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { play } from '../../../src/live/compare/play.ts'
import { readTraffic } from '../../../src/live/compare/read-recording.ts'
import { scrubRecordings } from '../../../src/live/scrub/scrub.ts'
import { formats } from '../compare/formats.ts'
import { plantedSession } from './planted.ts'

/** `npm run check -- scrub` scrubs 1,000 recordings. */
const recordings = Number(process.env['FAUXGRAPH_RECORDINGS'] ?? 8)

/** The kinds of the values of a document, and the names of its members, without its texts. */
function structureOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(structureOf)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.entries(value).map(([name, member]) => [name, structureOf(member)])
}

/** The spellings of a text that a search would find in a file. */
function spellingsOf(text: string): readonly string[] {
  const inBase64 = ['', 'x', 'xx'].map((before) =>
    Buffer.from(before + text)
      .toString('base64')
      .slice(before === '' ? 0 : 4, -4),
  )
  const encoded = encodeURIComponent(text)
  return [text, encoded, encodeURIComponent(encoded), encoded.replaceAll('%20', '+'), ...inBase64].filter(
    (spelling) => spelling.length >= 6,
  )
}

const documentOf = (text: string): unknown =>
  text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : parse(text)

const differencesOf = (exchanges: Parameters<typeof play>[0]) =>
  play(exchanges).differences.map(({ call, path, kind }) => `${call} ${path} ${kind}`)

/** The form of a text: its signs, with one letter for all letters of a case, and one digit for all digits. */
const formOf = (text: string): string =>
  /^([0-9a-f]{32}|[0-9a-f]{64})$/.test(text)
    ? `${text.length} hexadecimal digits`
    : text
        .replace(/\p{Lu}/gu, 'A')
        .replace(/\p{Ll}/gu, 'a')
        .replace(/\d+\.\d+\.\d+\.\d+/g, 'IP')
        .replace(/\d/g, '0')

/** The form of a replacement: that of the secret, and in an address of mail a reserved domain of its length. */
const expectedForm = (value: string): string => {
  const [user = '', domain] = value.split('@')
  return formOf(domain === undefined ? value : `${user}@${'x'.repeat(domain.length - 5)}.test`)
}

test(`${recordings} recordings with secrets in every place have none left`, { timeout: 3_600_000 }, () => {
  const ways = new Set<string>()
  for (let seed = 0; seed < recordings; seed++) {
    const { exchanges, plants } = plantedSession(seed)
    const format = formats[seed % formats.length] ?? expect.unreachable('there are formats')
    const before = readTraffic(format.write(exchanges), 'recording')
    const { texts, unread } = scrubRecordings([before])
    const [text = ''] = texts
    const after = readTraffic(new TextEncoder().encode(text), 'recording')
    const at = `seed ${seed}, ${format.name}`

    expect([at, unread, after.format]).toEqual([at, {}, format.format])
    expect(structureOf(documentOf(text)), at).toEqual(structureOf(documentOf(before.text)))
    expect([at, differencesOf(after.exchanges)]).toEqual([at, differencesOf(before.exchanges)])

    const replacements = new Map<string, string>()
    for (const { secret, how, at: place, find } of plants) {
      const exchange = after.exchanges[place] ?? expect.unreachable('the exchange is there')
      const found = find(exchange)
      const where = `${at}: ${how}`
      for (const spelling of spellingsOf(secret.value))
        expect(text.includes(spelling), `${where}: ${spelling} is left`).toBe(false)
      expect([where, found], where).toEqual([where, replacements.get(secret.value) ?? found])
      expect(found, where).not.toBe(secret.value)
      expect([where, formOf(found)]).toEqual([where, expectedForm(secret.value)])
      replacements.set(secret.value, found)
      ways.add(how)
    }
    // Different secrets stay different.
    expect(new Set(replacements.values()).size).toBe(replacements.size)
  }
  expect(ways.size).toBeGreaterThan(Math.min(recordings * 20, 10_000))
})
