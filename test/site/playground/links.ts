import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The end of the example in the section of an endpoint. */
const EXAMPLE = /<pre><code class="js">[\s\S]*?<\/pre>/

/** The HTML by which a text names the page. */
const NAMED = '<code>playground.html</code>'

/**
 * Adds to the example of each endpoint on a page a link that opens its request in the playground, and makes a link
 * of each text that names the playground. Returns the page and the names of these endpoints.
 *
 * @param names The names of the requests that the playground has.
 * @param playground The address of the playground, as the page names it.
 */
export function withPlaygroundLinks(
  html: string,
  names: readonly string[],
  playground: string,
): { readonly html: string; readonly linked: readonly string[] } {
  const byAnchor = new Map(names.map((name) => [name.toLowerCase(), name]))
  const linked: string[] = []
  const sections = html.split(/(?=<h3\b)/).map((section) => {
    const name = byAnchor.get(/^<h3[^>]*? id="([^"]*)"/.exec(section)?.[1] ?? '')
    const example = name && EXAMPLE.exec(section)?.[0]
    if (!name || !example) return section
    linked.push(name)
    const link = `<p><a href="${playground}#request=${name}">Run ${name} in the playground</a></p>`
    return section.replace(example, () => example + link)
  })
  const whole = sections.join('').replaceAll(NAMED, `<a href="${playground}">${NAMED}</a>`)
  return { html: whole, linked }
}

/** Adds the links to all pages of a site. Returns the names of the endpoints whose examples have one. */
export function addPlaygroundLinks(site: string, names: readonly string[]): string[] {
  return readdirSync(site, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.html') && file !== 'playground.html')
    .flatMap((file) => {
      const path = join(site, file)
      const before = readFileSync(path, 'utf8')
      const up = '../'.repeat(file.split(/[/\\]/).length - 1)
      const { html, linked } = withPlaygroundLinks(before, names, `${up}playground.html`)
      if (html !== before) writeFileSync(path, html)
      return linked
    })
}
