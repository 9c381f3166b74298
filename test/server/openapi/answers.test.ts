import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { registry } from '../../../src/chapters/registry.ts'
import type { Json } from '../../../src/engine/values/guard.ts'
import { toFetchHandler } from '../../../src/server/fetch.ts'
import { openApiDocument } from '../../../src/server/openapi/document.ts'
import { createWorld } from '../../../src/world/create-world.ts'
import { rightToken, rowsOf } from '../../chapters/codes/rows.ts'
import { forked, serving } from '../../service/scene.ts'
import { at, codesAt, document, parametersAt } from './read-document.ts'

const validator = new Ajv2020({ strict: false, validateFormats: false })
validator.addSchema(document, 'document')

const pointer = (...parts: string[]): string =>
  `document#/${parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`

const compiled = new Map<string, ValidateFunction>()

/** The problems of a value by the schema at a place of the document. */
function problemsAt(value: unknown, ...place: string[]): unknown {
  const $ref = pointer(...place)
  const validate = compiled.get($ref) ?? validator.compile({ $ref })
  compiled.set($ref, validate)
  return validate(value) ? [] : validate.errors
}

/** A list that a row spells as one text with commas, as the list that it means. */
const spelled = (value: Json, schema: { readonly type?: string } = {}): unknown =>
  schema.type === 'array' && typeof value === 'string' ? value.split(',') : value

const start = { world: createWorld(), ...createWorld().starter() }
start.world.starter()
const rows = rowsOf(start)

describe.each([...registry.routes.byName])('%s', (name, entry) => {
  const { placeholder, query, prefix, endpoint } = entry
  const params = { ...rows[name]?.params } as Record<string, Json>
  const id = String(params[placeholder] ?? '')
  const { [placeholder]: _, ...given } = params
  const { tail } = entry
  if (tail) delete given[tail]
  const sent: Record<string, Json> = placeholder && query ? { ...given, [query]: given[query] ?? id } : given
  const operation = at(endpoint.route)
  const path = operation.path
    .replace('{version}', 'v26.0')
    .replace(/\w*\{\w+\}/, id.startsWith(prefix) ? id : prefix + id)
    .replace(`{${tail}}`, String(params[tail]))

  test('takes what the document says, and answers what it says', () => {
    const { world } = forked(start, serving(name))
    const token = rightToken(name, start)
    const types = Object.fromEntries(
      parametersAt(operation).map((parameter) => [parameter.name, parameter.schema ?? {}]),
    )
    for (const [parameter, value] of Object.entries(sent))
      expect(validator.validate(types[parameter] ?? false, spelled(value, types[parameter])), parameter).toBe(
        true,
      )
    const { status, body, headers } = world.request({
      method: entry.method,
      path,
      params: { ...sent, ...(token !== '' && { access_token: token }) },
    })
    const type = headers['content-type']?.split(';')[0] ?? ''
    const value = type === 'application/json' ? JSON.parse(String(body)) : body
    const place = ['paths', operation.path, entry.method.toLowerCase(), 'responses', String(status)]
    expect(problemsAt(value, ...place, 'content', type, 'schema')).toEqual([])
  })

  test('answers the error that the document says', () => {
    const { status, body } = forked(start, serving(name)).world.request({
      method: entry.method,
      path,
      params: { access_token: 'wrong' },
    })
    const value = JSON.parse(String(body))
    expect(status).toBe(400)
    expect(problemsAt(value, 'components', 'schemas', 'Error')).toEqual([])
    expect(codesAt(operation)).toContain(value.error.code)
  })
})

test('GET /_sim/openapi.json answers the document, for the world that it is read from', async () => {
  const answer = await toFetchHandler(createWorld(), { control: true })(
    new Request('http://localhost/_sim/openapi.json'),
  )
  expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument({ server: '..' }))))
})
