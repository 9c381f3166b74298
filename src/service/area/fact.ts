import type { z } from '../../engine/schema/zod.ts'
import type { Table } from '../../engine/store/table.ts'
import type { AreaAction } from './operation.ts'
import type { AnyTable, AreaRow } from './tables.ts'
import type { AreaReader } from './tx.ts'

/** What the parameters of a fact are made from. */
export interface FactContext<C extends Table | undefined> {
  /** A name such as `issue A`: of what the fact makes, or of what it changes. */
  readonly name: string
  /** The row that the fact changes. */
  readonly row: C extends Table ? AreaRow<C> : undefined
  /** Reads the rows of the world. */
  readonly tx: AreaReader
  /** Returns the row of a table to which facts happen: that of the starter world, or else the first one. */
  readonly target: <T extends AnyTable>(table: T) => AreaRow<T> | undefined
  /** Virtual time, in Unix milliseconds. */
  readonly now: number
}

/** A kind of fact: something that may happen while an exploration runs, without the code under test. */
export interface AreaFact<P extends z.ZodType = z.ZodType, C extends Table | undefined = Table | undefined> {
  readonly kind: 'fact'
  /** The fact as a sentence, such as `somebody reports an issue`, or `the newest issue is closed`. */
  readonly text: string
  /** The action of the area by which it happens. */
  readonly action: AreaAction<P>
  /** The table of the row that it makes. */
  readonly makes?: Table
  /** The word for what it makes, such as `issue` in `issue A`. */
  readonly noun?: string
  /** The table of the row that it changes or removes: the newest one, unless a story names another. */
  readonly changes?: C
  /** Whether it never happens many times at once. */
  readonly rare?: boolean
  /** Returns the parameters of the action; undefined if it cannot happen. It must follow from its context. */
  params(context: FactContext<C>): z.input<P> | undefined
}

/** Declares a kind of fact. Its name is the name of the area, a dot, and its own name. */
export const fact = <P extends z.ZodType, C extends Table | undefined = undefined>(
  definition: Omit<AreaFact<P, C>, 'kind'>,
): AreaFact<P, C> => Object.freeze({ kind: 'fact', ...definition })
