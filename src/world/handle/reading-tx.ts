import type { Tables } from '../../chapters/tables.ts'
import { open } from '../../engine/state/draft.ts'
import { indexesOf } from '../../engine/state/edge.ts'
import { service } from '../../machine/service-machine.ts'
import type { ServiceContents, ServiceState, Tx } from '../../service/routes/context.ts'

const indexes = indexesOf(service.schema)

/** Opens a transaction for reading. It is never committed. */
export const readingTx = ({ state }: { readonly state: ServiceState }): Tx =>
  open<Tables, ServiceContents>(state.graph, indexes)
