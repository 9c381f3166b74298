import { playStory } from './play.ts'

// Run by a process of its own, in another time zone and locale than the test's.
process.stdout.write(
  JSON.stringify({
    hour: new Date(0).getHours(),
    locale: Intl.NumberFormat().resolvedOptions().locale,
    frames: playStory(),
  }),
)
