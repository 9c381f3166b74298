import { toBase64 } from '../engine/values/base64.ts'
import { FORM } from '../machine/wire/body.ts'
import type { WorldStep } from '../world/history/world-step.ts'
import { code, objectCode } from './code-text.ts'
import {
  type CopiedRequest,
  copiedRequest,
  isPlainName,
  type SentBody,
  type SentFile,
  withBytes,
} from './copied-request.ts'
import { quotedWord } from './shell-word.ts'
import { isSeen, withEscapes } from './unseen.ts'

/** Whether a step can be copied as a request. */
export const isSendable = (step: WorldStep): boolean => copiedRequest(step) !== undefined

type PartsBody = SentBody & { readonly kind: 'parts' }

/**
 * Returns a step as a request.
 *
 * @param canWrite Whether a client can write parts as they are. Others become the bytes of the body.
 */
function requestOf(step: WorldStep, canWrite: (body: PartsBody) => boolean): CopiedRequest {
  const request = copiedRequest(step)
  if (request)
    return request.body.kind === 'parts' && !canWrite(request.body)
      ? withBytes(request, request.body)
      : request
  throw new TypeError('This step is no call, or its input is too long: it cannot be copied as a request')
}

/** Base64 text of a body or of a file, which `base64 -d` passes to curl as its standard input. */
const piped = (command: string, base64: string): string => `base64 -d <<'FILE' | ${command}\n${base64}\nFILE`

const percents = (text: string): string => encodeURIComponent(text.toWellFormed())

/** Whether a text can stand in a command, and a person sees all of it. */
const isWritable = (text: string): boolean => isSeen(text) && !/(?![\t\n])\p{Cc}/u.test(text)

/** A pair of a form as an option of curl. What nobody would see stands as escapes. */
const formOption = ([name, value]: readonly [string, string]): string =>
  isPlainName(name) && isWritable(value)
    ? `--data-urlencode ${quotedWord(`${name}=${value}`)}`
    : `--data-raw ${quotedWord(`${percents(name)}=${percents(value)}`)}`

/** The options of curl for a body, and what its standard input gets. */
interface CurlBody {
  readonly options: readonly string[]
  readonly input?: string
}

const binaryBody = (base64: string): CurlBody => ({ options: ['--data-binary @-'], input: base64 })

function partOptions({ pairs, files: [file] }: PartsBody): CurlBody {
  const texts = pairs.map(([name, value]) => `--form-string ${quotedWord(`${name}=${value}`)}`)
  if (!file) return { options: texts }
  const part = `-F ${quotedWord(`${file.part}=@-;filename="${file.name}"`)}`
  return { options: [...texts, part], input: file.base64 }
}

function bodyOptions(body: SentBody): CurlBody {
  switch (body.kind) {
    case 'none':
      return { options: [] }
    case 'form':
      return { options: body.pairs.map(formOption) }
    case 'text': {
      const text = withEscapes(body.text)
      // Only JSON reads the escapes. Of another text, the bytes are the only spelling that hides nothing.
      return isWritable(text) && (text === body.text || /^\s*\{/.test(text))
        ? { options: [`--data-raw ${quotedWord(text)}`] }
        : binaryBody(toBase64(new TextEncoder().encode(body.text)))
    }
    case 'bytes':
      return binaryBody(body.base64)
    default:
      return partOptions(body)
  }
}

const FILE_NAME = /^[\w. ()-]{1,200}$/

/** Whether curl can write the parts of a body: it reads one file from its standard input. */
const isForCurl = ({ pairs, files }: PartsBody): boolean =>
  files.length <= 1 &&
  files.every(({ part, name }) => isPlainName(part) && FILE_NAME.test(name)) &&
  pairs.every(([name, value]) => isPlainName(name) && isWritable(value))

/** Returns a call as a command of curl, which answers as the call did. */
export function curlOf(step: WorldStep, baseUrl: string): string {
  const { method, target, headers, body } = requestOf(step, isForCurl)
  const { options, input } = bodyOptions(body)
  const flags = [
    ...(method === 'GET' ? [] : [method === 'HEAD' ? '--head' : `-X ${method}`]),
    // Brackets would be a pattern of several URLs, and dots would be resolved.
    ...(/[[\]]/.test(target) ? ['--globoff'] : []),
    ...(/\/\.\.?(?:[/?]|$)/.test(target) ? ['--path-as-is'] : []),
  ]
  const typeless = body.kind === 'text' || body.kind === 'bytes'
  const hasType = headers.some(([name]) => name === 'content-type')
  const lines = [
    ...headers.map(([name, value]) => `-H ${quotedWord(`${name}: ${withEscapes(value)}`)}`),
    ...(typeless && !hasType ? [`-H 'content-type: ${FORM}'`] : []),
    ...options,
  ]
  const command = [`curl ${[quotedWord(baseUrl + target), ...flags].join(' ')}`, ...lines].join(' \\\n  ')
  return input === undefined ? command : piped(command, input)
}

const bytesCode = (base64: string): string =>
  `Uint8Array.from(atob(${code(base64)}), (character) => character.charCodeAt(0))`

/** Pairs as an object, or as a list if a name stands twice. */
function pairsCode(pairs: readonly (readonly [string, string])[], indent: string): string {
  const members = Object.fromEntries(pairs)
  return code(Object.keys(members).length === pairs.length ? members : pairs, indent)
}

/** A text as code: JSON as the object that it says, if that is written as the same text. */
function textCode(text: string, indent: string): string {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && JSON.stringify(value) === text)
      return `JSON.stringify(${code(value, indent)})`
  } catch {
    // It is no JSON.
  }
  return code(text, indent)
}

/** The statements that make the form of a body with parts. */
const formLines = (body: PartsBody): string[] => [
  'const form = new FormData()',
  ...body.pairs.map(([name, value]) => `form.append(${code(name)}, ${code(value)})`),
  ...body.files.map(
    ({ part, name, base64 }) => `form.append(${code(part)}, new Blob([${bytesCode(base64)}]), ${code(name)})`,
  ),
]

function fetchBody(body: SentBody): string | undefined {
  switch (body.kind) {
    case 'none':
      return undefined
    case 'form':
      return `new URLSearchParams(${pairsCode(body.pairs, '  ')})`
    case 'text':
      return textCode(body.text, '  ')
    case 'bytes':
      return bytesCode(body.base64)
    default:
      return 'form'
  }
}

/** Whether the answer to a call is a redirect, which a client would follow. */
const redirects = ({ ok, value }: WorldStep): boolean => ok && /^\{"location":"/.test(value ?? '')

/** Whether `FormData` writes the parts of a body as they are: it changes the ends of lines. */
const isForFetch = ({ pairs }: PartsBody): boolean =>
  pairs.every(([, value]) => !/\r(?!\n)|(?<!\r)\n/.test(value))

/** Returns a call as an expression with `fetch`, after the form that it needs. It answers as the call did. */
export function fetchOf(step: WorldStep, baseUrl: string): string {
  const { method, target, headers, body } = requestOf(step, isForFetch)
  const isText = body.kind === 'text'
  const hasType = headers.some(([name]) => name === 'content-type')
  const sent = [...headers, ...(isText && !hasType ? [['content-type', FORM] as const] : [])]
  const options = objectCode({
    method: method === 'GET' ? undefined : code(method),
    headers: sent.length > 0 ? code(Object.fromEntries(sent), '  ') : undefined,
    redirect: redirects(step) ? code('manual') : undefined,
    body: fetchBody(body),
  })
  const call = `await fetch(${code(baseUrl + target)}${options === '{}' ? '' : `, ${options}`})`
  return [...(body.kind === 'parts' ? formLines(body) : []), call].join('\n')
}

const bufferCode = (base64: string): string => `Buffer.from(${code(base64)}, "base64")`

/** Files as the list that a typed call and a request take. */
export function filesCode(files: readonly SentFile[], indent: string): string {
  const items = files.map(
    ({ part, name, base64 }) =>
      `${indent}  { part: ${code(part)}, name: ${code(name)}, bytes: ${bufferCode(base64)} },\n`,
  )
  return `[\n${items.join('')}${indent}]`
}

/** The members of `world.request` for a body. */
function requestBody(body: SentBody, indent: string): Readonly<Record<string, string | undefined>> {
  switch (body.kind) {
    case 'none':
      return {}
    case 'form':
      return { body: `new URLSearchParams(${pairsCode(body.pairs, indent)}).toString()` }
    case 'text':
      return { body: textCode(body.text, indent) }
    case 'bytes':
      return { body: bufferCode(body.base64) }
    default:
      return {
        params: code(Object.fromEntries(body.pairs), indent),
        files: filesCode(body.files, indent),
      }
  }
}

/** Whether parameters and files as values mean the same as the parts of a body. */
const areValues = ({ pairs }: PartsBody): boolean =>
  new Set(pairs.map(([name]) => name)).size === pairs.length &&
  pairs.every(([name, value]) => value !== '' && !/[[\]]/.test(name))

/** Returns a request as an expression on `world`, whose answer is a response. */
export function requestCode(step: WorldStep, indent = ''): string {
  const { method, target, headers, body, address } = requestOf(step, areValues)
  const inner = `${indent}  `
  const url = `${address === undefined ? '' : `world.${address}Url + `}${code(target)}`
  // A response to a known entity tag has no body, and would say less.
  const sent = headers.filter(([name]) => name !== 'if-none-match')
  const members = {
    method: code(method),
    [body.kind === 'parts' ? 'path' : 'url']: url,
    headers: sent.length > 0 ? code(Object.fromEntries(sent), inner) : undefined,
    ...requestBody(body, inner),
  }
  return `world.request(${objectCode(members, indent)})`
}
