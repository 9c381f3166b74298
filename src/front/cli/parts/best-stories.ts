import type { SavedResult } from '../../../explore/play-stories.ts'
import type { ExploreOptions } from '../../../explore/run/options/options.ts'
import { defaultFolder, saveStory } from '../../../explore/search/story/saved.ts'
import { type Story, storyKey } from '../../../explore/search/story/story.ts'
import type { FoundFailure, WorkerTask } from '../commands/explore-worker.ts'

/** What is compared and saved of a failure. */
export type Kept = Pick<FoundFailure, 'kind' | 'title' | 'parts' | 'story'>

/** The smallest story of one kind of failure, and where it was saved. */
export interface Best<Task = WorkerTask, Failure = FoundFailure> {
  readonly task: Task
  readonly failure: Failure
  readonly saved: string | undefined
  /** Whether the story was saved before: then no other one of its kind is saved beside it. */
  readonly isKept?: true
}

/** Compares failures: fewer parts come first, then the lesser story. */
export function bySize(one: Kept, other: Kept): number {
  const [first, second] = [storyKey(one.story), storyKey(other.story)]
  return one.parts - other.parts || Number(first > second) - Number(first < second)
}

/** Keeps and saves the smallest story of each kind of failure. */
export function createCollection<
  Task extends Pick<WorkerTask, 'name'> = WorkerTask,
  Failure extends Kept = FoundFailure,
>() {
  const kinds = new Map<string, Best<Task, Failure>>()
  const now = new Map<string, Story>()
  const keyOf = ({ name }: Task, { kind }: Failure) => JSON.stringify([name, kind])
  return {
    add(
      { stories = defaultFolder }: Pick<ExploreOptions, 'stories'>,
      task: Task,
      failure: Failure,
    ): Best<Task, Failure> {
      const known = kinds.get(keyOf(task, failure))
      if (known && (known.isKept || bySize(known.failure, failure) <= 0)) return known
      const { title, kind: finds, story } = failure
      const content = { title, of: task.name, finds, story }
      const saved = stories === false ? undefined : saveStory(stories, content, now)
      const best = { task, failure, saved }
      kinds.set(keyOf(task, failure), best)
      return best
    },
    /** Keeps a failure that a saved story shows. */
    keep(task: Task, failure: Failure & { readonly saved?: string }): void {
      kinds.set(keyOf(task, failure), { task, failure, saved: failure.saved, isKept: true })
    },
    /** Notes which names a saved story has now. */
    note({ path, story }: SavedResult): void {
      now.set(path, story)
    },
    all: () => [...kinds.values()],
  }
}

export type Collection = ReturnType<typeof createCollection<WorkerTask, FoundFailure>>
