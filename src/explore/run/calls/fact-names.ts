import type { AreaFactName, AreaFacts } from '../../../service/area/client.ts'
import type { World } from '../../../world/world.ts'

/** The kinds of facts: changes of the world that the code under test does not make. */
export const factKinds = [
  'lead',
  'post',
  'pagePost',
  'editedPost',
  'deletedPost',
  'comment',
  'reaction',
  'photo',
  'campaign',
  'pausedCampaign',
  'deletedCampaign',
  'adImage',
  'catalogEvents',
  'indicator',
  'page',
] as const

/** A fact of the service that `explore` can make happen, such as a lead. */
export type FactKind = (typeof factKinds)[number]

/** A kind of fact of the service, or of an area, such as `tracker.issueReported`. */
export type FactName = FactKind | AreaFactName

/** The kinds of facts of the areas of a world; those of any area, if its type names none. */
export type FactsOf<W> = [W] extends [World<infer A>]
  ? [A] extends [never]
    ? AreaFactName
    : AreaFacts<A>
  : never
