import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  type CommandConfig,
  commandLines,
  csvFile,
  defineExploration,
  explore,
  jsonFile,
  sqliteFile,
  url,
} from '../../../src/explore/index.ts'
import { createWorld } from '../../../src/index.ts'
import { sample } from '../../chance.ts'
import { ownTemporaryFolder } from './working-folders.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const workingFolders = ownTemporaryFolder()
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'outside-bad-'))
  mkdirSync(join(folder, 'fixture'))
  symlinkSync(join(folder, 'fixture'), join(folder, 'link'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const asks = [
  process.execPath,
  '-e',
  "require('node:http').get(process.env.API + '/v24.0/me?access_token=' + process.env.TOKEN, (r) => r.resume())",
]
const env: CommandConfig['env'] = ({ names, baseUrl }) => ({ API: baseUrl, TOKEN: names.pageToken })

describe('wrong input ends with one message that says what to do, and leaves nothing behind', () => {
  const cases: readonly (readonly [title: string, config: Partial<CommandConfig>, message: RegExp])[] = [
    [
      'a command that does not exist',
      { command: ['no-such-program'] },
      /no-such-program was not found: check its name, and that its folder is in PATH/,
    ],
    [
      'a command that fails at its first start',
      { command: ['sh', '-c', 'echo "no module named requests" >&2; exit 1'] },
      /failed although nothing went wrong: .*ended with exit code 1: no module named requests\. Run it by hand/,
    ],
    [
      'a command that never calls the world',
      { command: [process.execPath, '-e', ''] },
      /never called the world: let it call https:\/\/graph\.facebook\.com by a client that follows HTTPS_PROXY/,
    ],
    [
      'a command that never ends',
      { command: ['sleep', '100'], endsWithin: '1s' },
      /did not end within 1 s although nothing went wrong: .*raise endsWithin/,
    ],
    [
      'a mirror that prints no JSON',
      { command: asks, mirror: { leads: commandLines(['echo', 'hello']) } },
      /a mirror needs JSON, but a line of echo hello has "hello"/,
    ],
    [
      'a mirror whose command does not exist',
      { command: asks, mirror: { leads: commandLines(['no-such-mirror']) } },
      /mirror leads \(no-such-mirror\) the command no-such-mirror was not found/,
    ],
    [
      'a reset that fails',
      { command: asks, reset: ['sh', '-c', 'echo no database; exit 2'] },
      /reset \(sh -c .*\) ended with exit code 2: no database/,
    ],
    [
      'a world that begins later than now',
      { command: asks, world: () => createWorld({ now: '2999-01-01' }) },
      /the world begins at 2999-01-01T00:00:00.000Z, which is later than now/,
    ],
  ]
  test.each(sample(cases, 4))('%s', async (_, config, message) => {
    const before = workingFolders()
    const options = defineExploration({ name: 'bad', root, env, command: asks, stories: false, ...config })
    await expect(explore(options)).rejects.toThrow(message)
    expect(workingFolders()).toEqual(before)
  })

  test('a folder that is a link', async () => {
    const options = defineExploration({ name: 'bad', root: folder, env, command: asks, folder: 'link' })
    await expect(explore(options)).rejects.toThrow(/link is a link: name .*fixture in its place/)
  })

  test.each([
    [{ command: [] }, /command must be a list of texts, such as \['python3', 'sync.py'\], got \[\]/],
    [{ command: 'python3 sync.py' }, /command must be a list of texts/],
    [{ command: ['a'], every: 'soon' }, /every must be a length of time such as '15m', got "soon"/],
    [{ command: ['a'], mirror: { leads: 'leads.db' } }, /mirror must be an object of mirrors/],
    [
      { command: ['a'], program: './main.ts' },
      /defineExploration has no option "program"; its options are name, .*command/,
    ],
    [{ command: ['a'], folder: 3 }, /folder must be a path, got 3/],
    [
      { command: ['a'], mirror: { leads: url('/leads') } },
      /mirror\.leads must be a url with its host, as a command has no server of its own, got "\/leads"/,
    ],
  ])('the configuration %j', (config, message) => {
    expect(() => defineExploration(config as never)).toThrow(message)
  })
})

test.each<readonly [title: string, make: () => unknown, message: RegExp]>([
  [
    'commandLines with a text',
    () => commandLines('python3 leads.py' as never),
    /the command of commandLines must be a list of texts, such as .*, got "python3 leads\.py"/,
  ],
  [
    'commandLines without a word',
    () => commandLines([]),
    /the command of commandLines must be a list .*, got \[\]/,
  ],
  [
    'sqliteFile without a query',
    () => Reflect.apply(sqliteFile, undefined, ['leads.db']),
    /the query of sqliteFile\('leads\.db'\) must be a text, such as 'select id from leads', got nothing/,
  ],
])('%s is refused when it is made', (_, make, message) => {
  expect(make).toThrow(message)
})

test('a mirror of a command may ask an address elsewhere, and that of a server its own', () => {
  const [elsewhere, own] = [url('http://localhost:1/leads'), url('/leads')]
  expect(() => defineExploration({ command: ['a'], mirror: { elsewhere } })).not.toThrow()
  expect(() => defineExploration({ server: { command: ['a'] }, mirror: { elsewhere, own } })).not.toThrow()
})

describe('mirrors read', () => {
  const view = () => ({
    folder,
    environment: process.env,
    names: {} as never,
    origin: undefined,
    world: createWorld(),
    run: async ([name = '', ...args]: readonly string[]) =>
      execFileSync(name, args, { cwd: folder, encoding: 'utf8' }),
  })
  test.each([
    ['the items of a JSON file', jsonFile('list.json'), '[1,{"a":2}]', 'list.json', [1, { a: 2 }]],
    [
      'the members of a JSON object',
      jsonFile('object.json'),
      '{"a":1,"b":2}',
      'object.json',
      [{ a: 1 }, { b: 2 }],
    ],
    [
      'the items of the lists in a JSON object',
      jsonFile('lists.json'),
      '{"since":1,"leads":["x","y"],"none":[]}',
      'lists.json',
      [{ since: 1 }, { leads: 'x' }, { leads: 'y' }],
    ],
    [
      'the rows of a CSV file',
      csvFile('leads.csv'),
      'id,name\n665306000000019,"A, B"\n2,C\n',
      'leads.csv',
      [
        { id: '665306000000019', name: 'A, B' },
        { id: '2', name: 'C' },
      ],
    ],
    [
      'what a command prints',
      commandLines(['cat', 'lines']),
      '{"id":1}\n\n"two"\n',
      'lines',
      [{ id: 1 }, 'two'],
    ],
    ['nothing of a file that is not there', jsonFile('none.json'), '', 'other', []],
    ['nothing of a database that is not there', sqliteFile('none.db', 'select 1'), '', 'other', []],
  ])('%s', async (_, mirror, text, file, entries) => {
    writeFileSync(join(folder, file), text)
    expect(await mirror(view())).toEqual(entries)
  })

  test('a query without the warning that the SQLite of Node is experimental', async () => {
    const warnings = vi.spyOn(process, 'emitWarning').mockReturnValue()
    class DatabaseSync {
      prepare = () => ({ all: () => [{ id: 1 }] })
      close() {}
    }
    const module = vi.spyOn(process, 'getBuiltinModule').mockImplementation(() => {
      process.emitWarning('SQLite is an experimental feature', 'ExperimentalWarning')
      return { DatabaseSync }
    })
    writeFileSync(join(folder, 'some.db'), '')
    const rows = await sqliteFile('some.db', 'select id from leads')(view())
    module.mockRestore()
    expect([rows, warnings.mock.calls]).toEqual([[{ id: 1 }], []])
    warnings.mockRestore()
  })

  test('an address that does not answer is named', async () => {
    await expect(url('http://127.0.0.1:9/leads')(view())).rejects.toThrow(
      /the mirror http:\/\/127\.0\.0\.1:9\/leads did not answer/,
    )
  })
})
