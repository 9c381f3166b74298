import { errorMessage } from '../../../engine/values/error-message.ts'
import type { StudyPlan } from '../../../simulation/study/check-study.ts'
import { baselineOf, type Replication, replicate } from '../../../simulation/study/replicate.ts'
import type { ReplicationTask } from '../../../simulation/study/study.ts'
import { loadStudy } from '../parts/study-file.ts'
import type { WorkerMessage } from '../parts/workers.ts'

/** One replication that a worker runs. */
export interface SimulateTask extends ReplicationTask {
  readonly file: string
  /** Its place in the order of all replications. */
  readonly place: number
}

/** The result of a task: a replication, or what is wrong with the study. */
export type SimulateResult = Replication | { readonly error: string; readonly isInput: true }

/** Runs the replications that the parent process asks for, until the parent disconnects. */
export async function runSimulateWorker(): Promise<void> {
  if (!process.send) throw new TypeError('simulate-worker is started by fauxgraph simulate alone')
  const send = (message: WorkerMessage<SimulateResult>) => void process.send?.(message)
  let loaded: Promise<{ readonly plan: StudyPlan; readonly base: unknown }> | undefined
  const load = async (file: string) => {
    const plan = await loadStudy(file)
    return { plan, base: baselineOf(plan) }
  }
  process.on('message', ({ file, variant, seed }: SimulateTask) => {
    loaded ??= load(file)
    loaded
      .then(({ plan, base }) => replicate(plan, base, variant, seed))
      .then(
        (result) => send({ result }),
        (error: unknown) => send({ result: { error: errorMessage(error), isInput: true } }),
      )
  })
  // A terminal interrupts all its processes: the parent ends this one when it has printed what is known.
  process.on('SIGINT', () => {})
  await new Promise((resolve) => process.once('disconnect', resolve))
}
