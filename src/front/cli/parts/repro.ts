import { dirname, relative, resolve } from 'node:path'
import { withSlashes } from '../../../explore/io/durable/folders.ts'
import { markText, stepTexts } from '../../../explore/report/text.ts'
import type { StoryFile } from '../../../explore/search/story/saved.ts'

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')

/** The import specifier of a module as seen from another file. */
function specifierOf(module: string, from: string): string {
  const path = withSlashes(relative(dirname(resolve(from)), resolve(module)))
  return JSON.stringify(path.startsWith('.') ? path : `./${path}`)
}

/** The text of a program that replays a story: it imports fauxgraph and the module of the user. */
export function reproText({ title, of, story }: StoryFile, module: string, path: string): string {
  const steps = stepTexts(story).map(
    (text, index) => `    // ${index + 1}. ${oneLine(text)}\n    ${JSON.stringify(story.steps[index])},\n`,
  )
  const marks = story.marks.map((mark) => `    // ${oneLine(markText(mark))}\n    ${JSON.stringify(mark)},\n`)
  return `// ${oneLine(`${of}: ${title}`)}
// Replays the story and prints what happened. The exit code is 1 if the story fails.
import { replayStory } from 'fauxgraph/explore'
import * as module from ${specifierOf(module, path)}

const story = {
  steps: [
${steps.join('')}  ],
  marks: [
${marks.join('')}  ],
}

const name = ${JSON.stringify(of)}
// A transpiled module may nest its default export.
const { default: inner } = module
const exported = module.options ?? inner?.options ?? inner?.default ?? inner
const options = [exported].flat().find((each) => each.name === name)
const { ok, text } = await replayStory(options, story)
console.log(text)
process.exitCode = ok ? 0 : 1
`
}
