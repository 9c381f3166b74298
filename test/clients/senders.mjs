/** Programs that send the recorded requests: the command that must be installed, and how each is run. */
import { execFileSync, spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

const languages = {
  curl: { program: 'curl', version: ['--version'], command: ['sh', 'senders/send.sh', 'FILE'] },
  'Python: urllib': {
    program: 'python3',
    version: ['--version'],
    command: ['python3', 'senders/send.py', 'FILE'],
  },
  'PHP: curl': { program: 'php', version: ['--version'], command: ['php', 'senders/send.php', 'FILE'] },
  'Ruby: Net::HTTP': {
    program: 'ruby',
    version: ['--version'],
    command: ['ruby', 'senders/send.rb', 'FILE'],
  },
  'Go: net/http': { program: 'go', version: ['version'], command: ['go', 'run', 'senders/send.go', 'FILE'] },
  'Java: HttpClient': {
    program: 'java',
    version: ['--version'],
    command: ['java', 'senders/Send.java', 'FILE'],
  },
}

const ofNode = Object.fromEntries(
  ['axios', 'got', 'node-fetch'].map((name) => [
    name,
    { command: ['node', 'senders/send.mjs', 'FILE', name] },
  ]),
)

/** The senders by the names of their clients. */
export const senders = { ...languages, ...ofNode }

/** Returns the version of a client, or undefined if it is not installed. */
export function versionOf(name) {
  const { program, version } = senders[name]
  if (program === undefined) return packageVersion(name)
  if (spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0) return undefined
  const text = execFileSync(program, version, { encoding: 'utf8' })
  return /\d+(\.\d+)+/.exec(text)?.[0] ?? text
}

/** Returns the version of an installed package. Packages with `exports` do not export their package.json. */
function packageVersion(name) {
  const [folder] = require.resolve.paths(name)
  return require(`${folder}/${name}/package.json`).version
}
