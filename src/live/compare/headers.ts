import { lowerAscii } from '../../service/values/letter-case.ts'
import type { NameMap } from './names.ts'
import { compareValues, type ValueDifference } from './values.ts'

const same = (text: string): string => text

/** The scheme of a challenge. The rest is the text of an error. */
const scheme = (text: string): string => lowerAscii(text.replace(/\s.*/s, ''))

/** Returns the media type, and the charset if both answers name one: recorders often leave it out. */
const mediaType = (text: string, other: string): string => {
  const isBare = [text, other].some((value) => !/charset/i.test(value))
  return lowerAscii(isBare ? text.replace(/;.*/s, '') : text).replace(/\s/g, '')
}

/** Whether a client may keep the answer. */
const isStored = (text: string): string => String(!/\bno-store\b/i.test(text))

/** The headers that are compared if the recording has them, by what of them matters to a client. */
const comparedHeaders: Readonly<Record<string, (text: string, other: string) => string>> = {
  'content-type': mediaType,
  'facebook-api-version': same,
  'www-authenticate': scheme,
  'retry-after': same,
  'cache-control': isStored,
  pragma: lowerAscii,
}

/** Compares the headers that matter. A recorder may have left out those that the recording lacks. */
export function headerDifferences(
  names: NameMap,
  recorded: Readonly<Record<string, string>>,
  simulated: Readonly<Record<string, string | undefined>>,
): ValueDifference[] {
  const header = (name: string) => ({
    path: `headers.${name}`,
    kind: 'header' as const,
    recorded: recorded[name],
    simulated: simulated[name],
  })
  const { location } = recorded
  const moved = location === undefined ? [] : compareValues(names, location, simulated['location'])
  const others = Object.entries(comparedHeaders).flatMap(([name, read]) => {
    const [left, right] = [recorded[name], simulated[name]]
    if (left === undefined || (right !== undefined && read(left, right) === read(right, left))) return []
    return [header(name)]
  })
  return [...moved.map(({ note }) => ({ ...header('location'), ...(note && { note }) })), ...others]
}
