import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints, registry } from '../../../src/chapters/registry.ts'
import { openApiDocument } from '../../../src/server/openapi/document.ts'
import type { JsonSchema } from '../../../src/server/openapi/json-schema.ts'
import { transientCodes } from '../../../src/service/contract/transient.ts'
import type { Endpoint } from '../../../src/service/routes/define.ts'
import { flawsOf } from './flaws.ts'
import { at, codesAt, described, document, parametersAt, shapeOf } from './read-document.ts'

const declared = Object.entries<Endpoint>(endpoints)
const text = JSON.stringify(openApiDocument())

test('an option of another name is refused', () => {
  expect(() => openApiDocument({ serverr: 'https://a.test' } as object)).toThrow(
    'openApiDocument has no option "serverr": did you mean server?',
  )
})

describe('the document is valid', () => {
  test('by the JSON Schema of OpenAPI 3.1', async () => {
    expect(await new Validator().validate(JSON.parse(text))).toEqual({ valid: true })
  })

  test('by what the schema cannot say', () => {
    expect(flawsOf(JSON.parse(text))).toEqual([])
  })

  const get = (more: object = {}) => ({ get: { operationId: 'read', ...more } })
  const inPath = { in: 'path', name: 'a', required: true }
  test.each<[what: string, paths: object, flaw: string]>([
    ['without a parameter of its path', { '/{a}': get() }, 'read of /{a} has no a'],
    [
      'with a parameter of another path',
      { '/x': get({ parameters: [inPath] }) },
      'read of /x has a, which is not there',
    ],
    [
      'whose parameter of the path may be left out',
      { '/{a}': get({ parameters: [{ ...inPath, required: false }] }) },
      'read of /{a} does not require a',
    ],
    ['with the id of another', { '/x': get(), '/y': get() }, 'read is there twice'],
    [
      'at a path that differs by a name alone',
      { '/{a}': get({ parameters: [inPath] }), '/{b}': {} },
      '/{} is there twice',
    ],
    [
      'with an unknown security scheme',
      { '/x': get({ security: [{ key: [] }] }) },
      'the security scheme key is not declared',
    ],
    [
      'with a reference to nothing',
      { '/x': get({ responses: { $ref: '#/components/gone' } }) },
      '#/components/gone leads nowhere',
    ],
  ])('and an operation %s is a flaw', (_, paths, flaw) => {
    expect(flawsOf({ paths } as never)).toEqual([flaw])
  })

  test('and a validator refuses it with a method that does not exist', async () => {
    const { paths } = JSON.parse(text)
    const wrong = { ...JSON.parse(text), paths: { ...paths, '/{version}': { FETCH: {} } } }
    expect((await new Validator().validate(wrong)).valid).toBe(false)
  })
})

test('the document has every route of every endpoint, and no other', () => {
  const routes = declared.flatMap(([name, { route, also = {} }]) =>
    [route, ...Object.keys(also)].map((one) => {
      const [method, path = ''] = one.split(' ')
      return `${name}: ${method} ${shapeOf(path)}`
    }),
  )
  const documented = described.flatMap((one) =>
    one['x-fauxgraph-operations'].map((name) => `${name}: ${one.method} ${shapeOf(one.path)}`),
  )
  expect(documented.sort()).toEqual(routes.sort())
})

test('each operation has an id of its own: the name of its endpoint if it is the only one', () => {
  const ids = described.map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(at('POST /{page}/feed').operationId).toBe('publishPost')
  expect(at('GET /{page}/photos').operationId).toBe('getNodePhotos')
  expect(at('GET /{user}/photos/tagged').operationId).toBe('getUserPhotosTagged')
})

test('paths with a version have it as a parameter, and a path of the web address has none', () => {
  const { path, parameters } = at('GET {web_url}/ads/lead_gen/export_csv/?id={form}')
  expect(path).toBe('/ads/lead_gen/export_csv/')
  expect(parametersAt(at('GET {web_url}/ads/lead_gen/export_csv/?id={form}'))).toContainEqual(
    expect.objectContaining({ name: 'id', required: true }),
  )
  expect(parameters.map((one) => one.in)).not.toContain('path')
  expect(at('GET /{photo}').path).toBe('/{version}/{node}')
  expect(at('GET /act_{adAccount}').path).toBe('/{version}/act_{adAccount}')
})

describe.each(declared)('%s', (name, endpoint) => {
  const operation = at(endpoint.route)
  const schema = z.toJSONSchema(endpoint.params, { io: 'input', unrepresentable: 'any' })
  const own = Object.keys(schema.properties ?? {})

  test('has its parameters', () => {
    const names = parametersAt(operation).map((parameter) => parameter.name)
    const inPath = operation.parameters.filter((one) => one.in === 'path').map((one) => String(one.name))
    expect([...names, ...inPath]).toEqual(expect.arrayContaining(own))
    if (endpoint.view) expect(names).toContain('fields')
  })

  test('has its chapter, its codes and its source', () => {
    const codes = registry.routes.byName.get(name)?.codes ?? new Set()
    expect(operation.tags).toContain(endpoint.chapter)
    expect(codesAt(operation)).toEqual(expect.arrayContaining([...codes, ...transientCodes]))
    expect(operation['x-fauxgraph-beyond']?.[name]).toBe(endpoint.source)
  })
})

test('an operation has no parameter that none of its endpoints has', () => {
  for (const operation of described) {
    const names = operation['x-fauxgraph-operations'].flatMap((name) => {
      const endpoint = declared.find(([one]) => one === name)?.[1]
      const { properties = {} } = z.toJSONSchema(endpoint?.params ?? z.object({}), {
        io: 'input',
        unrepresentable: 'any',
      })
      return [...Object.keys(properties), ...(endpoint?.view ? ['fields'] : [])]
    })
    const allowed = operation.method === 'POST' ? [...names, 'access_token'] : names
    expect(parametersAt(operation).filter(({ name }) => !allowed.includes(name))).toEqual([])
  }
})

test('an operation with one endpoint has its codes alone, and those that faults inject', () => {
  // PHO-137 to PHO-141 on top of the codes of every page call.
  const codes = [100, 190, 200, 324, 368, 80001, ...transientCodes]
  expect([...codesAt(at('POST /{page}/photos'))].sort()).toEqual(codes.sort())
})

test('required parameters are required', () => {
  const requiredAt = (route: string) =>
    parametersAt(at(route)).flatMap(({ name, required }) => (required ? [name] : []))
  expect(requiredAt('GET /act_{adAccount}/targetingsearch')).toEqual(['q'])
  expect(requiredAt('GET /')).toEqual(['ids'])
  expect(requiredAt('POST /')).toEqual(['batch'])
  // Only one of the two endpoints of this path has the parameter biz_tag_id, and neither requires one.
  expect(requiredAt('GET /{page}/photos')).toEqual([])
})

test('files have parts of a multipart form, where an endpoint takes them', () => {
  const partsOf = (route: string) => parametersAt(at(route), 'multipart/form-data').map(({ name }) => name)
  expect(partsOf('POST /{page}/photos')).toContain('source')
  expect(partsOf('POST /{page}/feed')).toContain('thumbnail')
  expect(partsOf('POST /act_{adAccount}/adimages')).toContain('filename')
  expect(partsOf('POST /act_{adAccount}/campaigns')).toEqual([])
})

test('a description has the comment, the access and the rows of its endpoint', () => {
  const { description } = at('POST /{page}/photos')
  expect(description).toContain('Uploads one photo for a page')
  expect(description).toContain('CREATE_CONTENT')
  expect(description).toMatch(/Rows: .*PHO-031/)
})

test('the text is the same each time', () => {
  expect(JSON.stringify(openApiDocument())).toBe(text)
  expect(openApiDocument({ server: 'https://graph.example.test' }).servers).toEqual([
    { url: 'https://graph.example.test' },
  ])
  expect(document.components.schemas['Photo']?.properties).toHaveProperty('alt_text_custom')
})

describe('every field of a record and of a result has a text', () => {
  const { paths, components } = openApiDocument()
  const undescribed = (schema: JsonSchema, path: string): string[] => {
    const { properties = {}, items, anyOf = [], allOf = [] } = schema
    const members = Object.entries(properties)
    const isPage = Object.hasOwn(properties, 'data') && Object.hasOwn(properties, 'paging')
    return [
      ...members
        .filter(([name, member]) => !member.description && !(isPage && ['data', 'paging'].includes(name)))
        .map(([name]) => `${path}.${name}`),
      ...members
        .filter(([name]) => !(isPage && name === 'paging'))
        .flatMap(([name, member]) => undescribed(member, `${path}.${name}`)),
      ...[...(items ? [items] : []), ...anyOf, ...allOf].flatMap((part) => undescribed(part, path)),
    ]
  }
  const schemas = components['schemas'] as Record<string, JsonSchema>

  test.each(Object.entries(schemas))('%s', (name, schema) => {
    expect(undescribed(schema, name)).toEqual([])
  })

  test.each(
    Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId, parameters }) => [operationId, parameters] as const),
    ),
  )('the parameters of %s', (_, parameters) => {
    const texts = parameters as readonly { name: string; description?: string; schema?: JsonSchema }[]
    const missing = texts.filter(
      ({ description, schema }) =>
        !description && schema && !schema.description && !schema.anyOf?.some((one) => one.description),
    )
    expect(missing.map(({ name }) => name)).toEqual([])
  })
})
