import { type ChildProcess, spawn } from 'node:child_process'

/**
 * A shell that outlives the explorer: when its input ends, because the explorer was killed, it ends the
 * groups that were named last and all processes with the mark or in the folder, and removes the folder.
 */
const script = `
trap '' INT TERM HUP
groups=
while read -r line; do groups=$line; done
for group in $groups; do kill -9 -- "-$group" 2>/dev/null; done
for file in $(grep -ls -- "$1" /proc/[0-9]*/environ 2>/dev/null); do
  id=\${file#/proc/}
  kill -9 "\${id%/environ}" 2>/dev/null
done
terminal() { echo "$5"; }
for file in /proc/[0-9]*/cwd; do
  case "$(readlink "$file" 2>/dev/null)" in "$2"/*) ;; *) continue ;; esac
  id=\${file#/proc/}
  id=\${id%/cwd}
  stat=$(cat "/proc/$id/stat" 2>/dev/null)
  # Somebody may look into the folder at a terminal.
  [ "$(terminal \${stat##*) })" = 0 ] && kill -9 "$id" 2>/dev/null
done
chmod -R u+rwx -- "$2" 2>/dev/null
rm -rf -- "$2"
`

/** Cleans up after an explorer that is killed. */
export interface Guard {
  /** Names a group that runs now. */
  watch(group: number): void
  /** A group has ended. */
  leave(group: number): void
  /** Ends the guard, once nothing is left to clean up. */
  close(): Promise<void>
}

/** Starts a guard for the processes with a mark, and for a folder. */
export function startGuard(mark: string, folder: string): Guard {
  const child: ChildProcess = spawn('sh', ['-c', script, 'sh', mark, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // A group of its own: an interrupt of the terminal does not reach it.
    detached: true,
  })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  child.stdin?.on('error', () => {})
  child.unref()
  const groups = new Set<number>()
  const tell = () => void child.stdin?.write(`${[...groups].join(' ')}\n`)
  return {
    watch(group) {
      groups.add(group)
      tell()
    },
    leave(group) {
      groups.delete(group)
      tell()
    },
    async close() {
      child.ref()
      child.stdin?.end()
      await ended
    },
  }
}
