import { readFileSync } from 'node:fs'
import { CheckStatus } from '@stryker-mutator/api/check'
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'
import { keyOf } from './mutants.mjs'

let sample = new Set()

/** Rejects every mutant outside the sample: Stryker draws no samples. Runs in a process of its own. */
const checker = {
  async init() {
    sample = new Set(JSON.parse(readFileSync(process.env['FAUXGRAPH_MUTANTS_SAMPLE'], 'utf8')))
  },
  async check(mutants) {
    const status = (mutant) => (sample.has(keyOf(mutant)) ? CheckStatus.Passed : CheckStatus.CompileError)
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, { status: status(mutant), reason: '' }]))
  },
  async group(mutants) {
    return [mutants.map(({ id }) => id)]
  },
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Checker, 'sample', checker)]
