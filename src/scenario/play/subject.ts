import type { Json } from '../../engine/values/guard.ts'
import { handleOf } from '../../world/handles.ts'
import type { Explanation } from '../../world/history/why.ts'
import type { World } from '../../world/world.ts'
import type { StepExpectation } from '../read/expectation-schema.ts'
import type { ResolveScope } from '../read/references.ts'
import type { ScenarioStep } from '../read/step-schema.ts'
import { type ActingStep, actOnWorld } from './act.ts'
import { explainable, type Sending } from './call.ts'
import { logMarks, observe } from './observe.ts'
import type { StepOutcome } from './outcome.ts'

/** The service at which a scenario is played. */
export interface Subject {
  /** Returns its time, in Unix milliseconds. */
  readonly now: () => number
  /** Does what a step does outside the API. Throws a TypeError or a RangeError if it cannot be done. */
  readonly act: (step: ActingStep, scope: ResolveScope) => StepOutcome
  /** Begins to watch the service, before a step is played. */
  readonly watch: (step: ScenarioStep) => StepWatch
}

/** The observation of one step. */
export interface StepWatch {
  /** Is told what the step sends. Returns what explains the call, if the service can be asked. */
  readonly sends: (sending: Sending) => (() => Explanation) | undefined
  /** Returns what is expected of the step here, once its outcome is known. */
  readonly expects: (outcome: StepOutcome) => StepExpectation | undefined
  /** Returns what is compared with a member of the expectation. */
  readonly observe: (member: keyof StepExpectation, outcome: StepOutcome) => Json | undefined
}

/** Returns a world as the service of a scenario. */
export const worldSubject = (world: World): Subject => ({
  now: () => world.clock.now,
  act: (step, scope) => actOnWorld(world, handleOf(world), step, scope),
  watch({ expect }) {
    const before = logMarks(world)
    const { length } = world.history
    let explained: Explanation | undefined
    return {
      sends(sending) {
        if (expect?.why !== undefined) explained = world.why(explainable(sending))
        return () => explained ?? world.history.at(length).why(explainable(sending))
      },
      expects: () => expect,
      observe: (member, outcome) => observe(member, { world, outcome, before, explanation: explained }),
    }
  },
})
