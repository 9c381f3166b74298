import { type Document, isAlias, isDocument, isMap, isNode, isScalar, isSeq, parseDocument } from 'yaml'
import { kindOfField, nowhere, type TextPlace } from './kinds.ts'
import { infoOf, placeOfMember, placeOfName, type Rewriter } from './rewrite-json.ts'

function rewriteScalar(
  scalar: { value: unknown; source?: string },
  place: TextPlace,
  rewriter: Rewriter,
): void {
  const { value } = scalar
  if (typeof value === 'string') scalar.value = rewriter.text(value, place)
  else if (value instanceof Uint8Array) {
    scalar.value = rewriter.bytes(value, place) ?? value
  } else if (typeof value === 'number') {
    const digits = String(value)
    const changed = rewriter.number(digits, place)
    if (changed === digits) return
    scalar.value = Number(changed)
    scalar.source = changed
  }
}

const textIn = (node: unknown): string => (isScalar(node) ? String(node.value) : '')

/** Returns the text of the member `name`. */
const nameIn = (items: readonly { key: unknown; value: unknown }[]): string | undefined => {
  const found = items.find(({ key }) => textIn(key) === 'name')?.value
  return isScalar(found) && typeof found.value === 'string' ? found.value : undefined
}

/** Rewrites the comments of a node. */
function rewriteComments(node: unknown, rewriter: Rewriter): void {
  if (!isNode(node) && !isDocument(node)) return
  if (node.comment) node.comment = rewriter.text(node.comment, nowhere)
  if (node.commentBefore) node.commentBefore = rewriter.text(node.commentBefore, nowhere)
}

/** Is told of a node and its place, and whether it is the name of a member. */
type Visit = (node: unknown, place: TextPlace, isName: boolean) => void

/** Visits the nodes of a document with their places. */
function walk(node: unknown, place: TextPlace, visit: Visit): void {
  visit(node, place, false)
  if (isSeq(node)) for (const item of node.items) walk(item, place, visit)
  if (!isMap(node)) return
  const info = infoOf(
    node.items.map(({ key }) => textIn(key)),
    nameIn(node.items),
  )
  for (const { key, value } of node.items) {
    visit(key, placeOfName(place), true)
    walk(value, placeOfMember(place, textIn(key), info), visit)
  }
}

/** Returns the places of the scalars that an alias names as a secret: their anchors do not say so. */
function placesOfAliases(document: Document): ReadonlyMap<unknown, TextPlace> {
  const places = new Map<unknown, TextPlace>()
  walk(document.contents, nowhere, (node, place) => {
    if (isAlias(node) && kindOfField(place) !== undefined) places.set(node.resolve(document), place)
  })
  return places
}

/** Rewrites the texts of a YAML document. An alias follows its anchor. */
export function rewriteYaml(text: string, rewriter: Rewriter): string {
  const document = parseDocument(text, { logLevel: 'silent' })
  const places = placesOfAliases(document)
  rewriteComments(document, rewriter)
  walk(document.contents, nowhere, (node, place, isName) => {
    rewriteComments(node, rewriter)
    if (!isScalar(node)) return
    if (!isName) rewriteScalar(node, places.get(node) ?? place, rewriter)
    else if (typeof node.value === 'string') node.value = rewriter.name(node.value, place)
  })
  return document.toString({ lineWidth: 0 })
}
