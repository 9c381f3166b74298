import type { Input, Ran } from '../engine/domain.ts'
import { readBy, shortText } from '../engine/schema/schema.ts'
import { z } from '../engine/schema/zod.ts'
import { emptyRing, type Ring } from '../engine/store/ring.ts'
import type { Json } from '../engine/values/guard.ts'
import { bounds } from '../service/contract/bounds.ts'
import { invalidParameter, parameterError } from '../service/contract/errors.ts'
import { forgetCalls } from '../service/ledger/rates.ts'
import { chosenPolicy, policySchema } from '../service/policy-schema.ts'
import type { ServiceTypes, ServiceWork } from '../service/routes/context.ts'
import { refused } from './refused.ts'
import { StarterNote } from './snapshot-check.ts'

const Configuration = z.object({
  seed: shortText(bounds.seedCharactersMax).optional(),
  // `chosenPolicy` checks it.
  policy: z.unknown().optional(),
  starter: StarterNote.optional(),
})

const emptied = <T extends Json>({ capacity, bytesMax }: Ring<T>): Ring<T> =>
  emptyRing(capacity ?? undefined, bytesMax ?? undefined)

/** Ends the set-up of the starter world: the ledger becomes that of a new world which knows these names. */
function beginWith(ledger: ServiceWork['ledger'], starter: z.output<typeof StarterNote>): void {
  forgetCalls(ledger)
  Object.assign(ledger, {
    sequence: 0,
    emitted: 0,
    events: emptied(ledger.events),
    calls: emptied(ledger.calls),
    notes: { ...(ledger.notes.areas && { areas: ledger.notes.areas }), starter },
  })
}

/** Runs an input of type `configure`: sets the seed, the policy, or the names of the starter world. */
export function runConfigure({ tx, ledger }: ServiceWork, input: Input): Ran<ServiceTypes> {
  const read = readBy(Configuration, input)
  if (!read.success) return refused(parameterError(read.error))
  const { seed, policy, starter } = read.data
  const chosen = policy === undefined ? undefined : chosenPolicy(policy, tx.settings)
  if (typeof chosen === 'string') return refused(invalidParameter(chosen))
  if (chosen) tx.configure(policySchema.parse(chosen))
  if (seed !== undefined) tx.reseed(seed)
  if (starter) beginWith(ledger, starter)
  return { outcome: { ok: true, value: {} } }
}
