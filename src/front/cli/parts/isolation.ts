import { spawnSync } from 'node:child_process'

/** A command before another one, and its arguments. */
export interface CommandPrefix {
  readonly command: string
  readonly values: readonly string[]
}

/**
 * Makes all file systems read-only, except for memory that ends with the process, and hides the local sockets
 * of services. The flags of each mount stay: the system refuses to remove one. Temporary files, and the
 * certificate authority of the proxy, are in that memory.
 */
const script = `
while read -r id parent device root point options rest; do
  point=$(printf '%b' "$point")
  case $point in /proc | /proc/* | /sys | /sys/*) continue ;; esac
  mount -o "remount,bind,$options,ro" "$point" 2>/dev/null || true
done < /proc/self/mountinfo
mount -t tmpfs -o mode=1777 tmpfs /dev/shm
mount -t tmpfs tmpfs /run
for folder in "$PWD" "$HOME" /tmp; do
  if [ -w "$folder" ]; then echo "$folder stays writable" >&2; exit 1; fi
done
export TMPDIR=/dev/shm XDG_DATA_HOME=/dev/shm
`

/** Opens the loopback of the namespace, by which a program reaches the proxy. */
const openLoopback = `
{ ip link set lo up || ifconfig lo up; } 2>/dev/null ||
  { echo 'neither ip nor ifconfig opens lo' >&2; exit 1; }
`

/**
 * Runs the command below a shell, which is the first process of its namespace: it waits for those whose
 * parent has ended, and when it ends, the system ends all.
 */
const runBelow = '"$@"; exit $?'

/** Flags by which no process outlives the command, wherever it went. */
const ownProcesses = ['--pid', '--fork', '--kill-child', '--mount-proc']

/** Nothing in the inner user namespace has a right to undo what the script did in the outer one. */
function prefixOf(hasLoopback: boolean, hasProcesses: boolean): CommandPrefix {
  const [user, group] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
  const whole = `${hasLoopback ? openLoopback : ''}${script}${hasProcesses ? runBelow : 'exec "$@"'}`
  const namespaces = ['--user', '--map-root-user', '--net', '--mount', ...(hasProcesses ? ownProcesses : [])]
  const outer = [...namespaces, 'sh', '-ec', whole, 'sh']
  const inner = ['unshare', '--user', `--map-user=${user}`, `--map-group=${group}`]
  return { command: 'unshare', values: [...outer, ...inner] }
}

/**
 * Returns the command that runs another one without any network, apart from a loopback of its own if it needs
 * one, with read-only files, and with processes of its own where the system allows it, by means of the
 * system. Throws a TypeError if the system has none.
 */
export function isolation(hasLoopback: boolean): CommandPrefix {
  // Some containers let nobody mount /proc: processes that leave their group may stay there.
  const prefixes = [true, false].map((hasProcesses) => prefixOf(hasLoopback, hasProcesses))
  let reason: string | undefined
  for (const prefix of prefixes) {
    const { error, status, stderr } = spawnSync(prefix.command, [...prefix.values, 'true'], {
      encoding: 'utf8',
    })
    if (status === 0) return prefix
    reason = error?.message ?? stderr.trim().split('\n')[0]
  }
  throw new TypeError(
    '--isolate needs Linux, unshare and mount of util-linux, and user namespaces that the system allows: ' +
      `${reason}. Without it, what the code under test reaches is refused within its process only, and a ` +
      'program in another language is kept from nothing that it reaches past the proxy',
  )
}
