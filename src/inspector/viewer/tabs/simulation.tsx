import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { mountSimulation } from '../simulation/mount.ts'
import type { PageData } from '../simulation/view.ts'

/** The timeline of a simulation. */
export function SimulationTab({ data }: { readonly data: PageData }): JSX.Element {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (place.current) mountSimulation(place.current, data)
  }, [data])
  return <div ref={place} class="simulation" />
}
