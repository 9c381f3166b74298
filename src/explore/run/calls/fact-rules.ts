import type { Outcome } from '../../../engine/outcome.ts'
import type { World } from '../../../world/world.ts'
import type { Targets } from '../targets.ts'
import type { FactName } from './fact-names.ts'

/** The arguments of a fact: the world, the name of the new object, and the id of the changed one. */
export interface Happening {
  readonly world: World
  readonly targets: Targets
  readonly name: string
  readonly changed: string
  /** Returns the post that people comment on. */
  readonly commented: () => string | undefined
}

/** A kind of fact: what it makes or changes, what it needs, and how it happens. */
export interface FactRule {
  readonly kind: FactName
  /** One such fact as a sentence, and the rest of a sentence that begins with a number of them. */
  readonly text: readonly [one: string, many: string]
  /** The area that declares it. */
  readonly area?: string
  /** The word for what it makes, such as `lead` in `lead A`. */
  readonly noun?: string
  /** The table of the row that it makes. */
  readonly table?: string
  /** The table of the row that it changes or removes. */
  readonly changes?: string
  /** Whether it never happens many times at once: hardly anybody has more pages than a list shows at once. */
  readonly isRare?: boolean
  /** The objects of the world without which it cannot happen. */
  readonly needs: readonly (keyof Targets)[]
  readonly happen: (happening: Happening) => Outcome | undefined
}

/** Kinds of facts by their names. */
export type FactRules = ReadonlyMap<string, FactRule>

/** Whether a kind of fact changes or removes what another made. */
export const isChange = ({ changes }: FactRule): boolean => changes !== undefined

/** Whether a kind of fact may happen many times at once. */
export const isFrequent = (rule: FactRule): boolean => !isChange(rule) && rule.isRare !== true

/** Whether a world has what a kind of fact needs. */
export const isPossible = (targets: Targets, { needs }: FactRule): boolean =>
  needs.every((name) => targets[name] !== undefined)
