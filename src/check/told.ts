import type { World } from '../world/world.ts'
import { isThing } from './things.ts'

/** The words for rows of the world, by table. */
export const nouns: Readonly<Record<string, string>> = {
  adAccounts: 'the ad account',
  adImages: 'the image',
  adSets: 'the ad set',
  ads: 'the ad',
  campaigns: 'the campaign',
  comments: 'the comment',
  creatives: 'the creative',
  leads: 'the lead',
  photos: 'the photo',
  posts: 'the post',
}

/** The member that people know a row by. */
export function nameOf(row: object): string | undefined {
  const known = ['message', 'name', 'caption', 'title', 'text'].map((member): unknown =>
    Reflect.get(row, member),
  )
  return known.find((value): value is string => typeof value === 'string' && value !== '')
}

/** The names of facts, behind the id of their page. */
const ofFact = /\d{15,20}_(post|comment) /g

/** A text for people: names in place of the ids of things that were in the world before, if they have one. */
export const told = (text: string, { state }: World): string =>
  text.replace(ofFact, '$1 ').replace(/(?:\d{15,}_)?(\d{15,})/g, (id, digits: string) => {
    const row = state.graph.rows.get(Number(digits))
    const name = row && isThing(row.kind) ? nameOf(row) : undefined
    return row === undefined || name === undefined ? id : `${nouns[row.kind]} '${name}'`
  })
