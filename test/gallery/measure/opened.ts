import { choicesOf } from '../../../src/check/choices.ts'
import { environmentOf, materialOf } from '../../../src/check/environment.ts'
import { learn } from '../../../src/check/expectation.ts'
import { type Exploration, gentleOf } from '../../../src/check/exploration.ts'
import { canonicalStories, type Material } from '../../../src/check/generate.ts'
import type { ExploreOptions } from '../../../src/check/options.ts'
import { replaceGlobals } from '../../../src/check/run/globals.ts'
import { type Played, playStory } from '../../../src/check/run/play.ts'

/** What an approach works with: the engine of `explore`, without its search. */
export interface Opened {
  readonly exploration: Exploration
  readonly material: Material
  /** A gentle run of all facts and jobs. */
  readonly profile: Played
}

/** Opens the engine for other searches than that of `explore`, and restores the globals afterwards. */
export async function withEngine<T>(
  options: ExploreOptions,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  const base = options.world()
  const setup = { options, base, baseUrl: base.baseUrl, webUrl: base.webUrl }
  const restore = replaceGlobals(new Set([base.baseUrl, base.webUrl].map((url) => new URL(url).origin)), true)
  const zone = process.env['TZ']
  if (options.timeZone !== undefined) process.env['TZ'] = options.timeZone
  const exploration: Exploration = {
    ...{ setup, choices: choicesOf(options.seed ?? 1), gentle: new Map(), coverage: new Map() },
    ...{ sometimes: new Map(), failures: [], warnings: new Set<string>(), expectation: undefined },
    ...{ nondeterminism: undefined, watch: () => {}, runs: 0, leftWorld: 0, lastNewKind: 0 },
  }
  try {
    const material = await materialOf(setup, await environmentOf(setup))
    const [first = []] = canonicalStories(material, choicesOf(options.seed ?? 1))
    const profile = await playStory(setup, { steps: first, marks: [] })
    exploration.expectation = learn(await gentleOf(exploration, profile))
    return await work({ exploration, material, profile })
  } finally {
    restore()
    if (zone === undefined) Reflect.deleteProperty(process.env, 'TZ')
    else process.env['TZ'] = zone
  }
}
