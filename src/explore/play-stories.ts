import { type PlayedSaved, playSaved } from './explored.ts'
import { prepare, withExploration } from './prepare.ts'
import type { Watch } from './report/judge/exploration.ts'
import type { ExploreReport } from './report/report.ts'
import type { ExploreOptions } from './run/options/options.ts'
import type { SavedStory } from './search/story/saved.ts'

/** How a saved story went, by the file that holds it. */
export type SavedResult = Omit<PlayedSaved, 'stuck'> & Pick<SavedStory, 'path'> & { readonly ok: boolean }

/**
 * Plays saved stories of an exploration alone, and tells `watch` before each run how far it is. Returns how
 * each went, and the failures that they show.
 */
export function playStories(
  options: ExploreOptions,
  saved: readonly SavedStory[],
  watch: Watch,
): Promise<{ readonly results: readonly SavedResult[]; readonly failures: ExploreReport['failures'] }> {
  // A story that is named is played to its end.
  const { within: _, ...rest } = options
  return withExploration(rest, watch, async (exploration) => {
    const prepared = await prepare(exploration)
    const results: SavedResult[] = []
    for (const each of saved) {
      exploration.isStale = false
      const { finding, stuck, stale, story } = await playSaved(exploration, prepared, each)
      const ok = !finding && stuck === undefined && !exploration.isStale
      results.push({ path: each.path, ok, finding, story, stale: stuck ?? stale })
    }
    return { results, failures: exploration.failures }
  })
}
