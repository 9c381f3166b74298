import { Node, Project } from 'ts-morph'
import { isNamed } from './mutate.mjs'

/** The names in a text, apart from those of members: `store.get` has nothing to do with `get`. */
const wordsIn = (text) => new Set(text.match(/(?<![.\w])\w+/g))

/** The names that a program takes from a client: imported, destructured, or called as members. */
function takenFrom(program, client) {
  const [, imports = ''] = new RegExp(`import \\{([^}]*)\\} from '[^']*/${client}.ts'`).exec(program) ?? []
  const [, names = '', object] = /const (?:\{([^}]*)\}|(\w+)) = (?:graph|lead)Client\(/.exec(program) ?? []
  const members = object ? program.matchAll(new RegExp(`\\b${object}\\.(\\w+)`, 'g')) : []
  return new Set([...wordsIn(`${imports} ${names}`), ...[...members].map(([, name]) => name)])
}

/** Whether a name is that of the function that makes a client: every program that uses the client calls it. */
export const isClient = (name) => name?.endsWith('Client') ?? false

/** Whether a node is declared by the module or by its client, and not within one of their functions. */
function isOuter(node) {
  const around = node.getFirstAncestor((a) => Node.isFunctionDeclaration(a) || Node.isArrowFunction(a))
  return around === undefined || (Node.isFunctionDeclaration(around) && isClient(around.getName()))
}

/** The functions and constants of a client, each with the words of its code. */
function partsOf(path) {
  const source = new Project({ skipAddingFilesFromTsConfig: true }).addSourceFileAtPath(path)
  const parts = new Map()
  for (const node of source.getDescendants()) {
    if (!isNamed(node) || isClient(node.getName()) || !isOuter(node)) continue
    parts.set(node.getName(), new Set([...(parts.get(node.getName()) ?? []), ...wordsIn(node.getText())]))
  }
  return parts
}

/**
 * Reads a client. Returns a function that returns the names of the parts that a program runs: it takes a part,
 * or one that calls it.
 */
export function usesOf(client, path) {
  const parts = partsOf(path)
  return (program) => {
    const used = takenFrom(program, client)
    // A set also visits what is added on the way.
    for (const name of used) for (const word of parts.get(name) ?? []) if (parts.has(word)) used.add(word)
    return used
  }
}
