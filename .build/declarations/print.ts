import { type Type, TypeFlags } from 'typescript/unstable/sync'
import { comment } from './comment.ts'
import type { Member, Types } from './compiler.ts'

const LONG_UNION = 300

/** The name of a list of values says what it is of: `type` alone does not. */
const hintOf = (above: string, name: string): string =>
  name === 'type' && above !== '' ? `${above}_${name}` : name

/** A record with fewer members is no part of a larger type, which may have its fields by chance. */
const SHARED_MEMBERS_MIN = 4

interface NamedRecord {
  readonly name: string
  readonly members: readonly string[]
}

const objectOf = (members: readonly string[]): string => `{\n${members.join('\n')}\n}`

/** Describes a member, from its names from the outermost to its own, and from the text of its definition. */
export type Describe = (names: readonly string[], own: string) => string

/** Prints types as they are written by hand. Records and long lists of values get names, which are declared once. */
export function printer(types: Types) {
  const named: NamedRecord[] = []
  const declared = new Map<string, string>()
  const path: Type[] = []
  const names: string[] = []
  let describe: Describe = (_names, own) => own

  const memberText = (member: Member, hint: string): string => {
    names.push(member.name)
    const described = describe(names, member.text)
    const doc = described === '' ? '' : comment([described], names.length - 1)
    const text = print(member.type, hintOf(hint, member.name))
    names.pop()
    const name = /^[A-Za-z_$][\w$]*$/.test(member.name) ? member.name : `'${member.name}'`
    if (!member.isOptional) return `${doc}${name}: ${text}`
    const value = text.replace(/^undefined \| | \| undefined$/, '')
    return `${doc}${name}?: ${value}${value === text ? '' : ' | undefined'}`
  }

  const memberTexts = (type: Type, hint = ''): string[] =>
    types.members(type).map((member) => memberText(member, hint))

  /** Runs a function that prints types. `describer` describes their members. */
  function describing(describer: Describe, run: () => string): string {
    const before = describe
    describe = describer
    const text = run()
    describe = before
    return text
  }

  /** The members of an object type, one on each line, as `describer` describes them. */
  const members = (type: Type, describer = describe): string =>
    describing(describer, () => objectOf(memberTexts(type)))

  /** The members as a named record, and those that it lacks. */
  function recordText(texts: readonly string[]): string | undefined {
    const record = named.findLast(
      ({ members }) =>
        members.every((member) => texts.includes(member)) &&
        (members.length >= SHARED_MEMBERS_MIN || members.length === texts.length),
    )
    const others = texts.filter((member) => !record?.members.includes(member))
    return record && [record.name, ...(others.length > 0 ? [objectOf(others)] : [])].join(' & ')
  }

  /** The members as a page of a list, and those that it lacks. */
  function listText(type: Type, hint: string): string | undefined {
    const [data, paging, ...more] = types.members(type)
    if (data?.name !== 'data' || paging?.name !== 'paging') return undefined
    const item = types.itemOf(data.type)
    if (!item) return undefined
    const list = `List<${print(item.type, hint)}>`
    return [
      list,
      ...(more.length > 0 ? [objectOf(more.map((member) => memberText(member, hint)))] : []),
    ].join(' & ')
  }

  function objectText(type: Type, hint: string): string {
    const index = types.valueOf(type)
    if (index) return `{ [name: string]: ${print(index, 'value')} }`
    if (types.members(type).length === 0) return 'object'
    const list = listText(type, hint)
    if (list !== undefined) return list
    const texts = memberTexts(type, hint)
    return recordText(texts) ?? objectOf(texts)
  }

  function unionText(parts: readonly Type[], hint: string): string {
    const texts = parts.map((part) => print(part, hint))
    const both = texts.includes('true') && texts.includes('false')
    const shown = both ? ['boolean', ...texts.filter((text) => text !== 'true' && text !== 'false')] : texts
    const text = [...new Set(shown)].join(' | ')
    if (text.length < LONG_UNION || !parts.every((part) => part.isStringLiteralType())) return text
    const known = [...declared].find(([, value]) => value === text)?.[0]
    const name = known ?? aliasFor(hint)
    declared.set(name, text)
    return name
  }

  function aliasFor(hint: string): string {
    const words = hint.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    const base = words.join('').replace(/ies$/, 'y').replace(/s$/, '')
    return declared.has(base) ? `${base}Value` : base
  }

  function print(type: Type, hint: string): string {
    if (type.flags & TypeFlags.Unknown) return 'unknown'
    const alias = type.getAliasSymbol()?.name
    if (alias === 'Json' || alias === 'JSONType') return 'Json'
    if (path.includes(type)) throw new Error(`A type within itself: ${types.textOf(type)}`)
    path.push(type)
    const text = written(type, hint)
    path.pop()
    return text
  }

  function written(type: Type, hint: string): string {
    if (type.isUnionType())
      return type.flags & TypeFlags.Boolean ? 'boolean' : unionText(type.getTypes(), hint)
    if (!(type.flags & (TypeFlags.Object | TypeFlags.Intersection))) return types.textOf(type)
    const tuple = types.itemsOf(type)
    if (tuple) {
      const items = tuple.types.map((item) => print(item, hint))
      return `${tuple.isReadonly ? 'readonly ' : ''}[${items.join(', ')}]`
    }
    const array = types.itemOf(type)
    if (array) {
      const item = print(array.type, hint)
      const text =
        /[ |]/.test(item) && (!item.startsWith('{') || item.includes('} & ')) ? `(${item})[]` : `${item}[]`
      return array.isReadonly ? `readonly ${text}` : text
    }
    const symbol = type.getSymbol()?.name ?? ''
    if (symbol === 'Uint8Array') return 'Uint8Array'
    if (symbol === 'TypedFile') return symbol
    return objectText(type, hint)
  }

  return {
    print,
    describing,
    members,
    /** Gives a record a name, under which every type of the same members is printed from now on. */
    name(type: Type, name: string): void {
      const members = memberTexts(type)
      const optional = members.map((member) => member.replace(/(^|\n)id: string$/, '$1id?: string'))
      named.push({ name: `Partial<${name}>`, members: optional }, { name, members })
      named.sort((a, b) => a.members.length - b.members.length)
    },
    /** The lists of values that got names. */
    aliases: () =>
      [...declared].map(
        ([name, text]) =>
          `/** One of the values of a parameter or a field. */\nexport type ${name} = ${text}`,
      ),
  }
}
