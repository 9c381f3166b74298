import { type Command, Option } from 'commander'
import { presets } from '../../service/policy.ts'
import type { CompareFlags } from './commands/compare.ts'
import type { ImportFlags } from './commands/import.ts'
import type { ScrubFlags } from './commands/scrub.ts'
import { addAreas, appendValue, type End } from './parts/command-parts.ts'
import type { Shell } from './parts/shell.ts'

/** Adds the recordings that a command plays, and the policy of the world in which it does. */
const addRecordings = (command: Command): Command =>
  addAreas(command)
    .argument('<recordings...>', 'HAR, VCR, nock, Polly, WireMock, or JSON')
    .addOption(
      new Option('--policy <name>', 'the policy of the simulator')
        .choices(Object.keys(presets))
        .default('contract'),
    )
    .option('--set <key=value>', 'a key of the policy; may be repeated', appendValue)

function addCompare(command: Command, shell: Shell, end: End): void {
  addRecordings(command.command('compare'))
    .description(
      'Compares recorded traffic of the real service with the simulator: plays its requests in a world ' +
        'with the facts that they show, and prints each difference; exits with 1 if one is new',
    )
    .option('--report <file>', 'write the differences to this file as JSON')
    .option('--allow <file>', 'a report whose differences are not new')
    .action(async (files: readonly string[], flags: CompareFlags) =>
      end(await (await import('./commands/compare.ts')).runCompare(files, flags, shell)),
    )
}

function addScrub(command: Command, shell: Shell): void {
  command
    .command('scrub')
    .description(
      'Replaces tokens, secrets and personal data in recordings, the same value always by the same one; ' +
        'prints the recording, and how many values it replaced',
    )
    .argument('<recordings...>', 'HAR, VCR, nock, Polly, WireMock, or JSON')
    .option('--out <path>', 'write to this file; to this folder, if there are several recordings')
    .option('--user-ids', 'also replace the ids of users')
    .action(async (files: readonly string[], flags: ScrubFlags) =>
      (await import('./commands/scrub.ts')).runScrub(files, flags, shell),
    )
}

function addImport(command: Command, shell: Shell): void {
  addRecordings(command.command('import'))
    .description(
      'Writes recorded traffic as a scenario: its world has the facts of the recording, and its steps are ' +
        'the calls, with names for ids and tokens; fauxgraph run plays it',
    )
    .option('--out <file>', 'write to this file, instead of printing')
    .option('--force', 'replace the file of --out if it exists')
    .action(async (files: readonly string[], flags: ImportFlags) =>
      (await import('./commands/import.ts')).runImport(files, flags, shell),
    )
}

/** Adds the commands that read recorded traffic. */
export function addRecordingCommands(command: Command, shell: Shell, end: End): void {
  addCompare(command, shell, end)
  addScrub(command, shell)
  addImport(command, shell)
}
