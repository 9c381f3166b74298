import { playBytes } from './bytes.ts'
import { playStory } from './play.ts'
import { playRequests } from './requests.ts'
import { playSimulation } from './simulation.ts'
import { playStudy } from './study.ts'

// Run by a process of its own, in another time zone and locale than the test's, and by other versions of Node.
// It plays the story, and the requests, the simulation, the study and the bytes too when it is told so. A zone that it is
// given, it enters afterwards, and plays the story there.
const [zone] = process.argv.slice(2).filter((word) => word !== 'requests')

const place = () => ({ hour: new Date(0).getHours(), frames: playStory() })

const here = {
  locale: Intl.NumberFormat().resolvedOptions().locale,
  ...place(),
  answers: process.argv.includes('requests')
    ? [...playRequests(), ...playSimulation(), ...playStudy(), ...(await playBytes())]
    : [],
}
if (zone !== undefined) process.env['TZ'] = zone
process.stdout.write(JSON.stringify({ ...here, ...(zone !== undefined && { there: place() }) }))
