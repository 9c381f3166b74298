import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The end of the example in the section of an endpoint. */
const EXAMPLE = /<pre><code class="js">[\s\S]*?<\/pre>/

/**
 * Adds to the example of each endpoint on a page a link that opens its request in the playground. Returns the page
 * and the names of these endpoints.
 *
 * @param names The names of the requests that the playground has.
 * @param playground The address of the playground, as the page names it.
 */
export function withPlaygroundLinks(html, names, playground) {
  const byAnchor = new Map(names.map((name) => [name.toLowerCase(), name]))
  const linked = []
  const sections = html.split(/(?=<h3\b)/).map((section) => {
    const name = byAnchor.get(/^<h3[^>]*? id="([^"]*)"/.exec(section)?.[1])
    const example = name && EXAMPLE.exec(section)?.[0]
    if (!example) return section
    linked.push(name)
    const link = `<p><a href="${playground}#request=${name}">Run ${name} in the playground</a></p>`
    return section.replace(example, () => example + link)
  })
  return { html: sections.join(''), linked }
}

/** Adds the links to all pages of a site. Returns the names of the endpoints whose examples have one. */
export function addPlaygroundLinks(site, names) {
  const folder = join(site, 'documents')
  return readdirSync(folder)
    .filter((file) => file.endsWith('.html'))
    .flatMap((file) => {
      const path = join(folder, file)
      const { html, linked } = withPlaygroundLinks(readFileSync(path, 'utf8'), names, '../playground.html')
      if (linked.length > 0) writeFileSync(path, html)
      return linked
    })
}
