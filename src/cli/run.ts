import { readFileSync, writeFileSync } from 'node:fs'
import { replayStory } from '../check/replay-story.ts'
import { parseStory } from '../check/saved.ts'
import { loadOptions, optionsNamed } from './load-options.ts'
import { reproText } from './repro.ts'
import type { Shell } from './shell.ts'

/** The options of `fauxgraph run` as texts. */
export interface RunFlags {
  readonly repro?: string
}

function readStory(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new TypeError(`${path} cannot be read: expected the path of a saved story`)
  }
}

/** Plays a saved story step by step. Returns the exit code: 1 if the story fails. */
export async function runStory(
  storyPath: string,
  file: string,
  { repro }: RunFlags,
  shell: Shell,
): Promise<number> {
  const saved = parseStory(readStory(storyPath), storyPath)
  const options = optionsNamed(await loadOptions(file), saved.of, file)
  if (repro !== undefined) {
    writeFileSync(repro, reproText(saved, file, repro))
    shell.err(`wrote ${repro}\n`)
  }
  const { ok, text } = await replayStory(options, saved.story)
  shell.out(`${text}\n`)
  return ok ? 0 : 1
}
