import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const LINK = /<(?:a|img|link|script|source)\b[^>]*?\s(?:href|src)="([^"]*)"/g
const ANCHOR = /\s(?:id|name)="([^"]*)"/g
/** A request of the playground, which a link fills in by `#request=NAME`. */
const REQUEST = /"name":"(\w+)","chapter":/g
/** An address with a scheme or a host leads out of the site. */
const OUTSIDE = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i

const entities = { amp: '&', quot: '"', lt: '<', gt: '>', '#39': "'" }

const unescaped = (text) => text.replaceAll(/&(amp|quot|lt|gt|#39);/g, (_, name) => entities[name])

function decoded(text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Reads all pages of a static site. Returns the numbers of its pages and of their links inside the site, and the
 * links that lead nowhere, each with its page and the reason.
 */
export function deadLinks(folder) {
  const root = resolve(folder)
  const pages = readdirSync(root, { recursive: true }).filter((path) => path.endsWith('.html'))
  const texts = new Map(pages.map((page) => [join(root, page), readFileSync(join(root, page), 'utf8')]))
  const anchors = new Map(
    [...texts].map(([file, text]) => [
      file,
      new Set([...text.matchAll(ANCHOR), ...text.matchAll(REQUEST)].map(([, name]) => unescaped(name))),
    ]),
  )

  function problemOf(link, file) {
    const [address = '', fragment = ''] = link.split('#', 2)
    const target = address === '' ? file : resolve(dirname(file), decoded(address.split('?')[0]))
    if (relative(root, target).startsWith('..')) return 'leads out of the folder of the site'
    if (!existsSync(target)) return 'leads to no file'
    const page = statSync(target).isDirectory() ? join(target, 'index.html') : target
    if (!existsSync(page)) return 'leads to a folder without a page'
    const anchor = decoded(fragment).replace(/^request=/, '')
    if (fragment === '' || !anchors.has(page) || anchors.get(page).has(anchor)) return undefined
    return 'leads to no element of the page'
  }

  const links = [...texts].flatMap(([file, text]) =>
    [...text.matchAll(LINK)]
      .map(([, link]) => ({ file, link: unescaped(link) }))
      .filter(({ link }) => !OUTSIDE.test(link)),
  )
  const dead = links.flatMap(({ file, link }) => {
    const why = problemOf(link, file)
    return why === undefined ? [] : [{ page: relative(root, file), link, why }]
  })
  return { pages: pages.length, links: links.length, dead }
}
