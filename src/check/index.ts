export { arbitraries, type CallParameters, type ParameterClass } from './arbitraries.ts'
export { invariants } from './invariants.ts'
export { worldCommands } from './world-commands.ts'
