import { playStory } from './play.ts'
import { playRequests } from './requests.ts'
import { playSimulation } from './simulation.ts'

// Run by a process of its own, in another time zone and locale than the test's, and by other versions of Node.
// It plays the story, and the requests and the simulation too when it is told so.
process.stdout.write(
  JSON.stringify({
    hour: new Date(0).getHours(),
    locale: Intl.NumberFormat().resolvedOptions().locale,
    frames: playStory(),
    answers: process.argv.includes('requests') ? [...playRequests(), ...playSimulation()] : [],
  }),
)
