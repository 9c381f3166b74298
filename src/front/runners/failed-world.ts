import { mkdirSync, writeFileSync } from 'node:fs'
import { digest } from '../../engine/values/canonical.ts'
import { errorMessage } from '../../engine/values/error-message.ts'
import { shown } from '../../service/values/scalars.ts'
import { checkNames } from '../../world/handle/known-names.ts'
import type { TestWorld } from './test-world.ts'

/** Options of the tests of a baseline. */
export interface WorldTestOptions {
  /**
   * Whether a failed test leaves a page that shows its world in a browser. If left out, it does where the
   * environment variable `CI` is set.
   */
  readonly trace?: 'on-failure' | 'off'
  /** The folder of these pages: `fauxgraph-traces` if left out. */
  readonly folder?: string
}

/** Maximum characters of a file name, without the digest that tells equal beginnings apart. */
const NAME_MAX = 80

const isOnServer = (): boolean => !['', '0', 'false', undefined].includes(process.env['CI'])

/** Checks the options of a baseline. Throws a TypeError that names the wrong one. */
export function checkTestOptions(options: WorldTestOptions): void {
  checkNames('The baseline of tests', 'option', options, ['trace', 'folder'])
  const { trace = 'off', folder = '.' } = options
  if (trace !== 'on-failure' && trace !== 'off')
    throw new TypeError(`The option trace must be on-failure or off, got ${shown(trace)}`)
  if (typeof folder !== 'string' || folder === '')
    throw new TypeError(`The option folder must be the path of a folder, got ${shown(folder)}`)
}

const fileNameOf = (name: string): string => {
  const words = name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, NAME_MAX)
  return `${words}-${digest(name.toWellFormed()).slice(0, 8)}.html`
}

/**
 * Writes the page of the world of a failed test, if that is wanted. Returns the line that names it, or that
 * says why there is none; empty if it is not wanted.
 *
 * @param name The full name of the test.
 */
export async function failedWorldPage(
  { world }: TestWorld,
  name: string,
  { trace = isOnServer() ? 'on-failure' : 'off', folder = 'fauxgraph-traces' }: WorldTestOptions,
): Promise<string> {
  if (trace === 'off') return ''
  const path = `${folder}/${fileNameOf(name)}`
  try {
    const { tracePage } = await import('../../inspector/trace-page.ts')
    mkdirSync(folder, { recursive: true })
    writeFileSync(path, tracePage(world.trace({ title: name })))
    return `See its world in a browser: ${path}`
  } catch (error) {
    return `The page ${path} was not written: ${errorMessage(error)}`
  }
}
