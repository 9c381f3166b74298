import type { Document, LineCounter } from 'yaml'
import { isMap, isNode, isPair, isSeq } from 'yaml'

/** The members and indexes that lead to a part of a document. */
export type DocumentPath = readonly (string | number)[]

/** A place in a scenario file. Lines and columns count from 1. */
export interface ScenarioPlace {
  readonly file: string
  readonly line: number
  readonly column: number
  /** The path in the document, such as `steps[2].with.message`; empty for the whole document. */
  readonly path: string
}

/** Returns a path as text: members after dots, indexes in brackets. */
function pathText(path: DocumentPath): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('')
}

const keyText = (key: unknown): string => String(isNode(key) ? key.toJSON() : key)

/** Returns the offset of the node at a path, or of its nearest ancestor. A member begins at its key. */
function offsetAt(document: Document.Parsed, path: DocumentPath): number {
  let node: unknown = document.contents
  let offset = document.contents?.range[0] ?? 0
  for (const part of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => keyText(key) === String(part))
      if (!isPair(pair)) break
      if (isNode(pair.key)) offset = pair.key.range?.[0] ?? offset
      node = pair.value
    } else if (isSeq(node)) {
      const item: unknown = node.items[Number(part)]
      if (!isNode(item)) break
      offset = item.range?.[0] ?? offset
      node = item
    } else break
  }
  return offset
}

/** Returns the place of an offset in the text of a file. */
export function placeAt(file: string, lines: LineCounter, offset: number, path: DocumentPath): ScenarioPlace {
  const { line, col } = lines.linePos(offset)
  return { file, line: Math.max(line, 1), column: Math.max(col, 1), path: pathText(path) }
}

/** Creates the function that finds the place of a path. */
export const placesOf =
  (file: string, document: Document.Parsed, lines: LineCounter) =>
  (path: DocumentPath): ScenarioPlace => {
    return placeAt(file, lines, offsetAt(document, path), path)
  }

/** Returns a message with the place that it is about: file, line, column and path. */
export const messageAt = ({ file, line, column, path }: ScenarioPlace, message: string): string =>
  `${file}:${line}:${column}: ${path === '' ? '' : `${path}: `}${message}`
