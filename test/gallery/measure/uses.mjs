import { Node, Project } from 'ts-morph'

/** The names in a text, apart from those of members: `store.get` has nothing to do with `get`. */
const wordsIn = (text) => new Set(text.match(/(?<![.\w])\w+/g))

/** The names that a program takes from a client: imported, destructured, or called as members. */
function takenFrom(program, client) {
  const [, imports = ''] = new RegExp(`import \\{([^}]*)\\} from '[^']*/${client}.ts'`).exec(program) ?? []
  const [, names = '', object] = /const (?:\{([^}]*)\}|(\w+)) = (?:graph|lead)Client\(/.exec(program) ?? []
  const members = object ? program.matchAll(new RegExp(`\\b${object}\\.(\\w+)`, 'g')) : []
  return new Set([...wordsIn(`${imports} ${names}`), ...[...members].map(([, name]) => name)])
}

const isClient = (node) => node.getName()?.endsWith('Client') ?? false

/** Whether a node is declared by the module or by its client, and not within one of their functions. */
function isOuter(node) {
  const around = node.getFirstAncestor((a) => Node.isFunctionDeclaration(a) || Node.isArrowFunction(a))
  return around === undefined || (Node.isFunctionDeclaration(around) && isClient(around))
}

/** The functions and constants of a client, each with the words of its code. */
function partsOf(path) {
  const source = new Project({ skipAddingFilesFromTsConfig: true }).addSourceFileAtPath(path)
  const parts = new Map()
  for (const node of source.getDescendants()) {
    const isNamed =
      Node.isFunctionDeclaration(node) || Node.isVariableDeclaration(node) || Node.isPropertyAssignment(node)
    if (!isNamed || isClient(node) || !isOuter(node)) continue
    parts.set(node.getName(), new Set([...(parts.get(node.getName()) ?? []), ...wordsIn(node.getText())]))
  }
  return parts
}

/**
 * Returns a function that says whether a program runs a part of a client: it takes the part, or one that calls
 * it.
 */
export function usesOf(program, client, path) {
  const parts = partsOf(path)
  const used = takenFrom(program, client)
  for (let size = -1; size !== used.size; ) {
    size = used.size
    for (const name of [...used])
      for (const word of parts.get(name) ?? []) if (parts.has(word)) used.add(word)
  }
  return (name) => used.has(name)
}
