/** The entries of the package, with their sources. */
export const entries = {
  index: 'src/index.ts',
  node: 'src/adapters/node/index.ts',
  check: 'src/check/index.ts',
  jest: 'src/jest/index.ts',
  'node-test': 'src/node-test/index.ts',
}

/** The entries that exist only as ES modules: vitest itself cannot be required, and nobody imports a command. */
export const moduleEntries = { vitest: 'src/vitest/index.ts', cli: 'src/cli/main.ts' }
