import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Returns the section under a heading of a page of the docs. */
function sectionOf(page: string, heading: string): string {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8')
  const [, section] = text.split(`\n${heading}`)
  if (section === undefined) throw new Error(`${page} has no heading "${heading}"`)
  return section.split(/\n#+ /)[0] ?? ''
}

// Places that describe the same rule must say the same of it.
test.each<[string, string, string, RegExp]>([
  ['hosts below a domain of the page count', 'decisions.md', '### SIL-093', /nor below one/],
  ['hosts below a domain of the page count', 'actions.md', '### registerDomain', /domain below it/],
  ['an action sets recommendations', 'decisions.md', '### SIL-121', /where an action set some/],
  [
    'an action sets recommendations',
    'adr/0029-when-a-response-contains-recommendations.md',
    '## Decision',
    /if the campaign has some, which an action sets/,
  ],
])('%s: %s, %s', (_, page, heading, words) => {
  expect(sectionOf(page, heading)).toMatch(words)
})
