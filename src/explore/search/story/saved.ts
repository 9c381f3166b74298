import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseDocument, stringify } from 'yaml'
import { readBy } from '../../../engine/schema/schema.ts'
import { z } from '../../../engine/schema/zod.ts'
import { harmNames, type Story, StorySchema, stepNames } from './story.ts'

/** The version of story files. */
const STORY_VERSION = 1

/** The folder of saved stories, unless the options say otherwise. */
export const defaultFolder = 'test/__stories__'

const StoryFile = z.strictObject({
  fauxgraph: z.literal(STORY_VERSION),
  title: z.string(),
  /** The name of the exploration. */
  of: z.string(),
  /** The kind of the finding. */
  finds: z.string(),
  story: StorySchema,
})

export type StoryFile = z.output<typeof StoryFile>

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)

/** Reads a story from a text. Throws a TypeError that names the file, the place in it, and what was wrong. */
export function parseStory(text: string, file: string): StoryFile {
  const document = parseDocument(text)
  const [problem] = document.errors
  if (problem) throw new TypeError(`${file} is not valid YAML: ${problem.message}`)
  const value: unknown = document.toJS({ maxAliasCount: 0 })
  const version = typeof value === 'object' && value !== null ? Reflect.get(value, 'fauxgraph') : undefined
  if (version !== STORY_VERSION)
    throw new TypeError(
      `${file} is a story of version ${String(version)}; this version of fauxgraph reads version ` +
        `${STORY_VERSION}`,
    )
  const read = readBy(StoryFile, value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new TypeError(
    `${file}: ${issue?.path.join('.') || 'the document'}: ${issue ? expected(issue, value) : ''}`,
  )
}

/** Words an issue of a schema. If several shapes were possible, it lists their names in `do`. */
function expected({ code, path, message }: z.core.$ZodIssue, value: unknown): string {
  if (code !== 'invalid_union') return message
  const list = path.includes('marks') || path.includes('harm') ? harmNames : stepNames
  const got = path.reduce<unknown>(
    (part, name) => (typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined),
    value,
  )
  return `expected one of ${list.join(', ')}, got ${JSON.stringify(got)}`
}

/** The text of a story file. */
const writeStory = (file: StoryFile): string => stringify(file)

/** A saved story, and the file that holds it. */
export interface SavedStory {
  readonly path: string
  readonly file: StoryFile
}

/** Reads the saved stories of an exploration, in the order of their names. */
export function savedStories(folder: string, name: string): SavedStory[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((entry) => entry.startsWith(`${slug(name)}.`) && entry.endsWith('.yaml'))
    .sort()
    .map((entry) => {
      const path = join(folder, entry)
      return { path, file: parseStory(readFileSync(path, 'utf8'), path) }
    })
    .filter(({ file }) => file.of === name)
}

/** Saved stories by their files, with the names that the code under test has now. */
export type StoriesNow = ReadonlyMap<string, Story>

/** A kind of finding without the numbers of lines in it: an edit elsewhere makes no other finding. */
const withoutLines = (kind: string): string => kind.replace(/(\.\w+):\d+\b/g, '$1')

const equality = (kind: string, story: Story): string =>
  JSON.stringify([withoutLines(kind), StorySchema.parse(story)])

/**
 * Finds the file of a story: the one that holds it already, or a new one. Different names can have one slug,
 * and one kind of finding can have several stories: the later ones get numbers.
 */
function placeFor(folder: string, { of, finds, story }: StoryFile, now: StoriesNow) {
  const wanted = equality(finds, story)
  const same = savedStories(folder, of).find(
    ({ path, file }) => equality(file.finds, now.get(path) ?? file.story) === wanted,
  )
  if (same) return { path: same.path, exists: true }
  const start = join(folder, `${slug(of)}.${slug(withoutLines(finds))}`)
  for (let number = 1; ; number++) {
    const path = `${start}${number === 1 ? '' : `-${number}`}.yaml`
    if (!existsSync(path)) return { path, exists: false }
  }
}

/** The path of the page of a saved story. */
export const storyPage = (saved: string): string => saved.replace(/\.yaml$/, '.html')

/** The content of a story file: `of` is the name of the exploration, `finds` the kind of the finding. */
export type SavedContent = Pick<StoryFile, 'title' | 'of' | 'finds'> & { readonly story: Story }

/**
 * Saves a story, unless a file holds it already. Returns the path of the file. No file is overwritten.
 *
 * @param now - The saved stories whose names have changed since.
 */
export function saveStory(
  folder: string,
  { title, of, finds, story: { steps, marks } }: SavedContent,
  now: StoriesNow = new Map(),
): string {
  mkdirSync(folder, { recursive: true })
  const file: StoryFile = {
    fauxgraph: STORY_VERSION,
    title,
    of,
    finds,
    story: { steps: [...steps], marks: [...marks] },
  }
  const { path, exists } = placeFor(folder, file, now)
  if (!exists) writeFileSync(path, writeStory(file), { flag: 'wx' })
  return path
}
