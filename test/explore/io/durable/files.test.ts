import fs, { createReadStream, createWriteStream, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { explore } from '../../../../src/explore/explore.ts'
import type { DurablePart } from '../../../../src/explore/io/durable/part.ts'
import { type FilesOptions, files } from '../../../../src/explore/io/files/files.ts'
import { programFolder, type WithLifecycle } from '../../../../src/explore/run/lifecycle.ts'
import type { ExploreOptions, Hostile } from '../../../../src/explore/run/options/options.ts'
import { isLong } from '../../../chance.ts'
import { starterWorld } from '../../../gallery/program.ts'
import { exploreFiles, writeProgram } from '../../program/scratch.ts'

/** A program that keeps leads in a JSON file. `save` is the part that differs. */
const keeper = (save: string) => ({
  'main.ts': `
import fs from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
const path = './data/leads.json'
const load = () => fs.existsSync(path) ? JSON.parse(fs.readFileSync(path, 'utf8')) : { since: 0, leads: [] }
${save}
export async function sync() {
  const { since } = load()
  const found = []
  let next = \`https://graph.facebook.com/\${process.env.FORM}/leads?limit=25&access_token=\${process.env.TOKEN}\`
  while (next) {
    const page = await (await fetch(next)).json()
    if (page.error) throw new Error(page.error.message)
    found.push(...page.data)
    next = page.paging?.next
  }
  const times = found.map((lead) => Date.parse(lead.created_time))
  await save(found.filter((_, place) => times[place] >= since).map((lead) => lead.id), Math.max(since, ...times))
}`,
})

/** One write, to a new file that then takes the place of the old one. */
const atomic = `async function save(ids, since) {
  const { leads } = load()
  const all = [...leads, ...ids.filter((id) => !leads.includes(id))]
  fs.writeFileSync(path + '.tmp', JSON.stringify({ since, leads: all }))
  fs.renameSync(path + '.tmp', path)
}`
/** One write in place. */
const inPlace = `async function save(ids, since) {
  const { leads } = load()
  fs.writeFileSync(path, JSON.stringify({ since, leads: [...new Set([...leads, ...ids])] }))
}`
/** The same, but two starts that overlap write the same new file. */
const overlapping = `async function save(ids, since) {
  const { leads } = load()
  const all = [...leads, ...ids.filter((id) => !leads.includes(id))]
  await writeFile(path + '.tmp', JSON.stringify({ since, leads: all }))
  await rename(path + '.tmp', path)
}`
const checkpointFirst = `async function save(ids, since) {
  fs.writeFileSync(path, JSON.stringify({ ...load(), since }))
  await writeFile(path, JSON.stringify({ since, leads: [...new Set([...load().leads, ...ids])] }))
}`
/** Appends, without a look at what is there. */
const appended = `function save(ids, since) {
  return new Promise((resolve, reject) => {
    fs.appendFile('./data/log.txt', ids.map((id) => id + '\\n').join(''), (error) => {
      if (error) return reject(error)
      fs.writeFileSync(path, JSON.stringify({ since: since + 1, leads: [] }))
      resolve(undefined)
    })
  })
}`

const leads = (read: (path: string) => string | undefined): string[] => [
  ...JSON.parse(read('leads.json') ?? '{"leads":[]}').leads,
  ...(read('log.txt') ?? '').split('\n').filter((line) => line !== ''),
]

test.each<[title: string, save: string, hostile: Hostile, found: RegExp]>([
  ['a new file that is renamed is whole', atomic, { torn: true }, /^$/],
  ['a file that is written in place is whole as long as no write is torn', inPlace, {}, /^$/],
  [
    'a file that is written in place is broken by a torn write',
    inPlace,
    { torn: true },
    /JSON.*in the middle of it/s,
  ],
  ['a new file that two starts share is gone for one of them', overlapping, {}, /leads|rename/],
  ['a checkpoint before the leads loses leads', checkpointFirst, {}, /leads lost/],
  ['lines that are appended again are there twice', appended, {}, /leads has/],
])('%s', { timeout: 60_000 }, async (_title, save, hostile, found) => {
  const isRight = found.source === '^$'
  for (const seed of isRight || !isLong ? [1] : [1, 2]) {
    const report = await exploreFiles(keeper(save), {
      database: files('./data', { contents: {}, mirror: { leads } }),
      jobs: { sync: { every: '15m', run: ({ exports }) => exports['sync']?.() } },
      environment: ['lead'],
      hostile,
      kinds: 1,
      seed,
      runs: isRight ? (isLong ? 80 : 15) : 300,
    })
    expect(report.failures.map(({ text }) => text).join()).toMatch(found)
    expect(report.nondeterminism).toBeUndefined()
    expect(report.ok).toBe(isRight)
  }
})

/** Runs `work` once at the first start of a process, in a folder of its own, and returns its result. */
async function inRun(work: (data: string) => unknown, options: FilesOptions = {}, more: Files = {}) {
  const root = writeProgram({ 'data/kept.txt': 'kept', 'outside.txt': 'outside', ...more })
  const seen: unknown[] = []
  const own: ExploreOptions & WithLifecycle = {
    [programFolder]: root,
    name: 'files',
    world: starterWorld,
    database: [files('./data', options)],
    sut: () => ({
      jobs: { work: { every: '1h', run: async () => void seen.push(await work(join(root, 'data'))) } },
    }),
    mirror: { seen: () => ['one'] },
    stories: false,
    runs: 1,
  }
  const report = await explore(own)
  return { root, seen, report }
}

type Files = Readonly<Record<string, string>>

test.each<[how: string, work: (data: string) => Promise<unknown>]>([
  [
    'synchronous methods',
    async (data) => {
      fs.mkdirSync(join(data, 'a/b'), { recursive: true })
      writeFileSync(join(data, 'a/b/new.txt'), 'new')
      fs.copyFileSync(join(data, 'kept.txt'), join(data, 'copy.txt'))
      const file = fs.openSync(join(data, 'copy.txt'), 'a')
      fs.writeSync(file, ' on')
      fs.closeSync(file)
      fs.unlinkSync(join(data, 'kept.txt'))
      return [...fs.readdirSync(data).sort(), readFileSync(join(data, 'a/b/new.txt'), 'utf8')]
    },
  ],
  [
    'promises',
    async (data) => {
      await fs.promises.mkdir(join(data, 'a/b'), { recursive: true })
      await fs.promises.writeFile(join(data, 'a/b/new.txt'), 'new')
      const file = await fs.promises.open(join(data, 'copy.txt'), 'w')
      await file.writeFile('kept')
      await file.appendFile(' on')
      await file.sync()
      await file.close()
      await fs.promises.rm(join(data, 'kept.txt'))
      return [...(await readdir(data)).sort(), await fs.promises.readFile(join(data, 'a/b/new.txt'), 'utf8')]
    },
  ],
  [
    'callbacks and streams',
    async (data) => {
      await promisify(fs.mkdir)(join(data, 'a/b'), { recursive: true })
      await promisify(fs.writeFile)(join(data, 'a/b/new.txt'), 'new')
      await pipeline(createReadStream(join(data, 'kept.txt')), createWriteStream(join(data, 'copy.txt')))
      const stream = createWriteStream(join(data, 'copy.txt'), { flags: 'a' })
      stream.end(' on')
      await new Promise<void>((resolve) => stream.on('close', () => resolve()))
      await promisify(fs.unlink)(join(data, 'kept.txt'))
      return [...fs.readdirSync(data).sort(), await promisify(fs.readFile)(join(data, 'a/b/new.txt'), 'utf8')]
    },
  ],
])('%s reach the folder of the run, and never the real one', async (_how, work) => {
  const { root, seen, report } = await inRun(
    async (data) => {
      if (existsSync(join(data, 'done'))) return undefined
      const list = await work(data)
      const text = readFileSync(join(data, 'copy.txt'), 'utf8')
      writeFileSync(join(data, 'done'), '')
      return [list, text]
    },
    { mirror: { names: () => [] } },
  )
  expect(report.failures).toEqual([])
  expect(seen[0]).toEqual([['a', 'copy.txt', 'new'], 'kept on'])
  expect(fs.readdirSync(join(root, 'data'))).toEqual(['kept.txt'])
  expect(readFileSync(join(root, 'data/kept.txt'), 'utf8')).toBe('kept')
})

test.each<[how: string, write: (data: string) => unknown]>([
  ['writeFileSync', (data) => writeFileSync(join(data, '../outside.txt'), 'changed')],
  ['promises.writeFile', (data) => fs.promises.writeFile(join(data, '../outside.txt'), 'changed')],
  ['rename out of the folder', (data) => fs.renameSync(join(data, 'kept.txt'), join(data, '../outside.txt'))],
  ['open', (data) => fs.openSync(join(data, '../outside.txt'), 'w')],
])('%s outside of the folder stops the run, and writes nothing', async (_how, write) => {
  const { root, report } = await inRun(write)
  expect(report.failures[0]?.title).toMatch(
    /wrote to .*outside\.txt at .*files\.test\.ts:\d+, .*files\("\.\/data"\)/,
  )
  expect(readFileSync(join(root, 'outside.txt'), 'utf8')).toBe('outside')
})

test('files outside of the folder can be read', async () => {
  const { seen } = await inRun((data) => readFileSync(join(data, '../outside.txt'), 'utf8'))
  expect(seen[0]).toBe('outside')
})

test('an error names the path that the program used', async () => {
  const { seen, root } = await inRun((data) => {
    try {
      return readFileSync(join(data, 'absent.txt'))
    } catch (error) {
      return [Reflect.get(error as object, 'path'), String(error)]
    }
  })
  const path = join(root, 'data/absent.txt')
  expect(seen[0]).toEqual([path, `Error: ENOENT: no such file or directory, open '${path}'`])
})

test('two folders, one in the other, are refused', async () => {
  const root = writeProgram({})
  const options = {
    [programFolder]: root,
    name: 'files',
    world: starterWorld,
    database: [files('./data'), files('./data/inner')],
    sut: () => ({ jobs: { idle: { every: '1h' as const, run() {} } } }),
    stories: false as const,
    runs: 1,
  }
  await expect(explore(options)).rejects.toThrow(/data\/inner is part of .*data, which is listed too/)
})

test('two parts own a file only if neither is part of the other', async () => {
  const explored = (...database: readonly DurablePart[]) =>
    explore({
      ...{ [programFolder]: writeProgram({}), name: 'files', world: starterWorld, database, stories: false },
      sut: () => ({ jobs: { idle: { every: '1h', run() {} } } }),
      runs: 1,
    })
  await expect(explored(files('.'), files('./state.json'))).rejects.toThrow(/state\.json is part of/)
  await expect(explored(files('./state.json'), files('.'))).rejects.toThrow(/is part of .*state\.json/)
  await expect(explored(files('./state.json'), files('./other.json'))).resolves.toBeDefined()
})

const besideTheProgram = {
  'main.ts': `
import fs from 'node:fs'
import { words } from './words.ts'
const state = () => JSON.parse(fs.readFileSync('state.json', 'utf8'))
export function count() {
  fs.writeFileSync('state.json.tmp', JSON.stringify({ ...state(), [words[0]]: (state().counted ?? 0) + 1 }))
  fs.renameSync('state.json.tmp', 'state.json')
  return fetch('https://graph.facebook.com/me?access_token=' + process.env.TOKEN)
}`,
  'words.ts': `export const words = ['counted']`,
  'state.json': '{"kept":1}',
  'other.json': '{}',
}

test('a file beside the program is owned alone, with the new file that takes its place', async () => {
  const seen = new Set<string>()
  const state = (read: (path: string) => string | undefined) => {
    const text = read('state.json') ?? ''
    seen.add(text)
    return [text]
  }
  const { failures } = await exploreFiles(besideTheProgram, {
    database: files('state.json', { mirror: { state } }),
    commands: { count: { run: (_: unknown, { exports }) => exports['count']?.() } },
    hostile: {
      transport: false,
      limits: false,
      tokens: false,
      errors: false,
      delays: false,
      restarts: false,
    },
    runs: 10,
  })
  expect(failures.map(({ text }) => text)).toEqual([])
  expect([...seen]).toContain('{"kept":1,"counted":1}')
})

const savedLead = (path: string) => ({
  'main.ts': `
import fs from 'node:fs'
const leads = () => fs.existsSync('./data/leads.json') ? JSON.parse(fs.readFileSync('./data/leads.json', 'utf8')) : []
export async function add(name) {
  await fetch('https://graph.facebook.com/me?access_token=' + process.env.TOKEN)
  await fs.promises.writeFile('./data/${path}', JSON.stringify([...leads(), name]))
  if (!leads().includes(name)) await fs.promises.rename('./data/${path}', './data/leads.json')
}`,
})

test.each([
  ['a temporary file may be undone', 'leads.tmp.json', []],
  ['a file that a mirror shows is done by half', 'new-leads.json', ['begun unexpected']],
])('a command whose process dies after it wrote %s', { timeout: 60_000 }, async (_, path, kinds) => {
  const { failures, sometimes } = await exploreFiles(savedLead(path), {
    database: files('./data', {
      contents: {},
      mirror: {
        leads: (read) => JSON.parse(read('leads.json') ?? '[]'),
        begun: (read) => JSON.parse(read('new-leads.json') ?? '[]'),
      },
    }),
    commands: { add: { with: ['Ada'], run: (name: string, { exports }) => exports['add']?.(name) } },
    hostile: { transport: false, limits: false, tokens: false, errors: false, delays: false },
    runs: isLong ? 60 : 25,
  })
  expect(failures.map(({ kind }) => kind)).toEqual(kinds)
  expect(sometimes['the process died']).toBe(true)
})

test('mirrors of a database that stayed empty are named', async () => {
  const main = `export const read = () => fetch('https://graph.facebook.com/me?access_token=' + process.env.TOKEN)`
  const { warnings } = await exploreFiles(
    { 'main.ts': main },
    {
      database: files('./data', { contents: {}, mirror: { posts: () => [], notes: () => [] } }),
      jobs: { read: { every: '1h', run: ({ exports }) => exports['read']?.('') } },
      runs: 3,
    },
  )
  expect(warnings.join()).toMatch(/^nothing was compared: the mirrors posts, notes were empty in all 3 runs/)
})

test('realpath.native leads to the folder of the run, and its name stays that of the program', async () => {
  const { root, seen } = await inRun(async (data) => {
    writeFileSync(join(data, 'new.txt'), '')
    const later = await promisify(fs.realpath.native)(join(data, 'new.txt'))
    return [later, fs.realpathSync.native(join(data, '../outside.txt'))]
  })
  expect(existsSync(join(root, 'data/new.txt'))).toBe(false)
  expect(seen[0]).toEqual([expect.stringMatching(/new\.txt$/), fs.realpathSync(join(root, 'outside.txt'))])
})

test('a link to nothing in the folder ends no exploration, and a watch ends with its process', async () => {
  const main = `import { mkdirSync, symlinkSync } from 'node:fs'
import { watch } from 'node:fs/promises'
mkdirSync('data/deep', { recursive: true })
symlinkSync('nothing', 'data/deep/link')
for await (const _ of watch('.')) break`
  const watches = () => process.getActiveResourcesInfo().filter((name) => name === 'FSEventWrap').length
  const before = watches()
  const report = await exploreFiles({ 'main.mjs': main }, { database: files('./data'), runs: 2 })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(report.failures.map(({ title }) => title)).toEqual([])
  expect(watches()).toBe(before)
})

test.each([
  ['under their ids', 'kept', 'kept.json leads'],
  ['under their ids alone', 'kept.leads', 'kept.json'],
])(
  'leads in a JSON file %s are compared one by one, and shown without marks of JSON',
  async (_, saved, name) => {
    const main = `import { existsSync, readFileSync, writeFileSync } from 'node:fs'
const kept = { since: 0, leads: {} }
const response = await fetch(\`https://graph.facebook.com/\${process.env.FORM}/leads?access_token=\${process.env.TOKEN}\`)
const { data } = await response.json()
// Wrong: the first start keeps what it read, and no later one reads again.
if (!existsSync('kept.json')) {
  for (const { id, field_data } of data) kept.leads[id] = field_data
  kept.since = Math.floor(Date.now() / 1000)
  writeFileSync('kept.json', JSON.stringify(${saved}))
}`
    const report = await exploreFiles(
      { 'main.mjs': main },
      { database: files('./kept.json'), every: '15m', kinds: 1, hostile: { restarts: false } },
    )
    expect(report.failures[0]?.title).toBe(
      `${name} lost {key:lead A,value:[{name:full_name,values:[lead A]},{name:email,values:[lead-a@example.test]}]}`,
    )
  },
)
