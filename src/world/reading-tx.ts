import type { Tables } from '../areas/tables.ts'
import { open } from '../engine/draft.ts'
import { indexesOf } from '../engine/edge.ts'
import type { ServiceContents, ServiceState, Tx } from '../graph/context.ts'
import { service } from '../machine/service-machine.ts'

const indexes = indexesOf(service.schema)

/** Opens a transaction for reading. It is never committed. */
export const readingTx = ({ state }: { readonly state: ServiceState }): Tx =>
  open<Tables, ServiceContents>(state.graph, indexes)
