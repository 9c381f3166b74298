import { fail } from '../program/check-config.ts'
import { waysOf } from '../report/judge/compared.ts'
import { lifecycle, type WithLifecycle } from '../run/lifecycle.ts'
import { WrongInput } from '../run/options/wrong-input.ts'
import type { Setup } from '../search/play/create-run.ts'
import { type Player, playedBy } from '../search/play/play.ts'
import { type AnyOutside, absoluteCommand, startWords } from './config.ts'
import { fixedTimeOf } from './executable.ts'
import { type OpenCommand, openCommand } from './open.ts'
import { playBaselineCommand, playCommand } from './play.ts'

/**
 * Workers for each processor. A run of a command waits for the next second if a fact happens in it, and for
 * late answers: in PHP 170 ms beside 240 ms of processor time. That of a server also waits after each step
 * until it is quiet: in Python 1,200 ms beside 940 ms, and for longer than that in languages that take less.
 */
const COMMAND_WORKERS = 2
const SERVER_WORKERS = 3

/** A player of a command, with what its runs share. */
export interface CommandPlayer extends Player {
  /** The command while its exploration goes on. */
  open(): OpenCommand
}

/** The player of a command that `commandPlayer` made. */
export const openedCommand = (options: object): OpenCommand =>
  (options as { readonly [playedBy]: CommandPlayer })[playedBy].open()

/** Throws if a world begins later than now: a program reads the time of the machine. */
function checkClock({ base: { clock } }: Setup): void {
  if (clock.now <= Date.now()) return
  throw new WrongInput(
    `explore: the world begins at ${clock.iso}, which is later than now: a command reads the time of this ` +
      'machine, so make the world with an earlier now',
  )
}

/** Throws if libfaketime cannot give a command the time of its world. */
function checkTime(config: AnyOutside, root: string): void {
  const { env, time, folder = '' } = config
  if (time !== 'faketime') return
  // A function is called later, and may name another PATH.
  const { PATH } = { ...process.env, ...(typeof env === 'object' && env) }
  const reason = fixedTimeOf(absoluteCommand(startWords(config), root, folder), folder, PATH)
  if (reason === undefined) return
  const advice = "if it only starts the program, let a shell start it, such as ['sh', '-c', '…']"
  fail('time', `'real', as ${reason}: libfaketime cannot give it the time of its world (${advice})`, time)
}

/** The members of options that play their runs by a command. */
export function commandPlayer(
  config: AnyOutside,
  root: string,
): WithLifecycle & { readonly [playedBy]: CommandPlayer } {
  checkTime(config, root)
  let opened: OpenCommand | undefined
  const open = () => {
    if (!opened) throw new Error('the exploration of the command has ended')
    return opened
  }
  return {
    [playedBy]: {
      open,
      about:
        'each start is a process, ' +
        (config.time === 'faketime'
          ? 'with the time of its world by libfaketime: hours pass at once, and sleeps take real time'
          : "with the time of this machine (time: 'real'): what it waits for takes real time"),
      workers: config.server ? SERVER_WORKERS : COMMAND_WORKERS,
      isAlone: config.reset !== undefined || config.server?.port !== undefined,
      async story(setup, story) {
        checkClock(setup)
        return playCommand(open(), setup, story)
      },
      advice: (isNoticed) => waysOf(config.server, isNoticed),
      warnings: () => open().warnings,
      baseline: (setup, played, apart) => playBaselineCommand(open(), setup, played, apart),
    },
    async [lifecycle]() {
      opened = await openCommand(config, root)
      return async () => {
        await opened?.close()
        opened = undefined
        return []
      }
    },
  }
}
