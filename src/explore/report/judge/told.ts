import type { Run } from '../../run/run.ts'
import { isThing } from './things.ts'

/** The words for rows of the world, by table. */
const nouns: Readonly<Record<string, string>> = {
  adAccounts: 'the ad account',
  adImages: 'the image',
  adSets: 'the ad set',
  ads: 'the ad',
  campaigns: 'the campaign',
  comments: 'the comment',
  creatives: 'the creative',
  instagramMedia: 'the media',
  leads: 'the lead',
  photos: 'the photo',
  posts: 'the post',
}

/** The words for a row of a table. */
export const nounOf = (table: string, unknown = 'an object'): string =>
  nouns[table] ?? (table.includes('.') ? `the row of ${table}` : unknown)

const isName = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The first answer of a lead: mostly a name or an address. */
function firstAnswer(row: object): unknown {
  const answers: unknown = Reflect.get(row, 'answers')
  const [first]: unknown[] = Array.isArray(answers) ? answers : []
  const values: unknown = typeof first === 'object' && first !== null ? Reflect.get(first, 'values') : []
  return Array.isArray(values) ? values[0] : undefined
}

/** The member that people know a row by. */
export function nameOf(row: object): string | undefined {
  const members = ['message', 'name', 'caption', 'title', 'text']
  return [...members.map((member): unknown => Reflect.get(row, member)), firstAnswer(row)].find(isName)
}

/** The names of facts, behind the id of their page. */
const ofFact = /\d{15,20}_(post|comment) /g

/** A text whose words for a row are not there twice, as in `the post the post 'Hello'`. */
const withoutEchoes = (text: string): string =>
  Object.values(nouns).reduce((told, noun) => told.replaceAll(`${noun} ${noun} '`, `${noun} '`), text)

/** An id alone, or that of a post behind the id of its page. */
const idAlone = /^(?:\d{15,}_)?(\d{15,})$/

/** A text for people: names in place of the ids of things that were in the world before, if they have one. */
export function namedText(text: string, { world: { state }, facts }: Pick<Run, 'world' | 'facts'>): string {
  // An id in an address stays: with words in it, nobody could read the address.
  const named = text.replace(ofFact, '$1 ').replace(/[/=]?\w+/g, (word) => {
    const row = state.graph.rows.get(Number(idAlone.exec(word)?.[1]))
    const name = row && isThing(row, { facts }) ? nameOf(row) : undefined
    return row === undefined || name === undefined ? word : `${nounOf(row.kind)} '${name}'`
  })
  return withoutEchoes(named)
}
