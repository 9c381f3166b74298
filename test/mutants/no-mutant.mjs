// A reused thread still has the mutant of the run before: a test file loads without any.
const stryker = globalThis['__stryker__']
if (stryker) stryker.activeMutant = undefined
