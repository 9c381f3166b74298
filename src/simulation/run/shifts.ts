import { type CapacitySchedule, restOfHour } from '../load/schedule.ts'
import { setCapacity } from './resources.ts'
import { addGauge } from './series.ts'
import { nowOf, type Simulation, scheduleEntry } from './simulation.ts'

/** Lets the places of resources change with the hours of their schedules. */
export function beginShifts(run: Simulation): void {
  for (const [name, capacity] of run.plan.resources) {
    const resource = run.resources.get(name)
    if (typeof capacity === 'number' || !resource) continue
    if (run.plan.every !== undefined)
      addGauge(run.metrics, `resources.${name}.capacity`, () => resource.capacity)
    const change = ({ hours, timeZone }: CapacitySchedule) => {
      const { end, value } = restOfHour(nowOf(run), hours, timeZone)
      if (value !== resource.capacity) setCapacity(resource, value, nowOf(run))
      scheduleEntry(run, end, () => change(capacity), -1)
    }
    change(capacity)
  }
}
