import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseDocument, stringify } from 'yaml'
import { z } from '../../engine/schema/zod.ts'
import type { Material } from '../generate/harms.ts'
import { type Fact, harmNames, type Story, StorySchema, stepNames } from './story.ts'

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
  const read = StoryFile.safeParse(value)
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

/** The facts of a story: its steps, and what happens just before a call. */
const factsIn = ({ steps, marks }: Story): Fact[] => [
  ...steps.filter((step) => step.do === 'fact'),
  ...marks.flatMap(({ harm }) => (harm.do === 'meanwhile' ? [harm.fact] : [])),
]

/** Checks that the code under test has what a saved story starts. Throws a TypeError that names the place. */
export function checkSaved(
  path: string,
  { story }: { readonly story: Story },
  { jobs, commands, versions, rules }: Pick<Material, 'jobs' | 'commands' | 'versions' | 'rules'>,
): void {
  const deployed = story.marks.findIndex(({ harm }) => harm.do === 'deploy')
  if (deployed >= 0 && versions < 2)
    throw new TypeError(
      `${path}: story.marks.${deployed}.harm: the code under test has no other version to deploy: ` +
        "list both, as in program: ['./v1/main.ts', './v2/main.ts']",
    )
  const unknown = factsIn(story).find(({ kind }) => !rules.has(kind))
  if (unknown)
    throw new TypeError(
      `${path}: story: the world has no fact ${unknown.kind}; it has ${[...rules.keys()].join(', ')}`,
    )
  for (const [index, step] of story.steps.entries()) {
    const [what, name, known] =
      step.do === 'job'
        ? (['job', step.job, jobs] as const)
        : step.do === 'command'
          ? (['command', step.command, commands] as const)
          : ['', '', ['']]
    if (known.includes(name)) continue
    throw new TypeError(
      `${path}: story.steps.${index}.${what}: the code under test has no ${what} ${name}; ` +
        `its ${what}s are ${known.join(', ') || 'none'}`,
    )
  }
}

/** The text of a story file. */
const writeStory = (file: StoryFile): string => stringify(file)

/** Reads the saved stories of an exploration, the newest last. */
export function savedStories(
  folder: string,
  name: string,
): { readonly path: string; readonly file: StoryFile }[] {
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

/** A file of a story, and whether it exists. */
interface StoryPlace {
  readonly path: string
  readonly exists: boolean
}

/**
 * Finds the file of a story: the one that holds it already, or a new one. Different names can have one slug,
 * and one kind of finding can have several stories: the later ones get numbers.
 */
function placeFor(folder: string, { of, finds, story }: StoryFile): StoryPlace {
  const start = join(folder, `${slug(of)}.${slug(finds)}`)
  const wanted = JSON.stringify([of, finds, StorySchema.parse(story)])
  for (let number = 1; ; number++) {
    const path = `${start}${number === 1 ? '' : `-${number}`}.yaml`
    if (!existsSync(path)) return { path, exists: false }
    const file = parseStory(readFileSync(path, 'utf8'), path)
    if (JSON.stringify([file.of, file.finds, file.story]) === wanted) return { path, exists: true }
  }
}

/** The path of the page of a saved story. */
export const storyPage = (saved: string): string => saved.replace(/\.yaml$/, '.html')

/** Saves a story, unless a file holds it already. Returns the path of the file. No file is overwritten. */
export function saveStory(folder: string, title: string, name: string, finds: string, story: Story): string {
  mkdirSync(folder, { recursive: true })
  const { steps, marks } = story
  const file: StoryFile = {
    fauxgraph: STORY_VERSION,
    title,
    of: name,
    finds,
    story: { steps: [...steps], marks: [...marks] },
  }
  const { path, exists } = placeFor(folder, file)
  if (!exists) writeFileSync(path, writeStory(file), { flag: 'wx' })
  return path
}
