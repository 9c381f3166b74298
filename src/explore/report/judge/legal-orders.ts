import type { Played } from '../../search/play/play.ts'

type Incidents = Played['incidents']

/** The number of commands with errors that may have been carried out; the others are expected not to. */
const OPEN_MAX = 3

const textOf = ({ step }: Incidents[number]): string => JSON.stringify(step)

/** Whether two incidents are one command, with values that may differ. */
const isOneCommand = (one: Incidents[number], { step }: Incidents[number]): boolean =>
  one.step.do === 'command' && step.do === 'command' && one.step.command === step.command

/** The command that repeats one which showed an error, and succeeds; undefined if none does. */
function repetitionOf(incidents: Incidents, incident: Incidents[number], index: number) {
  if (!incident.failed) return undefined
  const isEqual = (other: Incidents[number]) => textOf(other) === textOf(incident)
  // A person who asks for another value meanwhile wants something else.
  const next = incidents
    .slice(index + 1)
    .find((other) => (isEqual(other) ? !other.failed : isOneCommand(other, incident)))
  return next !== undefined && isEqual(next) ? next : undefined
}

/** The commands that showed an error and were repeated with success, each with its repetition. */
export const repetitions = (incidents: Incidents): [failed: Incidents[number], again: Incidents[number]][] =>
  incidents.flatMap((incident, index) => {
    const again = repetitionOf(incidents, incident, index)
    return again ? [[incident, again]] : []
  })

/**
 * The facts and commands that a run may end as. A person who sees the error of a command repeats it or not:
 * both ends are legal. If they repeat it with success, and did not ask for something else in between, the two
 * are one command.
 */
export function legalOrders(incidents: Incidents): Incidents[] {
  const single = incidents.filter((incident, index) => !repetitionOf(incidents, incident, index))
  const open = single.filter(({ failed }) => failed).slice(0, OPEN_MAX)
  return Array.from({ length: 2 ** open.length }, (_, chosen) =>
    single
      .filter((incident) => !incident.failed || (chosen >> open.indexOf(incident)) % 2 === 1)
      .map(({ step, at }) => ({ step, at })),
  )
}
