import type { GraphRequest, TypedCall, World } from '../../src/index.ts'
import { createWorld } from '../../src/index.ts'
import { toFetchHandler } from '../../src/server/fetch.ts'
import { listen } from '../../src/server/http/server.ts'
import { permissions } from '../../src/service/caller/caller.ts'
import { multipart } from '../chapters/photos/photo-world.ts'
import { pngWith } from '../chapters/pictures/samples.ts'
import { overSocket, type Received } from '../server/transports.ts'
import { notesArea } from './area/notes.ts'
import { act, jsonOf, type Scene } from './scene.ts'

/** A world with something to call on every path, and its ids. */
export interface Stage extends Scene {
  /** The world of the tests has one note. */
  readonly note: string
  /** The ids of what an ad account owns, and only the live service has. */
  readonly own: Readonly<Record<OwnEdge, string>>
}

type OwnEdge = 'adlabels' | 'adspixels' | 'customaudiences'

const edgeOf = ({ adAccount }: { readonly adAccount: string }, name: string): string =>
  `/${adAccount.replace(/^(act_)?/, 'act_')}/${name}`

/** Makes a label, a pixel and an audience. */
function ownObjects(world: World, names: { readonly adAccount: string; readonly userToken: string }) {
  const make = (name: OwnEdge, more: object = {}): string => {
    const params = { access_token: names.userToken, name: 'Own', ...more }
    return String(
      (jsonOf(world.request({ method: 'POST', path: edgeOf(names, name), params })) as Members)['id'],
    )
  }
  return {
    adlabels: make('adlabels'),
    adspixels: make('adspixels'),
    customaudiences: make('customaudiences', {
      subtype: 'CUSTOM',
      customer_file_source: 'USER_PROVIDED_ONLY',
    }),
  }
}

const picture = await pngWith({ width: 5, height: 4 })

/** Makes the world of the table. */
export function stage(): Stage {
  const world = createWorld({ areas: [notesArea], policy: { beyond: 'serve' } }) as unknown as World
  const names = world.starter({ publications: false })
  world.stub('GET /{campaign}/previews', { data: [{ id: '1', name: 'A preview', body: '<iframe>' }] })
  const { id } = act(world, 'addNote', { page: Number(names.page), text: 'A note' }).unwrap()
  return { world, ...names, note: String(id), own: ownObjects(world, names) }
}

/** The parts of a request that differ by rule. */
export interface Sent {
  readonly params?: Readonly<Record<string, string>>
  readonly version?: string
  readonly ifNoneMatch?: string
  /** A token in place of that of the path. */
  readonly token?: string
}

/** The answer of a path. A success has the code 0, and a typed call has no headers. */
export interface Answer {
  readonly code: number
  readonly status?: number | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The record that was asked for. */
  readonly record: unknown
}

type Members = Readonly<Record<string, unknown>>
const membersOf = (value: unknown): Members => Object(value) as Members

/** A way by which a call reaches the service. */
export interface Path {
  readonly operation: string
  /** The caller, whose rate limit counts the call. */
  readonly as: 'user' | 'page'
  readonly request: (stage: Stage, sent: Sent) => GraphRequest | TypedCall
  /** Finds the record in the body of an answer. */
  readonly record?: (body: Members, stage: Stage) => unknown
  readonly send?: (stage: Stage, sent: Sent, path: Path) => Answer | Promise<Answer>
  /** An edge of the record, for the cells of expansions. */
  readonly edge?: string
}

export const tokenOf = (path: Path, { userToken, pageToken }: Stage, { token }: Sent = {}): string =>
  token ?? (path.as === 'page' ? pageToken : userToken)

const versioned = ({ version }: Sent, path: string): string =>
  `${version === undefined ? '' : `/${version}`}${path}`

const get = (stage: Stage, path: string, sent: Sent, own: Path['as'], params: object = {}): GraphRequest => ({
  method: 'GET',
  path: versioned(sent, path),
  params: { access_token: tokenOf({ as: own } as Path, stage, sent), ...params, ...sent.params },
  ...(sent.ifNoneMatch !== undefined && { headers: { 'if-none-match': sent.ifNoneMatch } }),
})

const codeOf = (body: unknown): number => Number(membersOf(membersOf(body)['error'])['code'] ?? 0)

function answerOf(
  { status, headers, body }: { status: number; headers: Answer['headers']; body: unknown },
  path: Path,
  at: Stage,
): Answer {
  const parsed = body === '' ? undefined : (jsonOf({ body: body as string }) as Members)
  return { code: codeOf(parsed), status, headers, record: parsed && (path.record?.(parsed, at) ?? parsed) }
}

/** Sends the request of a path to the world itself. */
function toWorld(at: Stage, sent: Sent, path: Path): Answer {
  const response = at.world.request(path.request(at, sent) as GraphRequest)
  return answerOf(response, path, at)
}

/** Sends it by HTTP, as a URL. */
const overHttp =
  (
    carry: (
      world: World,
      sent: { method: string; path: string; headers: Record<string, string> },
    ) => Promise<Received>,
  ) =>
  async (at: Stage, sent: Sent, path: Path): Promise<Answer> => {
    const {
      path: target,
      params,
      headers = {},
    } = path.request(at, sent) as Extract<GraphRequest, { path: string }>
    const query = new URLSearchParams(params as Record<string, string>)
    const given = { method: 'GET', path: `${target}?${query}`, headers: headers as Record<string, string> }
    const { status, headers: got, body } = await carry(at.world, given)
    return answerOf({ status, headers: got, body: Buffer.from(body).toString() }, path, at)
  }

/** The calls of a batch; the last of them is the one of the cell. */
function batchOf(
  at: Stage,
  sent: Sent,
  first: readonly object[],
  more: Readonly<Record<string, string>> = {},
): GraphRequest {
  const { ifNoneMatch, params } = sent
  const query = new URLSearchParams({ ...more, ...params })
  const { appsecret_proof: proof } = params ?? {}
  query.delete('appsecret_proof')
  const headers = ifNoneMatch === undefined ? {} : { headers: [`If-None-Match: ${ifNoneMatch}`] }
  const item = { method: 'GET', relative_url: `${versioned(sent, `/${at.campaign}`)}?${query}`, ...headers }
  const whole = proof === undefined ? {} : { appsecret_proof: proof }
  return {
    method: 'POST',
    path: '/',
    params: { access_token: sent.token ?? at.userToken, batch: JSON.stringify([...first, item]), ...whole },
  }
}

function fromBatch(at: Stage, sent: Sent, path: Path): Answer {
  const response = at.world.request(path.request(at, sent) as GraphRequest)
  const body: unknown = JSON.parse(String(response.body))
  if (!Array.isArray(body))
    return { code: codeOf(body), status: response.status, record: undefined, headers: response.headers }
  const part = body.at(-1) as { code: number; headers: { name: string; value: string }[]; body: string }
  const headers = Object.fromEntries(part.headers.map(({ name, value }) => [name.toLowerCase(), value]))
  return answerOf({ status: part.code, headers, body: part.body }, path, at)
}

/** Queues a call, and lets time pass until it has run. */
function queued(at: Stage, sent: Sent, path: Path): Answer {
  const made = toWorld(at, sent, path)
  if (made.code !== 0) return made
  at.world.clock.advance('1h')
  const batch = String(membersOf(made.record)['id'])
  const list = at.world.request(get(at, `/${batch}/requests`, {}, 'user', { fields: 'status,result' }))
  const [row] = membersOf(jsonOf(list))['data'] as Members[]
  const result = row?.['result']
  const record = typeof result === 'string' ? JSON.parse(result) : result
  return { code: codeOf(record), record }
}

function typed(at: Stage, { params = {}, version, token = at.userToken }: Sent): Answer {
  const client = at.world.as(token, version === undefined ? {} : { version: version as 'v26.0' })
  const outcome = client.readCampaign({ campaign: at.campaign, ...params })
  return outcome.ok ? { code: 0, record: outcome.value } : { code: outcome.error.code, record: undefined }
}

const campaign = { name: 'Queued', objective: 'LINK_CLICKS', special_ad_categories: '[]', status: 'PAUSED' }

export const paths: Readonly<Record<string, Path>> = {
  'a call': {
    operation: 'readCampaign',
    as: 'user',
    edge: 'ads',
    request: (at, sent) => get(at, `/${at.campaign}`, sent, 'user'),
  },
  HEAD: {
    operation: 'readCampaign',
    as: 'user',
    edge: 'ads',
    request: (at, sent) => ({ ...get(at, `/${at.campaign}`, sent, 'user'), method: 'HEAD' }),
    send(at, sent, path) {
      const { status, headers, body } = at.world.request(path.request(at, sent) as GraphRequest)
      if (String(body) !== '') return answerOf({ status, headers, body }, path, at)
      const { outcome } = at.world.calls.last() ?? {}
      return { code: codeOf(outcome), status, headers, record: undefined }
    },
  },
  'a batch': {
    operation: 'readCampaign',
    as: 'user',
    edge: 'ads',
    request: (at, sent) => batchOf(at, sent, []),
    send: fromBatch,
  },
  'a named batch': {
    operation: 'readCampaign',
    as: 'user',
    edge: 'ads',
    request: (at, sent) =>
      batchOf(at, sent, [{ method: 'GET', relative_url: 'me?fields=id', name: 'first' }], {
        locale: '{result=first:$.id}',
      }),
    send: fromBatch,
  },
  ids: {
    operation: 'readCampaign',
    as: 'user',
    edge: 'ads',
    request: (at, sent) => get(at, '/', sent, 'user', { ids: at.campaign }),
    record: (body, at) => body[at.campaign],
  },
  'an edge of ids': {
    operation: 'listCampaignAds',
    as: 'user',
    edge: 'adcreatives',
    request: (at, sent) => get(at, '/ads', sent, 'user', { ids: at.campaign }),
    record: (body, at) => (membersOf(body[at.campaign])['data'] as unknown[] | undefined)?.[0],
  },
  'an expansion': {
    operation: 'readAdAccount',
    as: 'user',
    edge: 'ads',
    request(at, { params: { fields, ...params } = {}, ...sent }) {
      const inner = fields === undefined ? '' : `{${fields}}`
      return get(at, `/${at.adAccount.replace(/^(act_)?/, 'act_')}`, { ...sent, params }, 'user', {
        fields: `campaigns.limit(1)${inner}`,
      })
    },
    record: (body) => (membersOf(body['campaigns'])['data'] as unknown[] | undefined)?.[0],
  },
  'an async batch': {
    operation: 'createCampaign',
    as: 'user',
    request(at, { params: { appsecret_proof: proof, ...params } = {}, ...sent }) {
      const url = `act_${at.adAccount.replace('act_', '')}`
      const adbatch = [{ name: 'one', relative_url: `${url}/campaigns`, body: { ...campaign, ...params } }]
      return {
        ...get(at, `/${url}/async_batch_requests`, sent, 'user', {
          name: 'batch',
          adbatch: JSON.stringify(adbatch),
          ...(proof !== undefined && { appsecret_proof: proof }),
        }),
        method: 'POST',
      }
    },
    send: queued,
  },
  'an upload': {
    operation: 'uploadPagePhoto',
    as: 'page',
    edge: 'comments',
    request(at, sent) {
      const params = { access_token: sent.token ?? at.pageToken, published: 'false', ...sent.params }
      const { headers, body } = multipart(params, [{ name: 'a.png', bytes: picture }])
      const known = sent.ifNoneMatch === undefined ? {} : { 'if-none-match': sent.ifNoneMatch }
      return {
        method: 'POST',
        url: `http://localhost${versioned(sent, `/${at.page}/photos`)}`,
        headers: { ...headers, ...known },
        body,
      }
    },
  },
  'a stub': {
    operation: 'GET /{campaign}/previews',
    as: 'user',
    request: (at, sent) => get(at, `/${at.campaign}/previews`, sent, 'user'),
  },
  'an area': {
    operation: 'listNotes',
    as: 'page',
    request: (at, sent) => get(at, `/${at.page}/notes`, sent, 'page'),
    record: (body) => (membersOf(body)['data'] as unknown[] | undefined)?.[0],
  },
  HTTP: {
    operation: 'readCampaign',
    as: 'user',
    edge: 'ads',
    request: (at, sent) => get(at, `/${at.campaign}`, sent, 'user'),
    send: overHttp(async (world, sent) => {
      const server = await listen(world)
      try {
        return await overSocket(Number(new URL(server.url).port), sent)
      } finally {
        await server.close()
      }
    }),
  },
  fetch: {
    operation: 'readCampaign',
    as: 'user',
    edge: 'ads',
    request: (at, sent) => get(at, `/${at.campaign}`, sent, 'user'),
    send: overHttp(async (world, { path, headers }) => {
      const response = await toFetchHandler(world)(new Request(`http://localhost${path}`, { headers }))
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: new Uint8Array(await response.arrayBuffer()),
        dropped: false,
      }
    }),
  },
  'a typed call': {
    operation: 'readCampaign',
    as: 'user',
    edge: 'ads',
    request: (at, { params = {}, version, token = at.userToken }) => ({
      operation: 'readCampaign',
      token,
      params: { campaign: at.campaign, ...params },
      ...(version !== undefined && { version }),
    }),
    send: typed,
  },
}

const firstOf = (body: Members): unknown => (membersOf(body)['data'] as unknown[] | undefined)?.[0]

/** Reads an object that an ad account owns. */
const own = (operation: string, edge: OwnEdge): Path => ({
  operation,
  as: 'user',
  request: (at, sent) => get(at, `/${at.own[edge]}`, sent, 'user'),
})

/** Lists objects that an ad account owns. */
const ownList = (operation: string, edge: OwnEdge): Path => ({
  operation,
  as: 'user',
  request: (at, sent) => get(at, edgeOf(at, edge), sent, 'user'),
  record: firstOf,
})

/** Endpoints that came after the table. Each stands for those that are declared alike. */
export const laterEndpoints: Readonly<Record<string, Path>> = {
  'a label': own('readAdLabel', 'adlabels'),
  'a new label': {
    operation: 'createAdLabel',
    as: 'user',
    request: (at, sent) => ({
      ...get(at, edgeOf(at, 'adlabels'), sent, 'user', { name: 'New' }),
      method: 'POST',
    }),
  },
  labels: ownList('listAdLabels', 'adlabels'),
  'a pixel': own('readAdsPixel', 'adspixels'),
  pixels: ownList('listAdsPixels', 'adspixels'),
  'an audience': own('readCustomAudience', 'customaudiences'),
  audiences: ownList('listCustomAudiences', 'customaudiences'),
  'a preview': {
    operation: 'listAdPreviews',
    as: 'user',
    request: (at, sent) => get(at, `/${at.ad}/previews`, sent, 'user', { ad_format: 'MOBILE_FEED_STANDARD' }),
    record: firstOf,
  },
}

/** Sends a call by a path. */
export const send = async (path: Path, at: Stage, sent: Sent = {}): Promise<Answer> =>
  (path.send ?? toWorld)(at, sent, path)

/** Makes an app that requires proofs, and a token of it for the caller of a path. */
export function strictToken(path: Path, { world, user, page }: Stage): { token: string; secret: string } {
  const { id: app, secret } = world.actions.createApp({ name: 'Strict', requireProof: true }).unwrap()
  const kind = path.as === 'page' ? ({ kind: 'page', page } as const) : ({ kind: 'user' } as const)
  const { token } = world.actions.issueToken({ ...kind, app, user, scopes: permissions }).unwrap()
  return { token, secret }
}
