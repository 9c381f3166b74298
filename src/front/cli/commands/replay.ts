import { playRecordingFile } from '../../../server/recording/recording-file.ts'
import { loadAreas } from '../parts/load-areas.ts'
import type { Shell } from '../parts/shell.ts'

/** Plays a recording file, and prints the number of its inputs, and the time and hashes of its world. */
export async function replayFile(
  path: string,
  { area }: { readonly area?: readonly string[] },
  { out, err }: Shell,
): Promise<void> {
  const { played, tornBytes } = playRecordingFile(path, { areas: await loadAreas(area) })
  if (!played)
    throw new TypeError(`${path} has no complete line: expected a recording of fauxgraph serve --record`)
  if (tornBytes > 0)
    err(`warning: ${path}: the last line is incomplete, and its ${tornBytes} bytes were not played\n`)
  const { inputs, world } = played
  const [hash, full] = [world.hash(), world.hash('full')]
  out(`inputs     ${inputs}\ntime       ${world.clock.iso}\nhash       ${hash}\nfull hash  ${full}\n`)
}
