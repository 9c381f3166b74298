import type { Table } from '../../engine/store/table.ts'
import { isObject } from '../../engine/values/plain-object.ts'
import { shown } from '../values/scalars.ts'
import type { AreaEvent } from './event.ts'
import type { AreaFact } from './fact.ts'
import type { AreaAction, AreaEndpoint } from './operation.ts'

/** The parts of an area, each by name. */
interface AreaParts {
  readonly tables: Readonly<Record<string, Table>>
  readonly endpoints: Readonly<Record<string, AreaEndpoint>>
  readonly actions: Readonly<Record<string, AreaAction>>
  readonly events: Readonly<Record<string, AreaEvent>>
  readonly facts: Readonly<Record<string, AreaFact>>
}

type None = Readonly<Record<never, never>>

/** A chapter that a user adds to the service. */
export interface Area<
  T extends AreaParts['tables'] = AreaParts['tables'],
  E extends AreaParts['endpoints'] = AreaParts['endpoints'],
  A extends AreaParts['actions'] = AreaParts['actions'],
  V extends AreaParts['events'] = AreaParts['events'],
  N extends string = string,
  F extends AreaParts['facts'] = AreaParts['facts'],
> {
  readonly kind: 'area'
  readonly name: N
  readonly version: number
  readonly tables: T
  readonly endpoints: E
  readonly actions: A
  readonly events: V
  readonly facts: F
}

/** What `area` takes. */
interface AreaDefinition<T, E, A, V, F> {
  /** A whole number from 1. Raise it when snapshots of earlier versions cannot be read any more. */
  readonly version: number
  readonly tables?: T
  readonly endpoints?: E
  readonly actions?: A
  /** The events that its rules emit. */
  readonly events?: V
  /** The kinds of things that happen without the code under test, for `explore`. */
  readonly facts?: F
}

/**
 * Declares an area. A world has it by `createWorld({ areas: [area] })`.
 *
 * @param name Letters and digits, beginning with a lower-case letter. Rows, events and notices have it.
 */
export function area<
  const N extends string,
  T extends AreaParts['tables'] = None,
  E extends AreaParts['endpoints'] = None,
  A extends AreaParts['actions'] = None,
  V extends AreaParts['events'] = None,
  F extends AreaParts['facts'] = None,
>(name: N, definition: AreaDefinition<T, E, A, V, F>): Area<T, E, A, V, N, F> {
  if (typeof name !== 'string' || !isObject(definition))
    throw new TypeError(
      "area takes a name and what the area has, as in area('notes', { version: 1, tables: { notes } }), " +
        `got ${shown(name)}`,
    )
  const { version, tables, endpoints, actions, events, facts } = definition
  return Object.freeze({
    kind: 'area',
    name,
    version,
    // Without a part, its type has no members.
    tables: tables ?? ({} as T),
    endpoints: endpoints ?? ({} as E),
    actions: actions ?? ({} as A),
    events: events ?? ({} as V),
    facts: facts ?? ({} as F),
  })
}
