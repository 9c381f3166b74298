import type { OutboxActions } from '../chapters/webhooks/outbox-changes.ts'
import type { Schema } from '../engine/store/table.ts'
import type { AreaVersions } from './contract/area-versions.ts'
import type { Node, ServiceWork, Tx } from './routes/context.ts'
import type { Action } from './routes/define.ts'
import type { ReadContext } from './routes/read-context.ts'
import type { Routes } from './routes/route.ts'
import type { StubFunction } from './stubs/stub-function.ts'
import type { Expander } from './views/selection.ts'

/** What a world can do: its operations by name, and its tables. */
export interface Registry {
  readonly tables: Schema
  readonly routes: Routes
  /** Selects the edges and nodes within records, for worlds beyond the description. */
  readonly expander: Expander
  readonly actions: Readonly<Record<string, Action>>
  /** Whether the caller may see an existing node. */
  readonly isVisible: (seen: ReadContext, node: Node) => boolean
  /** The outbox of webhooks, for actions. */
  readonly outbox: (tx: Tx, ledger: ServiceWork['ledger']) => OutboxActions
  /** Queues the notices of what a call or an action that succeeded has changed. */
  readonly noteChanges: (work: ServiceWork) => void
  /** The areas of the user that it contains; undefined if it contains none. */
  readonly areas?: AreaVersions
  /** Runs a call or an action of a world with areas, whose code must not read its surroundings. */
  readonly sealed?: <T>(run: () => T) => T
  /** The functions of stubs by name, which are options of a world. */
  readonly stubFunctions?: ReadonlyMap<string, StubFunction>
}
