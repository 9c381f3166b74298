import type { InferredActions, InferredClient, InferredPolicy } from '../../.build/declarations/inferred.ts'
import type { ActionMethods, Client } from '../../src/generated/operations.ts'
import type { Policy } from '../../src/service/policy.ts'

/** Fails to compile where a value of one type is none of the other. */
type Assignable<To, From extends To> = From

/** The types that are written for users are those that follow from the schemas: `npm run typecheck` holds it. */
export type Held = [
  Assignable<InferredClient, Client>,
  Assignable<Client, InferredClient>,
  Assignable<InferredActions, ActionMethods>,
  Assignable<ActionMethods, InferredActions>,
  Assignable<InferredPolicy, Policy>,
  Assignable<Policy, InferredPolicy>,
]
