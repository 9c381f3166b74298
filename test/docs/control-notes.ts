import { bounds } from '../../src/graph/contract/bounds.ts'

/** A request to the control plane. `{page}` and other names of the starter world become their values. */
export interface ControlRequest {
  readonly method: string
  readonly path: string
  /** The body, or a function of the answer to the request before. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A member of a request or of an answer: its name, its place, its type, its meaning. */
type Member = readonly [
  name: string,
  place: 'path' | 'query' | 'body' | 'answer',
  type: string,
  meaning: string,
]

/** The description of one method of a route. */
export interface ControlNote {
  readonly text: string
  readonly members?: readonly Member[]
  /** The method whose answer this method returns too, such as `GET world`. */
  readonly answersLike?: string
  /** Whether a function takes the webhooks of the app, which is installed on the page. */
  readonly connected?: boolean
  /** Requests that prepare the world. The page does not show them. */
  readonly before?: readonly ControlRequest[]
  readonly example: Omit<ControlRequest, 'method'>
  /** Requests that are refused. The page shows their status and message. */
  readonly refused?: readonly Omit<ControlRequest, 'method'>[]
}

const count = (number: number): string => number.toLocaleString('en-US')
const submitLead: ControlRequest = {
  method: 'POST',
  path: '/_sim/actions/submitLead',
  body: { form: '{form}', answers: { full_name: 'Grace Example', email: 'grace@example.test' } },
}
const readPage: ControlRequest = { method: 'GET', path: '/{page}?access_token={pageToken}' }
const fault = { match: { operation: 'publishPost' }, fault: { kind: 'error', code: 100 }, times: 1 }
const addFault: ControlRequest = { method: 'POST', path: '/_sim/faults', body: fault }
const stub = { route: 'GET /{page}/conversations', data: { data: [{ id: 't_1', unread_count: 2 }] } }
const addStub: ControlRequest = { method: 'POST', path: '/_sim/stubs', body: stub }
const makeWorld: ControlRequest = { method: 'GET', path: '/_sim/w/second/_sim/world' }

const pageOfLog = (log: string): readonly Member[] => [
  [
    'since',
    'query',
    'whole number',
    'The answer has the entries whose `sequence` is greater: 0 if left out. For the next page, send the last `sequence`.',
  ],
  [
    'limit',
    'query',
    `whole number, 1 to ${count(bounds.logPageMax)}`,
    `The most entries of the answer: ${count(bounds.logPageMax)} if left out. Entries of one input stay together.`,
  ],
  ['dropped', 'answer', 'number', `Entries that the ${log} no longer has, because it is full.`],
  ['more', 'answer', 'boolean', `Whether the ${log} has more entries.`],
]

/** The descriptions of the routes of the control plane, by route and method. */
export const controlNotes: Readonly<Record<string, Readonly<Record<string, ControlNote>>>> = {
  world: {
    GET: {
      text: 'Returns the outline of the world.',
      members: [
        ['seed', 'answer', 'string', 'The seed from which ids, tokens and random values follow.'],
        ['now', 'answer', 'number', 'The virtual time, in Unix milliseconds.'],
        ['iso', 'answer', 'string', 'The same time, as ISO 8601 text in UTC.'],
        ['seq', 'answer', 'number', 'The number of inputs that the world has taken.'],
        [
          'hash',
          'answer',
          'string',
          'The hash of the world. Worlds with the same content have the same hash.',
        ],
        ['policy', 'answer', 'object', 'The [policy options](gaps.md).'],
        ['counts', 'answer', 'object', 'The number of records by kind.'],
        ['pending', 'answer', 'number', 'The number of tasks that are due later.'],
        [
          'events',
          'answer',
          'object',
          'The event log: `last` sequence, `length`, and number of `dropped` entries.',
        ],
        ['calls', 'answer', 'object', 'The call log, in the same way.'],
        [
          'starter',
          'answer',
          'object or null',
          'The ids and tokens of the starter world by name; null without a starter world.',
        ],
      ],
      example: { path: '/_sim/world' },
    },
  },
  reset: {
    POST: {
      text: 'Returns the world to its baseline: its beginning with the starter world, or the last snapshot that was put.',
      answersLike: 'GET world',
      before: [submitLead],
      example: { path: '/_sim/reset' },
    },
  },
  clock: {
    POST: {
      text: 'Moves the virtual clock and runs the tasks that become due. The body has exactly one of the four members.',
      members: [
        [
          'advance',
          'body',
          'number, string or object',
          'A duration: milliseconds, `"25h"`, `"2 weeks"`, `"3 business days"`, `"P1M2DT3H"`, or `{"months": 1, "days": 2}`.',
        ],
        [
          'to',
          'body',
          'string or number',
          'An instant: ISO 8601 text with an offset or Z, or Unix milliseconds.',
        ],
        [
          'next',
          'body',
          'true',
          'Moves to the next pending task and runs it. Without a task, the clock does not move.',
        ],
        ['drain', 'body', 'true', 'Runs all pending tasks. It is refused after 10,000 tasks.'],
        ['from', 'answer', 'number', 'The time before, in Unix milliseconds.'],
        ['to', 'answer', 'number', 'The time after, in Unix milliseconds.'],
        ['fired', 'answer', 'number', 'The number of tasks that ran.'],
        ['events', 'answer', 'list', 'The events of these tasks, as in `GET /_sim/events`.'],
        ['now', 'answer', 'number', 'The time of the world, in Unix milliseconds.'],
        ['iso', 'answer', 'string', 'The same time, as ISO 8601 text in UTC.'],
      ],
      example: { path: '/_sim/clock', body: { advance: '25h' } },
      refused: [
        { path: '/_sim/clock', body: { next: true, drain: true } },
        { path: '/_sim/clock', body: { advance: 'soon' } },
        { path: '/_sim/clock', body: { to: '2020-01-01T00:00:00Z' } },
      ],
    },
  },
  policy: {
    GET: {
      text: 'Returns the policy.',
      members: [['policy', 'answer', 'object', 'Every option of the [policy](gaps.md) with its value.']],
      example: { path: '/_sim/policy' },
    },
    POST: {
      text:
        'Changes the options that the body has. The others stay as they are. The member `policy` names a ' +
        'preset, which replaces all of them: `{"policy":"platform"}`.',
      members: [
        ['*option*', 'body', 'see [gaps.md](gaps.md)', 'The new value of the option of this name.'],
        ['policy', 'body', 'string, object', '`contract` or `platform`; or options, as the answer has them.'],
      ],
      answersLike: 'GET policy',
      example: { path: '/_sim/policy', body: { unknownFields: 'ignore' } },
      refused: [
        { path: '/_sim/policy', body: { unknown: 1 } },
        { path: '/_sim/policy', body: { policy: 'live' } },
      ],
    },
  },
  'actions/{name}': {
    POST: {
      text: 'Runs an action: something for which the service has no endpoint. A refused action changes nothing.',
      members: [
        ['name', 'path', 'string', 'The name of an [action](actions.md).'],
        [
          '*parameter*',
          'body',
          'see [actions.md](actions.md)',
          'A parameter of the action. Bytes are `{"$base64": "…"}`.',
        ],
        ['value', 'answer', 'object', 'The result of the action.'],
        ['events', 'answer', 'list', 'The events that it caused, as in `GET /_sim/events`.'],
      ],
      example: { path: submitLead.path, body: submitLead.body },
      refused: [
        { path: '/_sim/actions/submitLeed', body: {} },
        { path: '/_sim/actions/submitLead', body: { answers: {} } },
      ],
    },
  },
  events: {
    GET: {
      text: 'Returns a page of the event log, oldest first.',
      members: [
        ...pageOfLog('event log'),
        [
          'events',
          'answer',
          'list',
          'Each has `sequence`, `at` (Unix milliseconds), `type`, and `data` of this type.',
        ],
      ],
      before: [submitLead],
      example: { path: '/_sim/events?limit=1' },
      refused: [{ path: '/_sim/events?since=-1' }, { path: '/_sim/events?limit=0' }],
    },
  },
  calls: {
    GET: {
      text: 'Returns a page of the call log, oldest first. It has the calls of endpoints, and no calls of the control plane. Invalid `since` and `limit` are refused as in `GET /_sim/events`.',
      members: [
        ...pageOfLog('call log'),
        [
          'calls',
          'answer',
          'list',
          'Each has `sequence`, `at` (Unix milliseconds), `operation` (or null), `method`, `target` (the id in the path, ' +
            'or null), `version`, `token` (the id of its record, or null), `params`, `fields`, `files`, and `outcome`. The ' +
            'outcome of a read has no value. `hint` is advice about the call, if there is any.',
        ],
      ],
      before: [readPage],
      example: { path: '/_sim/calls?limit=1' },
    },
  },
  coverage: {
    GET: {
      text: 'Returns what calls and actions have reached. A reset keeps the counts, and a named world adds to those of its main world.',
      members: [
        [
          'operations',
          'answer',
          'object',
          'For each endpoint and action, `results` (the number of calls by `ok`, error code, or `lost`) and `events`.',
        ],
        ['events', 'answer', 'object', 'The number of events by type.'],
      ],
      before: [submitLead],
      example: { path: '/_sim/coverage' },
    },
  },
  why: {
    GET: {
      text: 'Explains the answer to a request without making it. A request that would be refused is explained with status 200.',
      members: [
        ['method', 'query', 'string', 'The method of the request: `GET` if left out.'],
        ['url', 'query', 'string', 'Its path and query, or its whole URL, percent-encoded.'],
        ['operation', 'answer', 'string or null', 'The operation of the path; null if there is none.'],
        [
          'beyondDescription',
          'answer',
          'string or null',
          'The documentation page of an operation beyond the description; null for others.',
        ],
        ['stub', 'answer', 'string or null', 'The route of the stub that would answer; null if none would.'],
        ['node', 'answer', 'object or null', '`kind` and `id` of the node that the path names.'],
        ['version', 'answer', 'string or null', 'The version of the call.'],
        [
          'notSimulated',
          'answer',
          'list of strings',
          'The names in `fields` that the live service has and this world has not. The answer lacks them.',
        ],
        [
          'checks',
          'answer',
          'list',
          'Every check in order: `name`, `chapter`, `rows` of the requirements, and `verdict`: `passed`, `failed` or ' +
            '`not reached`.',
        ],
        [
          'error',
          'answer',
          'object or null',
          'The error that the request would get; null if it would succeed.',
        ],
        ['status', 'answer', 'number', 'The HTTP status of the answer; 0 if a fault drops the connection.'],
        [
          'hint',
          'answer',
          'string or null',
          'Advice about the call, which the answer would have in the header `x-fauxgraph-hint`; null if there is none.',
        ],
      ],
      example: { path: '/_sim/why?method=GET&url=%2F{page}%2Ffeed' },
    },
    POST: {
      text: 'Explains a request with headers or a body, or a typed call. The body has `method` and `url`, or `operation` and `token`.',
      members: [
        ['method', 'body', 'string', 'The method of the request.'],
        ['url', 'body', 'string', 'Its path and query, or its whole URL.'],
        ['headers', 'body', 'object', 'Its headers; none if left out.'],
        ['body', 'body', 'string', 'Its body; none if left out.'],
        ['operation', 'body', 'string', 'The name of an [endpoint](endpoints.md).'],
        ['token', 'body', 'string', 'The token of the typed call.'],
        ['version', 'body', 'string', 'Its version; that of the policy if left out.'],
        ['params', 'body', 'object', 'Its parameters; none if left out.'],
      ],
      answersLike: 'GET why',
      example: {
        path: '/_sim/why',
        body: {
          operation: 'publishPost',
          token: '{userToken}',
          params: { page: '{page}', message: 'Hello' },
        },
      },
    },
  },
  faults: {
    GET: {
      text: 'Lists the fault rules.',
      members: [
        [
          'faults',
          'answer',
          'list',
          'Each has `id`, `rule`, `seen` (matching calls), `hits` (times that it acted), and `stream` (its random stream, ' +
            'or null).',
        ],
        [
          'unused',
          'answer',
          'list',
          'The rules that matched no call: each has its `id`, and in `nearest` the operation in the call log whose name is ' +
            'most similar to that of the rule.',
        ],
      ],
      before: [addFault],
      example: { path: '/_sim/faults' },
    },
    POST: {
      text: `Adds a fault rule. A world has at most ${count(bounds.faultRulesMax)}.`,
      members: [
        [
          'match',
          'body',
          'object',
          'Which calls: `operation`, `target` (the id in the path), `token`, `app`, `version`, and `between`, a list of ' +
            'two instants. All that are set must match; `{}` matches every call.',
        ],
        [
          'fault',
          'body',
          'object',
          'What happens: `{"kind": "error", "code", "message", "subcode", "title", "userMessage", "transient", "headers"}`, ' +
            '`{"kind": "drop"}`, `{"kind": "http", "status", "headers", "body"}`, ' +
            '`{"kind": "malformed", "how": "truncated", "html" or "empty"}`, `{"kind": "latency", "by"}`, `{"kind": ' +
            '"staleRead", "by"}`, `{"kind": "emptyPage"}`, `{"kind": "shortPage", "rows"}`, `{"kind": "expiredCursor"}`, or `{"kind": "notice", "how": "drop", "duplicate", "delay" or "reorder", "by"}`. `by` is ' +
            'a duration: milliseconds or `"25h"`. The first three take `when`: `before` (the default) or `afterCommit`.',
        ],
        ['skip', 'body', 'whole number', 'The number of matching calls that pass first: 0 if left out.'],
        ['times', 'body', 'whole number', 'The most times that it acts: unlimited if left out.'],
        ['every', 'body', 'whole number, 1 or more', 'It acts on every n-th matching call: 1 if left out.'],
        ['rate', 'body', 'number, 0 to 1', 'The probability that it acts: 1 if left out.'],
        ['id', 'answer', 'string', 'The id of the rule.'],
        ['hits', 'answer', 'number', 'The number of times that it acted: 0.'],
      ],
      example: { path: '/_sim/faults', body: fault },
      refused: [
        { path: '/_sim/faults', body: { fault: { kind: 'drop' } } },
        { path: '/_sim/faults', body: { match: {}, fault: { kind: 'lag' } } },
      ],
    },
    DELETE: {
      text: 'Removes all fault rules. The answer is an empty object.',
      example: { path: '/_sim/faults' },
    },
  },
  'faults/{name}': {
    DELETE: {
      text: 'Removes a fault rule. The answer is an empty object.',
      members: [['name', 'path', 'string', 'The id of the rule.']],
      before: [addFault],
      example: { path: '/_sim/faults/fault-1' },
      refused: [{ path: '/_sim/faults/missing' }],
    },
  },
  stubs: {
    GET: {
      text: 'Lists the stubs.',
      members: [
        [
          'stubs',
          'answer',
          'list',
          'Each has `id`, `route`, `data` (or `function`, the name of a function of the program that made the world), ' +
            '`override` if it was given, and `uses` (the number of calls that it answered).',
        ],
      ],
      before: [addStub],
      example: { path: '/_sim/stubs' },
    },
    POST: {
      text: `Adds an endpoint that is not simulated, with its answer. A world has at most ${count(bounds.stubsMax)} stubs.`,
      members: [
        [
          'route',
          'body',
          'string',
          'Method and path, without version: `GET /{page}/conversations` for every page, `GET /t_1/messages` for one path.',
        ],
        ['data', 'body', 'JSON', 'The answer to each call.'],
        ['override', 'body', 'boolean', 'Whether it replaces a simulated endpoint: false if left out.'],
        ['id', 'answer', 'string', 'The id of the stub.'],
        ['uses', 'answer', 'number', 'The number of calls that it answered: 0.'],
      ],
      example: { path: '/_sim/stubs', body: stub },
      refused: [
        { path: '/_sim/stubs', body: { route: 'GET /{page}/feed', data: { data: [] } } },
        { path: '/_sim/stubs', body: { route: '/{page}/conversations', data: { data: [] } } },
      ],
    },
    DELETE: {
      text: 'Removes all stubs. The answer is an empty object.',
      example: { path: '/_sim/stubs', body: {} },
    },
  },
  'stubs/{name}': {
    DELETE: {
      text: 'Removes a stub. The answer is an empty object.',
      members: [['name', 'path', 'string', 'The id of the stub.']],
      before: [addStub],
      example: { path: '/_sim/stubs/stub-1', body: {} },
      refused: [{ path: '/_sim/stubs/stub-9', body: {} }],
    },
  },
  webhooks: {
    GET: {
      text: 'Lists the deliveries of webhooks.',
      members: [
        [
          'deliveries',
          'answer',
          'list',
          'Each has `id`, `app`, `kind` (`notices` or `verification`), `status` (`queued`, `attempted`, `delivered`, ' +
            '`failed` or `dropped`), `due` (Unix milliseconds or null), `attempts` (each with `at`, `status`, `error`), ' +
            '`notices` (a number), `reason` (or null), and `request`, the exact request.',
        ],
        [
          'due',
          'answer',
          'number or null',
          'The time of the next attempt, in Unix milliseconds; null if there is none.',
        ],
        [
          'missed',
          'answer',
          'list',
          'Changes of which an app was not notified: `at` (Unix milliseconds), `page`, `app` (or null), `field`, `reason`.',
        ],
      ],
      before: [submitLead],
      connected: true,
      example: { path: '/_sim/webhooks' },
    },
  },
  'webhooks/{name}': {
    POST: {
      text: 'Sends the deliveries that are due, and answers after their attempts. Do not call it inside a webhook endpoint.',
      members: [
        ['name', 'path', '`flush`', 'The only name.'],
        ['deliveries', 'answer', 'list', 'The deliveries that were attempted, as in `GET /_sim/webhooks`.'],
      ],
      before: [submitLead],
      connected: true,
      example: { path: '/_sim/webhooks/flush' },
      refused: [{ path: '/_sim/webhooks/send' }],
    },
  },
  snapshot: {
    GET: {
      text: 'Returns the whole world as a snapshot.',
      members: [
        ['engine', 'answer', 'string', 'The version of fauxgraph that made it.'],
        ['format', 'answer', 'number', 'The format of the snapshot.'],
        ['hash', 'answer', 'string', 'The hash of the state. A snapshot with another hash is refused.'],
        ['state', 'answer', 'object', '`graph`, the simulated world, and `ledger`, its logs and counts.'],
      ],
      example: { path: '/_sim/snapshot' },
    },
    PUT: {
      text: 'Replaces the world by a snapshot, which is then the baseline of a reset. The body is what `GET` returned.',
      answersLike: 'GET world',
      before: [{ method: 'GET', path: '/_sim/snapshot' }],
      example: { path: '/_sim/snapshot', body: (answer: unknown) => answer },
      refused: [
        { path: '/_sim/snapshot', body: { format: 1 } },
        { path: '/_sim/snapshot', body: (answer: object) => ({ ...answer, hash: 'other' }) },
      ],
    },
  },
  'openapi.json': {
    GET: {
      text: 'Returns the OpenAPI 3.1 document of all endpoints, which `fauxgraph openapi` prints too.',
      members: [
        [
          '*document*',
          'answer',
          'object',
          'The members of OpenAPI. The address of its server is relative: `..`.',
        ],
      ],
      example: { path: '/_sim/openapi.json' },
    },
  },
  worlds: {
    GET: {
      text: 'Lists the named worlds of this address. The main world has no name.',
      members: [['worlds', 'answer', 'list', 'The names, oldest world first.']],
      before: [makeWorld],
      example: { path: '/_sim/worlds' },
    },
  },
  'worlds/{name}': {
    DELETE: {
      text: 'Deletes a named world. The answer is an empty object.',
      members: [['name', 'path', 'string', 'The name of the world.']],
      before: [makeWorld],
      example: { path: '/_sim/worlds/second' },
      refused: [{ path: '/_sim/worlds/missing' }],
    },
  },
}

/** Requests that any route refuses, each with the reason. */
export const commonRefusals: readonly (readonly [reason: string, request: ControlRequest])[] = [
  ['no such route', { method: 'GET', path: '/_sim/wolrd' }],
  ['another method', { method: 'DELETE', path: '/_sim/clock' }],
  [
    'a write without JSON',
    { method: 'POST', path: '/_sim/reset', headers: { 'content-type': 'text/plain' } },
  ],
  ['a malformed body', { method: 'POST', path: '/_sim/clock', body: () => '{"advance"' }],
  ['a body that is too large', { method: 'POST', path: '/_sim/clock', body: () => ' '.repeat(2 ** 20 + 1) }],
  ['an invalid name of a world', { method: 'GET', path: '/_sim/world', headers: { 'x-sim-world': 'a b' } }],
  [
    'a page of another site',
    { method: 'GET', path: '/_sim/world', headers: { origin: 'https://example.test' } },
  ],
  ['another host', { method: 'GET', path: 'http://graph.test/_sim/world' }],
]
