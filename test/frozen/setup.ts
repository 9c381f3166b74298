import { service } from '../../src/machine/service-machine.ts'
import { frozenStep } from './freeze.ts'

// `npm run check -- frozen` runs the suite in the frozen mode.
service.step = frozenStep()
