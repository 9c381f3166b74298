import type { Played } from './run/play.ts'

type Incidents = Played['incidents']

/** The number of commands with errors that may have been carried out; the others are expected not to. */
const OPEN_MAX = 3

const textOf = ({ step }: Incidents[number]): string => JSON.stringify(step)

/** Whether an incident is the same command with another value: the person wants something else meanwhile. */
const isOtherWish = ({ step }: Incidents[number], wish: Incidents[number]): boolean =>
  step.do === 'command' &&
  wish.step.do === 'command' &&
  step.command === wish.step.command &&
  JSON.stringify(step) !== textOf(wish)

/**
 * The facts and commands that a run may end as. A person who sees the error of a command repeats it or not:
 * both ends are legal. If they repeat it with success, and did not ask for something else in between, the two
 * are one command.
 */
export function legalOrders(incidents: Incidents): Incidents[] {
  const isRepeated = (incident: Incidents[number], place: number) => {
    if (!incident.failed) return false
    const later = incidents.slice(place + 1)
    const end = later.findIndex((other) => isOtherWish(other, incident))
    return later
      .slice(0, end < 0 ? undefined : end)
      .some((other) => !other.failed && textOf(other) === textOf(incident))
  }
  const single = incidents.filter((incident, place) => !isRepeated(incident, place))
  const open = single.filter(({ failed }) => failed).slice(0, OPEN_MAX)
  return Array.from({ length: 2 ** open.length }, (_, chosen) =>
    single
      .filter((incident) => !incident.failed || (chosen >> open.indexOf(incident)) % 2 === 1)
      .map(({ step, at }) => ({ step, at })),
  )
}
