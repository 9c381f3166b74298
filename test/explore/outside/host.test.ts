import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { workingFolders } from '../../../src/explore/outside/folders.ts'
import { startGuard } from '../../../src/explore/outside/guard.ts'
import { endText, launch } from '../../../src/explore/outside/host.ts'
import { groupRuns, groupWork, hasRunningThread } from '../../../src/explore/outside/processes.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'host-test-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const socket = createServer()

const hasProc = existsSync('/proc/self/environ')

/** The processes that run, and whose command line has a text. */
const running = (text: string): string[] =>
  execFileSync('ps', ['-eo', 'stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(text) && !line.startsWith('Z') && !line.includes('ps -eo'))

/** Starts a command with a guard, and returns both. */
function begin(command: readonly string[]) {
  const mark = randomUUID()
  const guard = startGuard(mark, join(root, 'removed'))
  const environment = { PATH: process.env['PATH'] }
  return { guard, started: launch({ command, folder: root, environment, mark, guard }) }
}

const node = (code: string) => [process.execPath, '-e', code]
const sh = (code: string) => ['sh', '-c', code]

describe('a process ends', () => {
  test.each([
    ['by itself', node(''), undefined],
    ['by an exit code', sh('exit 3'), 'ended with exit code 3'],
    ['by an error that nobody catches', node('throw new Error("no")'), 'ended with exit code 1'],
    ['by a signal of its own', sh('kill -TERM $$'), 'was ended by SIGTERM'],
    [
      'because its command does not exist',
      ['no-such-command'],
      'the command no-such-command was not found: check its name, and that its folder is in PATH',
    ],
    [
      'because its words are one text',
      ['no-such-command sync.py'],
      'the command no-such-command sync.py was not found: write each word as a text of its own, ' +
        "such as ['python3', 'sync.py']",
    ],
  ])('%s', async (_, command, text) => {
    const { guard, started } = begin(command)
    expect(endText(await started.ended)).toBe(text)
    expect(await started.clear()).toBe(0)
    await guard.close()
  })

  test('because its folder is gone', async () => {
    rmSync(root, { recursive: true })
    const { guard, started } = begin(sh(''))
    expect(endText(await started.ended)).toBe(
      'its working folder is gone: the program removed it, or the folder above it',
    )
    await started.clear()
    await guard.close()
  })

  test('only when all that it started in its group have ended', async () => {
    const { guard, started } = begin(sh('(sleep 0.3; echo late > late) & exit 0'))
    expect(endText(await started.ended)).toBeUndefined()
    expect(existsSync(join(root, 'late'))).toBe(true)
    await started.clear()
    await guard.close()
  })

  test('although it ignores SIGTERM, after a time', async () => {
    const { guard, started } = begin(sh("trap '' TERM; echo ready; while :; do sleep 0.1; done"))
    while (!started.output.text().includes('ready')) await new Promise((resolve) => setTimeout(resolve, 10))
    started.stop()
    expect(endText(await started.ended)).toBe('was ended by SIGKILL')
    await started.clear()
    await guard.close()
  })
})

test.skipIf(!hasProc)('a process whose other threads work is told from one that waits', async () => {
  const code = `new (require('node:worker_threads').Worker)('for (;;) {}', { eval: true }).on('online', () => console.log('busy'))`
  const [busy, idle] = [begin(node(code)), begin(node('setTimeout(() => {}, 60_000); console.log("idle")'))]
  for (const [{ started }, word] of [
    [busy, 'busy'],
    [idle, 'idle'],
  ] as const)
    await vi.waitFor(() => expect(started.output.text()).toContain(word), 20_000)
  await vi.waitFor(() => {
    const { group } = busy.started
    expect({ isRunning: groupWork(group).isRunning, thread: hasRunningThread(group) }).toEqual({
      ...{ isRunning: false, thread: true },
    })
    expect(hasRunningThread(idle.started.group)).toBe(false)
  }, 20_000)
  for (const { guard, started } of [busy, idle]) {
    started.kill()
    await started.clear()
    await guard.close()
  }
})

describe('nothing is left of a process', () => {
  const id = String(600 + (process.pid % 300))
  type Case = readonly [title: string, command: readonly string[], text: string, left: number]
  const cases: readonly Case[] = [
    ['that forks in its group', sh(`sleep ${id}.1 & sleep ${id}.1 & sleep ${id}.1`), `${id}.1`, 0],
    ...(hasProc
      ? ([
          ['whose child leaves the group', sh(`setsid sleep ${id}.2 & sleep 0.2`), `${id}.2`, 1],
          ['that takes its environment away', sh(`setsid env -i sleep ${id}.5 & sleep 0.2`), `${id}.5`, 1],
          [
            'that takes its environment and its folder away',
            sh(`setsid env -i sleep ${id}.6 & sleep 0.2; rm -r "$PWD"`),
            `${id}.6`,
            1,
          ],
          [
            'that forks twice',
            sh(`(setsid sh -c 'sleep ${id}.3 & sleep ${id}.3' &) ; sleep 0.2`),
            `${id}.3`,
            3,
          ],
        ] as const)
      : []),
  ]
  test.each(cases)('%s', async (_, command, text, left) => {
    const { guard, started } = begin(command)
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(running(text).length).toBeGreaterThan(0)
    started.kill()
    expect(await started.clear()).toBe(left)
    expect(running(text)).toEqual([])
    await guard.close()
  })

  test('whose explorer is killed in the middle', async () => {
    const mark = randomUUID()
    const folder = join(root, 'working')
    mkdirSync(folder)
    // The explorer of this test: it starts the guard by the same command, and dies.
    const source = fileURLToPath(new URL('../../../src/explore/outside/guard.ts', import.meta.url))
    const text = execFileSync('sed', ['-n', '/^const script = `$/,/^`$/p', source], { encoding: 'utf8' })
    const script = text.split('\n').slice(1, -2).join('\n').replaceAll('\\${', '${')
    const program = join(root, 'explorer.mjs')
    writeFileSync(
      program,
      `import { spawn } from 'node:child_process'
       const guard = spawn('sh', ['-c', ${JSON.stringify(script)}, 'sh', '${mark}', '${folder}'],
         { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
       const env = { PATH: process.env.PATH, FAUXGRAPH_EXPLORATION: '${mark}' }
       const code = 'mkdir inner; cd inner; setsid env -i sleep ${id}.4 & setsid sleep ${id}.4 & sleep ${id}.4'
       const child = spawn('sh', ['-c', code], { cwd: '${folder}', env, detached: true })
       guard.stdin.write(child.pid + '\\n', () => console.log('ready'))
       setInterval(() => {}, 1000)`,
    )
    const explorer = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
    await new Promise((resolve) => explorer.stdout.once('data', resolve))
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(running(`${id}.4`).length).toBeGreaterThan(2)
    explorer.kill('SIGKILL')
    const deadline = Date.now() + 10_000
    while (existsSync(folder) && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 50))
    expect(existsSync(folder)).toBe(false)
    expect(hasProc ? running(`${id}.4`) : []).toEqual([])
  })
})

test('output is kept in bounded memory, with its beginning and its end', async () => {
  const { guard, started } = begin(node("process.stdout.write('first\\n' + 'x'.repeat(5e6) + '\\nlast\\n')"))
  await started.ended
  await started.clear()
  const text = started.output.text()
  expect(text.length).toBeLessThan(17_000)
  expect(text.startsWith('first\n')).toBe(true)
  expect(started.output.after('it')).toMatch(/^it: … \(\d+ characters\) \/ x{300} \/ last$/)
  await guard.close()
})

test('a program that prints for ever is killed like any other', async () => {
  const { guard, started } = begin(['yes'])
  await new Promise((resolve) => setTimeout(resolve, 300))
  started.kill()
  expect(endText(await started.ended)).toBe('was ended by SIGKILL')
  expect(started.output.text().length).toBeLessThan(17_000)
  await started.clear()
  await guard.close()
  expect(groupRuns(2 ** 22 + 1)).toBe(false)
})

describe('working folders', () => {
  /** Changes that a program makes in its folder, each with a command. */
  const changes: readonly (readonly [what: string, code: string])[] = [
    ['writes a file anew', 'echo \'{"changed":true}\' > inner/state.json'],
    [
      'writes as many bytes, and sets the time back',
      "printf '[]' > inner/state.json; touch -d @7 inner/state.json",
    ],
    ['sets the time of a file', 'touch inner/state.json'],
    ['sets the mode of a file', 'chmod 700 inner/state.json'],
    ['sets the mode of a folder', 'chmod 711 inner'],
    ['removes a file', 'rm inner/state.json'],
    ['removes a folder', 'rm -r inner'],
    ['adds files and folders', 'mkdir -p new/inner; echo 1 > new/inner/file; echo 2 > inner/file'],
    ['makes a folder of a file', 'rm inner/state.json; mkdir inner/state.json'],
    ['makes a file of a folder', 'rm -r inner; echo 1 > inner'],
    ['leads a link elsewhere', 'ln -sfn / link'],
    ['makes a link of a file', 'mv inner/state.json inner/other; ln -s other inner/state.json'],
    ['makes a link of a folder', 'mv inner ../elsewhere; ln -s ../elsewhere inner'],
    ['makes two names of a file', 'rm inner/twin.json; ln inner/state.json inner/twin.json'],
    ['makes a pipe of a file', 'rm inner/state.json; mkfifo inner/state.json'],
    ['sets the time of a folder', 'touch -d @99 inner'],
    ['removes the whole folder', 'rm -r ../folder'],
    ['makes a link of the whole folder', 'mv ../folder ../elsewhere; ln -s elsewhere ../folder'],
    ['adds names that are not UTF-8', "cd inner; mkdir $(printf 'a\\377'); echo > $(printf 'a\\377/b\\377')"],
    // The superuser keeps all rights.
    ['takes its own rights to a folder away', 'echo 1 > inner/state.json; chmod 0 inner'],
    ['takes the right to write away', 'echo 1 > inner/state.json; chmod 500 inner .'],
    ['adds a folder without rights', 'mkdir -p new/inner; touch new/inner/file; chmod 0 new/inner new'],
    ['gives a file away, if it may', 'chown 1:1 inner/state.json || true'],
    ['gives a folder away, if it may', 'chown 1:1 inner || true'],
  ]

  /** The entries of a folder: kinds, modes, owners, names, texts, targets of links, times, and numbers of names. */
  const listed = (folder: string) =>
    execFileSync(
      'sh',
      [
        '-c',
        "find . -printf '%y %m %U %G %p %l\\n' | sort; " +
          "find . -not -type l -printf '%p %Ts\\n' | sort; find . -type f -printf '%p %n\\n' | sort; cat inner/*",
      ],
      {
        cwd: folder,
        encoding: 'latin1',
      },
    )

  test.each(changes)('are what they were after a program %s', (_, code) => {
    const from = join(root, 'fixture')
    mkdirSync(join(from, 'inner'), { recursive: true })
    for (const name of ['state.json', 'twin.json']) writeFileSync(join(from, 'inner', name), '{}')
    symlinkSync('inner', join(from, 'link'))
    execFileSync('touch', ['-d', '@7', 'inner/state.json', 'inner/twin.json', 'inner', '.'], { cwd: from })
    for (const mayBeInUse of [false, true]) {
      const folders = workingFolders(from, mayBeInUse)
      const before = listed(folders.renew())
      expect(before).toBe(listed(from))
      execFileSync('sh', ['-c', code], { cwd: folders.renew() })
      expect(listed(folders.renew())).toBe(before)
      folders.close()
      expect(existsSync(folders.root)).toBe(false)
    }
  })

  test('are not those of a run before, if a process of it may be left', async () => {
    const folders = workingFolders(undefined, true)
    const cwd = folders.renew()
    const left = spawn('sh', ['-c', 'exec 3>> log; echo 1; read -r line; echo late >&3; echo late > file'], {
      cwd,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    await new Promise((resolve) => left.stdout.once('data', resolve))
    expect(readdirSync(cwd)).toEqual(['log'])
    expect(folders.renew()).toBe(cwd)
    left.stdin.end('go on\n')
    await new Promise((resolve) => left.once('exit', resolve))
    expect(readdirSync(cwd)).toEqual([])
    folders.close()
  })

  test('keep the files that did not change, and begin empty without an original', () => {
    const from = join(root, 'fixture')
    mkdirSync(from)
    writeFileSync(join(from, 'one'), '1')
    const folders = workingFolders(from)
    const { ino } = lstatSync(join(folders.renew(), 'one'))
    writeFileSync(join(folders.renew(), 'two'), '2')
    expect(lstatSync(join(folders.renew(), 'one')).ino).toBe(ino)
    folders.close()
    const empty = workingFolders(undefined)
    writeFileSync(join(empty.renew(), 'one'), '1')
    expect(readdirSync(empty.renew())).toEqual([])
    empty.close()
  })

  test('are not made of a folder that is missing, a link or a file, or has a link that leads out', () => {
    const from = join(root, 'fixture')
    mkdirSync(from)
    symlinkSync(from, join(root, 'link'))
    writeFileSync(join(root, 'file'), '')
    expect(() => workingFolders(join(root, 'none'))).toThrow(
      /none does not exist: make it, or leave out folder to begin with an empty one$/,
    )
    expect(() => workingFolders(join(root, 'link'))).toThrow(/link is a link: name .*fixture in its place$/)
    expect(() => workingFolders(join(root, 'file'))).toThrow(/is a file: name the folder that has it$/)
    symlinkSync(root, join(from, 'out'))
    expect(() => workingFolders(from)).toThrow(
      /is a link that leads out of the folder .*replace the link by a copy$/,
    )
  })

  test.each([
    ['pipe', (path: string) => execFileSync('mkfifo', [path])],
    ['socket', (path: string) => new Promise((done) => socket.listen(path, () => done(undefined)))],
  ])('are not made of a folder that has a %s', async (_, make) => {
    const from = join(root, 'fixture')
    mkdirSync(join(from, 'inner'), { recursive: true })
    await make(join(from, 'inner', 'special'))
    expect(() => workingFolders(from)).toThrow(
      /special is a pipe, a socket or a device, .*: remove it, or name a folder without it$/,
    )
    socket.close()
  })

  test('do not wait for a pipe that came into their folder between two runs', () => {
    const from = join(root, 'fixture')
    mkdirSync(from)
    const folders = workingFolders(from)
    folders.renew()
    execFileSync('mkfifo', [join(from, 'pipe')])
    expect(() => folders.renew()).toThrow(/cannot be copied to .*pipe is no file, folder or link$/)
    folders.close()
  })

  test('are not made of a folder that is too large', () => {
    const from = join(root, 'fixture')
    mkdirSync(from)
    execFileSync('truncate', ['-s', '10G', join(from, 'large')])
    expect(() => workingFolders(from)).toThrow(/has more than 200 MB: name a smaller folder/)
  })
})
