/**
 * Traces of worlds, and pages of them.
 *
 * @module fauxgraph/inspector
 */

export type { Trace, TraceStory } from '../world/history/trace-schema.ts'
export { traceSchema } from '../world/history/trace-schema.ts'
export type { StepLine, WorldStep } from '../world/history/world-step.ts'
export { tracePage } from './trace-page.ts'
