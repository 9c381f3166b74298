import { join } from 'node:path'
import type { Node } from 'typescript/unstable/ast'
import {
  API,
  type Project,
  SymbolFlags,
  type Type,
  type Symbol as TypeSymbol,
} from 'typescript/unstable/sync'

/** A member of an object type. */
export interface Member {
  readonly name: string
  /** The doc comment at its definition: the last one, if several types have the member. */
  readonly text: string
  readonly isOptional: boolean
  readonly type: Type
}

/** The questions to the compiler that a printer of types asks. */
export interface Types {
  /** The type of each alias of the source, by name. */
  readonly aliases: ReadonlyMap<string, Type>
  members(type: Type): readonly Member[]
  /** The type of the items of an array. */
  itemOf(type: Type): { readonly type: Type; readonly isReadonly: boolean } | undefined
  /** The types of the items of a tuple. */
  itemsOf(type: Type): { readonly types: readonly Type[]; readonly isReadonly: boolean } | undefined
  /** The type of the members of any name. */
  valueOf(type: Type): Type | undefined
  /** The text of a type without members. */
  textOf(type: Type): string
}

/** The compiler reads the settings and the source from here; all else is read from the disk. */
const filesFor = (folder: string, source: string): ReadonlyMap<string, string> =>
  new Map([
    [join(folder, 'probes.ts'), source],
    [
      join(folder, 'tsconfig.probes.json'),
      JSON.stringify({ extends: '../../tsconfig.json', files: ['probes.ts'], include: [] }),
    ],
  ])

/** Compiles a source that stands in a folder, and hands its types to `use`. */
export function withTypes<T>(folder: string, source: string, use: (types: Types) => T): T {
  const files = filesFor(folder, source)
  const [probes = '', settings = ''] = files.keys()
  const api = new API({
    cwd: folder,
    fs: {
      readFile: (path) => files.get(path),
      fileExists: (path) => (files.has(path) ? true : undefined),
    },
  })
  try {
    const [project] = api.updateSnapshot({ openProjects: [settings] }).getProjects()
    if (!project) throw new Error(`The compiler finds no project in ${folder}`)
    return use(typesIn(project, probes))
  } finally {
    api.close()
  }
}

/** Remembers the answer for each type. */
function remembered<V>(ask: (type: Type) => V): (type: Type) => V {
  const known = new Map<number, { readonly answer: V }>()
  return (type) => {
    const found = known.get(type.id) ?? { answer: ask(type) }
    known.set(type.id, found)
    return found.answer
  }
}

function typesIn({ checker, program }: Project, path: string): Types {
  const source = program.getSourceFile(path)
  if (!source) throw new Error(`The compiler has not read ${path}`)

  const commentOf = (symbol: TypeSymbol): string =>
    checker.getDocumentationCommentOfSymbol(symbol).replaceAll(/\s+/g, ' ')

  /** The compiler joins the comments of all definitions of a member. The last comment is meant. */
  function textOf(symbol: TypeSymbol): string {
    const { declarations } = symbol
    if (declarations.length < 2) return commentOf(symbol)
    const texts = declarations.map((one) => {
      const node = one.resolve()
      const own = node && 'name' in node && checker.getSymbolAtLocation(node.name as Node)
      return own ? commentOf(own) : ''
    })
    return texts.findLast((text) => text !== '') ?? ''
  }

  const memberOf = (symbol: TypeSymbol): Member => ({
    name: symbol.name,
    text: textOf(symbol),
    isOptional: (symbol.flags & SymbolFlags.Optional) !== 0,
    type: checker.getTypeOfSymbolAtLocation(symbol, source),
  })

  return {
    aliases: aliasesOf(),
    members: remembered((type) => checker.getPropertiesOfType(type).map(memberOf)),
    itemOf: remembered((type) => {
      if (!checker.isArrayType(type)) return undefined
      const [item] = type.isTypeReference() ? checker.getTypeArguments(type) : []
      return item && { type: item, isReadonly: type.getSymbol()?.name === 'ReadonlyArray' }
    }),
    itemsOf: remembered((type) => {
      if (!checker.isTupleType(type) || !type.isTypeReference()) return undefined
      const target = type.getTarget()
      return { types: checker.getTypeArguments(type), isReadonly: target.isTupleType() && target.readonly }
    }),
    valueOf: remembered(
      (type) =>
        checker.getIndexInfosOfType(type).find(({ keyType }) => keyType === checker.getStringType())
          ?.valueType,
    ),
    textOf: remembered((type) => checker.typeToString(type)),
  }

  function aliasesOf(): Map<string, Type> {
    const symbol = source && checker.getSymbolAtLocation(source)
    const exported = symbol ? checker.getExportsOfModule(symbol) : []
    return new Map(exported.map((one) => [one.name, checker.getDeclaredTypeOfSymbol(one)]))
  }
}
