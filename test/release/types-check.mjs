/** The entries that are ES modules alone: Vitest cannot be required. */
const onlyModules = './vitest ./vitest-reporter'

// What requires ./vitest gets a file that says why it cannot: its types are those of the module (false-esm).
/** The commands that check the types of a tarball: for both kinds of modules, and for ES modules alone. */
export const typesChecks = (tarball) => [
  `npx --yes --package @arethetypeswrong/cli@0.18 attw "${tarball}" --profile node16 --exclude-entrypoints ${onlyModules}`,
  `npx --yes --package @arethetypeswrong/cli@0.18 attw "${tarball}" --profile esm-only --ignore-rules false-esm --entrypoints ${onlyModules}`,
]
