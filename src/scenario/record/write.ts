import { Document, isCollection, isScalar, visit } from 'yaml'
import type { Json } from '../../engine/values/guard.ts'

/** The longest list or object that stands on one line, in UTF-16 code units of its JSON. */
const LINE_LENGTH_MAX = 80

/** The longest line before a text is folded. */
const WIDTH = 110

/** Writes a document as YAML, with a comment at its beginning. Small lists and objects stand on one line. */
export function writeDocument(document: { readonly [member: string]: Json }, comment?: string): string {
  const written = new Document(document, { aliasDuplicateObjects: false, version: '1.2' })
  if (comment !== undefined) written.commentBefore = ` ${comment}`
  visit(written, {
    Collection(key, node, path) {
      const isInner = path.length > 4 && isCollection(node)
      if (isInner && key !== 'key' && JSON.stringify(node).length <= LINE_LENGTH_MAX) node.flow = true
    },
    Scalar(_key, node) {
      // A block text cannot hold every character: quotes can.
      if (isScalar(node) && typeof node.value === 'string' && !/^[ -~]*$/.test(node.value))
        node.type = 'QUOTE_DOUBLE'
    },
  })
  return written.toString({ lineWidth: WIDTH, blockQuote: 'folded', flowCollectionPadding: true })
}
