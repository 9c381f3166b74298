import type { Tables } from '../../chapters/tables.ts'
import type { Outbox } from '../../chapters/webhooks/outbox.ts'
import type { Work } from '../../engine/domain.ts'
import type { Step } from '../../engine/machine.ts'
import type { Outcome } from '../../engine/outcome.ts'
import type { State } from '../../engine/state/state.ts'
import type { NodeOf } from '../../engine/store/table.ts'
import type { CallAnswer } from '../call-answer.ts'
import type { CallEntry } from '../call-entry.ts'
import type { AreaVersions } from '../contract/area-versions.ts'
import type { GraphError } from '../contract/errors.ts'
import type { ArmedRule } from '../ledger/fault-rule.ts'
import type { Policy } from '../policy.ts'
import type { ArmedStub } from '../stubs/stub.ts'

/** The contents of a state of the service, except its rows. */
export interface ServiceContents {
  readonly settings: Policy
  readonly notes: {
    /** The areas of the user, in a world with areas. */
    readonly areas?: AreaVersions
    readonly faults?: readonly ArmedRule[]
    /** The names of the starter world. */
    readonly starter?: { readonly [name: string]: string }
    /** Endpoints that the user added. */
    readonly stubs?: readonly ArmedStub[]
    readonly webhooks?: Outbox
  }
  readonly call: CallEntry
}

/** The types of the states and outcomes of the service. */
export interface ServiceStepTypes {
  readonly contents: ServiceContents
  readonly error: GraphError
  readonly answer: CallAnswer
}

/** The types of the service as a domain of the engine. */
export interface ServiceTypes extends ServiceStepTypes {
  readonly tables: Tables
}

/** The graph and the ledger of a world. A state never changes: a step returns the next one. */
export type ServiceState = State<ServiceContents>

/** The result of one step of the service. */
export type ServiceStep = Step<ServiceStepTypes>

/** The outcome of an input of the service. */
export type ServiceOutcome = Outcome<GraphError>

/** The graph and the ledger of one step, as the machine passes them to the service. */
export type ServiceWork = Work<ServiceTypes>

/** A transaction on the tables of the service. */
export type Tx = ServiceWork['tx']

/** A row of any table. */
export type Node = NodeOf<Tables>
