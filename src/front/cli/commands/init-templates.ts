/** The test runners for which `fauxgraph init` writes tests. */
export const runners = ['vitest', 'jest', 'node'] as const

/** A test runner. */
export type Runner = (typeof runners)[number]

/** The style of the tests of a project. */
export interface Project {
  readonly runner: Runner
  readonly typescript: boolean
  /** Whether tests are ES modules. Otherwise they are CommonJS. */
  readonly modules: boolean
}

/** The files that `fauxgraph init` writes, by path, and the command that runs them. */
export interface Templates {
  readonly files: Readonly<Record<string, string>>
  readonly command: string
}

/** A first scenario: the page publishes a post, and reads it. */
const scenario = `fauxgraph: 1
title: A post is published
given:
  # platform answers as the live service does, contract as the service description says.
  world: { policy: platform }
  starter: { publications: false }
steps:
  - title: The page publishes a post.
    call: publishPost
    as: $pageToken
    with: { page: $page, message: hello }
    save: { post: $.id }
  - title: The page reads it in its feed.
    call: listPageFeed
    as: $pageToken
    with: { page: $page }
    expect: { value: { data: [{ id: $post, message: hello }] } }
`

const scenarioPath = 'scenarios/post-is-published.yaml'

/** Writes imports of names, as ES modules or as CommonJS. */
function importsOf(modules: boolean, imports: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(imports)
    .map(([from, names]) =>
      modules
        ? `import { ${names.join(', ')} } from '${from}'`
        : `const { ${names.join(', ')} } = require('${from}')`,
    )
    .join('\n')
}

const publishes = (
  world: string,
  expectSuccess: string,
  expectPublished: string,
): string => `  const { page, pageToken } = ${world}.names
  const outcome = ${world}.as(pageToken).publishPost({ page, message: 'hello' })
  ${expectSuccess}
  ${expectPublished}`

const expires = (
  world: string,
  expectRefusal: string,
): string => `  const { page, pageToken } = ${world}.names
  const client = ${world}.as(pageToken)
  const photo = client.uploadPagePhoto({ page, url: 'https://img.test/a.png', published: false }).unwrap()
  ${world}.clock.advance('25h')
  const outcome = client.publishPost({ page, message: 'late', attached_media: [{ media_fbid: photo.id }] })
  ${expectRefusal}`

/** The function that makes the world in which each test and each run begins. */
const startWorld = `function startWorld() {
  // platform answers as the live service does, contract as the service description says.
  return createWorld({ policy: 'platform', starter: true })
}
`

/** The unit tests for the runners with `expect`. */
const expectTests = (world: string, parameter: string, play: string): string => `${play}

test('a post is published', (${parameter}) => {
${publishes(world, 'expect(outcome).toSucceed()', `expect(${world}).toHavePublished({ message: 'hello' })`)}
})

test('an unpublished photo expires after a day', (${parameter}) => {
${expires(world, 'expect(outcome).toBeRefusedWith(100)')}
})
`

const nodeImports = ['assertPublished', 'assertRefusedWith', 'assertSucceeds']

const nodeTests = `test.scenario('${scenarioPath}')

test('a post is published', ({ world }) => {
${publishes('world', 'assertSucceeds(outcome)', "assertPublished(world, { message: 'hello' })")}
})

test('an unpublished photo expires after a day', ({ world }) => {
${expires('world', 'assertRefusedWith(outcome, 100)')}
})
`

/** The code that the exploration runs: a job that posts once, and looks before it posts again. */
const exploredCode = (
  typed: boolean,
): string => `// The code under test: a job that posts once, also if an answer is lost.
function greeter({ fetch, baseUrl, names }${typed ? ': ProcessContext' : ''}) {
  const feed = \`\${baseUrl}/\${names.page}/feed\`
  async function greet() {
    const query = new URLSearchParams({ access_token: names.pageToken, fields: 'message' })
    const read = await fetch(\`\${feed}?\${query}\`)
    if (!read.ok) return
    const { data } = await read.json()
    if (data.some((post${typed ? ': { message?: string }' : ''}) => post.message === 'Good morning')) return
    const body = new URLSearchParams({ access_token: names.pageToken, message: 'Good morning' })
    await fetch(feed, { method: 'POST', body })
  }

  // A start while another one waits for its answer would post a second time.
  let isGreeting = false
  return async function greetAlone() {
    if (isGreeting) return
    isGreeting = true
    try {
      await greet()
    } finally {
      isGreeting = false
    }
  }
}
`

const explorationOptions = `{
  world: startWorld,
  sut: (context) => ({ jobs: { greet: { every: '1h', run: greeter(context) } } }),
  hostile: { people: false },
  runs: 60,
}`

function exploration({ runner, typescript, modules }: Project): string {
  const type = typescript ? "import type { ProcessContext } from 'fauxgraph/explore'\n" : ''
  if (runner !== 'jest') {
    const from = runner === 'vitest' ? 'fauxgraph/vitest' : 'fauxgraph/node-test'
    return `${type}${importsOf(modules, { fauxgraph: ['createWorld'], [from]: ['test'] })}

${startWorld}
${exploredCode(typescript)}
test.explore('greeter', ${explorationOptions})
`
  }
  const imports = { '@jest/globals': ['test'], fauxgraph: ['createWorld'], 'fauxgraph/explore': ['explore'] }
  return `${type}${importsOf(modules || typescript, imports)}

${startWorld}
${exploredCode(typescript)}
test('greeter', async () => {
  const report = await explore({
    name: 'greeter',
    ${explorationOptions.slice(4).replace(/\n\}$/, '').replaceAll('\n', '\n  ')}
  })
  report.throwIfFailed()
}, 120_000)
`
}

/** The `test` of fauxgraph under another name, as an import or a `require` has it. */
const worldTest = (modules: boolean): string => (modules ? 'test as worldTest' : 'test: worldTest')

const withStart = `const test = worldTest.baseline(startWorld)
`

function unitTest({ runner, typescript, modules }: Project): string {
  if (runner === 'node')
    return `${importsOf(modules, {
      fauxgraph: ['createWorld'],
      'fauxgraph/node-test': [...nodeImports, worldTest(modules)],
    })}

${startWorld}
${withStart}
${nodeTests}`
  if (runner === 'vitest')
    return `${importsOf(true, {
      vitest: ['expect'],
      fauxgraph: ['createWorld'],
      'fauxgraph/vitest': [worldTest(true)],
    })}

${startWorld}
${withStart}
${expectTests('world', '{ world }', `test.scenario('${scenarioPath}')`)}`
  const imports = {
    '@jest/globals': ['expect', 'test'],
    fauxgraph: ['createWorld'],
    'fauxgraph/jest': ['testScenario', 'useWorld'],
  }
  return `${importsOf(modules || typescript, imports)}

${startWorld}
const world = useWorld(startWorld)

${expectTests('world()', '', `testScenario('${scenarioPath}')`)}`
}

const commands = {
  vitest: () => 'npx vitest run',
  jest: ({ modules }: Project) => (modules ? 'NODE_OPTIONS=--experimental-vm-modules npx jest' : 'npx jest'),
  node: () => 'node --test',
}

/** Returns the files for a project. */
export function templatesFor(project: Project): Templates {
  const suffix = project.typescript ? 'ts' : 'js'
  return {
    files: {
      [`test/fauxgraph.test.${suffix}`]: unitTest(project),
      [`test/fauxgraph-explore.test.${suffix}`]: exploration(project),
      [scenarioPath]: scenario,
    },
    command:
      `${commands[project.runner](project)} ${project.runner === 'node' ? '' : 'test/fauxgraph'}`.trim(),
  }
}
