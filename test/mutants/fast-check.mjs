import * as fastCheck from 'fast-check'

const most = Number(process.env['FAUXGRAPH_MUTANTS_CASES'])

const fewer = (options) => ({
  ...options,
  numRuns: Math.min(options?.numRuns ?? 100, most),
  endOnFailure: true,
})

/** fast-check with fewer cases for each property, and without a search for the smallest failing case. */
const fast = {
  ...fastCheck.default,
  assert: (property, options) => fastCheck.assert(property, fewer(options)),
}

export * from 'fast-check'
export { fast as default }
