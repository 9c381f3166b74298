/** The entries that are ES modules alone: Vitest cannot be required. */
const onlyModules = './vitest ./vitest-reporter'

/** The commands that check the types of a tarball: for both kinds of modules, and for ES modules alone. */
export const typesChecks = (tarball) => [
  `npx --yes --package @arethetypeswrong/cli@0.18 attw "${tarball}" --profile node16 --exclude-entrypoints ${onlyModules}`,
  `npx --yes --package @arethetypeswrong/cli@0.18 attw "${tarball}" --profile esm-only --entrypoints ${onlyModules}`,
]
