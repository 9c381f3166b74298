import type { Json } from '../../engine/values/guard.ts'
import { lowerAscii, upperAscii } from '../../service/values/letter-case.ts'
import { isJsonList, isJsonObject } from '../read/json-kinds.ts'
import { escapeText, specialNames } from '../read/references.ts'

/** The ids and tokens of a recording, by their values. */
export interface KnownValues {
  readonly byValue: Map<string, string>
  readonly byName: Map<string, Json>
}

/** Creates the known values of a recording, with names that are given before its first step. */
export function knownValues(given: Readonly<Record<string, string>> = {}): KnownValues {
  const known: KnownValues = { byValue: new Map(), byName: new Map() }
  for (const [name, value] of Object.entries(given)) addKnown(known, value, name)
  return known
}

function addKnown({ byValue, byName }: KnownValues, value: string, name: string): void {
  byValue.set(value, name)
  byName.set(name, value)
}

/** Returns a name that no other value has, such as `campaign2`. */
function freeName({ byName }: KnownValues, wanted: string): string {
  let name = wanted
  for (let number = 2; byName.has(name); number += 1) name = `${wanted}${number}`
  return name
}

const ID = /^(?:act_)?\d{9,}(?:_\d+)?$/
const SECRET = /^[A-Za-z0-9_|-]{16,}$/
const SECRET_KEY = /(?:token|secret|hash|code|after|before)$/i

/** Whether a value is an id, a token or the like, which nobody reads. */
const isOpaque = (key: string, value: string): boolean =>
  ID.test(value) || (SECRET_KEY.test(key) && SECRET.test(value)) || /^(?:fault|delivery)-\d+$/.test(value)

const VERBS =
  /^(?:create|upload|publish|submit|issue|add|copy|ingest|read|list|register|exchange|set)([A-Z]\w*)$/

/** Returns what an operation makes: `campaign` of `createCampaign`. */
function nounOf(operation: string): string {
  const [, noun = operation] = VERBS.exec(operation) ?? []
  return lowerAscii(noun.slice(0, 1)) + noun.slice(1)
}

/** Returns the name for a member of a result. An id is named after its operation. */
function nameFor(operation: string, key: string): string {
  const noun = nounOf(operation).replace(/\W/g, '') || 'value'
  if (key === 'id' || key === noun || !/^[A-Za-z]\w*$/.test(key)) return noun
  const words = key.split('_').filter((word) => word !== '')
  return noun + words.map((word) => upperAscii(word.slice(0, 1)) + word.slice(1)).join('')
}

interface Leaf {
  readonly path: string
  readonly key: string
  readonly value: string
}

/** The most values of one result that get names: later ones are seldom used. */
const LEAVES_MAX = 200

function leavesOf(value: Json | undefined, path = '$', key = 'id', leaves: Leaf[] = []): Leaf[] {
  if (leaves.length >= LEAVES_MAX) return leaves
  if (typeof value === 'string' && isOpaque(key, value)) leaves.push({ path, key, value })
  else if (isJsonList(value))
    for (const [index, item] of value.entries()) leavesOf(item, `${path}[${index}]`, key, leaves)
  else if (isJsonObject(value))
    for (const [name, member] of Object.entries(value)) {
      const step = /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : undefined
      if (step !== undefined) leavesOf(member, path + step, name, leaves)
    }
  return leaves
}

/**
 * Names the new ids and tokens in the result of a step. Returns their paths by name.
 *
 * @param preferred Names by value, such as those of the starter world.
 */
export function nameValues(
  known: KnownValues,
  operation: string,
  value: Json,
  preferred: ReadonlyMap<string, string>,
): Record<string, string> {
  const saved: Record<string, string> = {}
  for (const leaf of leavesOf(value)) {
    if (known.byValue.has(leaf.value)) continue
    const name = freeName(known, preferred.get(leaf.value) ?? nameFor(operation, leaf.key))
    addKnown(known, leaf.value, name)
    saved[name] = leaf.path
  }
  return saved
}

/** Writes a word of a text: an id in it becomes a reference. */
function writtenWord(known: KnownValues, word: string): string {
  const whole = known.byValue.get(word)
  if (whole !== undefined) return `\${${whole}}`
  return word.replace(/[A-Za-z0-9]{9,}/g, (part) => {
    const name = known.byValue.get(part)
    return name === undefined ? part : `\${${name}}`
  })
}

/** Writes a text so that its known values are references, and the rest is none. */
function writtenText(known: KnownValues, text: string): string {
  const whole = known.byValue.get(text)
  if (whole !== undefined) return `$${whole}`
  return escapeText(text).replace(/\w{9,}/g, (word) => writtenWord(known, word))
}

/** Writes a value so that a scenario resolves it to the same value. */
export function writtenValue(known: KnownValues, value: Json): Json {
  if (typeof value === 'string') return writtenText(known, value)
  if (typeof value !== 'object' || value === null) return value
  if (isJsonList(value)) return value.map((item) => writtenValue(known, item))
  const names = Object.keys(value)
  if (names.length === 1 && specialNames.includes(names[0] ?? '')) return { $literal: value }
  return Object.fromEntries(names.map((name) => [name, writtenValue(known, value[name] ?? null)]))
}
