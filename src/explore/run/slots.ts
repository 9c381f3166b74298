/** One of the processes that run side by side, as far as it lives. */
interface Living {
  /** The number of the process: no other process of the run has it. */
  readonly epoch: number
}

/** The processes of a run, and the one that goes on now. */
interface Side<S extends Living> {
  readonly slots: readonly S[]
  slot: S
}

/** The process with a number; undefined if it has died. */
export function slotOf<S extends Living>({ slots }: { readonly slots: readonly S[] }, epoch: number) {
  for (const slot of slots) if (slot.epoch === epoch) return slot
  return undefined
}

/** Whether the process with a number lives. */
export const isLive = (run: { readonly slots: readonly Living[] }, epoch: number): boolean =>
  slotOf(run, epoch) !== undefined

/** Goes on with the process that work belongs to. */
export function enter<S extends Living>(run: Side<S>, { epoch }: Living): void {
  run.slot = slotOf(run, epoch) ?? run.slot
}

/** Goes on with the next process that can do something, as a load balancer would. */
export function enterNext<S extends Living>(
  run: Side<S> & { handed: number },
  can: (slot: S) => boolean,
): S | undefined {
  const able = run.slots.filter(can)
  const next = able[run.handed++ % Math.max(1, able.length)]
  run.slot = next ?? run.slot
  return next
}

/** Whether a process is to be started. */
export const isToStart = ({ epoch, started }: Living & { readonly started: number }): boolean =>
  epoch !== started

/** Visits the periodic work of all processes. */
export function* allWorks<Work>({
  slots,
}: {
  readonly slots: readonly { readonly works: ReadonlyMap<string, Work> }[]
}): Generator<Work> {
  for (const { works } of slots) yield* works.values()
}
