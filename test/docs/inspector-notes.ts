import type { ControlNote, ControlRequest } from './control-notes.ts'

const publishPost: ControlRequest = {
  method: 'POST',
  path: '/{page}/feed?message=Hello&access_token={pageToken}',
}

const step = 'the step as `GET /_sim/steps/{name}` answers it'

/** The descriptions of the routes that the inspector adds to the control plane, by route and method. */
export const inspectorNotes: Readonly<Record<string, Readonly<Record<string, ControlNote>>>> = {
  around: {
    GET: {
      text: 'Returns everything that is no step and no row. This and the routes below are those of the [inspector](inspector.md); none of them makes a world that does not exist.',
      members: [
        ['title', 'answer', 'string', 'The name and version of fauxgraph.'],
        ['seed', 'answer', 'string', 'The seed from which ids, tokens and random values follow.'],
        ['now', 'answer', 'number', 'The virtual time, in Unix milliseconds.'],
        ['hash', 'answer', 'string', 'The hash of the world.'],
        ['baseUrl', 'answer', 'string', 'The origin of links to the API.'],
        ['policy', 'answer', 'object', 'The [policy options](gaps.md).'],
        ['names', 'answer', 'object', 'The ids and tokens of the starter world by name.'],
        ['apps', 'answer', 'object', 'The names of the apps by id.'],
        ['checks', 'answer', 'list', 'All checks of a call in their order: `name`, `chapter`, `rows`.'],
        ['pending', 'answer', 'list', 'The next 1,000 due tasks: `at`, `kind`, `key`.'],
        ['deliveries', 'answer', 'list', 'The last 200 deliveries, as in `GET /_sim/webhooks`.'],
        ['missed', 'answer', 'list', 'Changes of which an app was not notified.'],
        ['faults', 'answer', 'list', 'The fault rules, as in `GET /_sim/faults`.'],
        [
          'missing',
          'answer',
          'object',
          'The steps that the history does not have: the number of the `last` one (0 for none), whether it `isAll` of them, and a `text` that says why. `--history` of `serve` and `proxy` changes how many are kept.',
        ],
      ],
      example: { path: '/_sim/around' },
    },
  },
  'steps/{name}': {
    GET: {
      text: 'Returns a step with everything that is known about it.',
      members: [
        ['name', 'path', 'whole number', 'The number of the step: the first input of a world is 1.'],
        [
          '*step*',
          'answer',
          'object',
          'The members of a step of `traceSchema`: its input and result, the check that failed, `eventList`, and `rows` before and after.',
        ],
      ],
      before: [publishPost],
      example: { path: '/_sim/steps/1' },
      refused: [{ path: '/_sim/steps/9' }, { path: '/_sim/steps/first' }],
    },
  },
  rows: {
    GET: {
      text: 'Returns rows as they are stored, at most 500.',
      members: [
        ['at', 'query', 'whole number', 'The step after which they are shown: as they are if left out.'],
        ['kind', 'query', 'string', 'Their kind: all kinds if left out.'],
        ['search', 'query', 'string', 'A text that their JSON contains, in any case.'],
        ['rows', 'answer', 'list', 'The rows.'],
        ['counts', 'answer', 'object', 'The number of all rows by kind.'],
        ['more', 'answer', 'boolean', 'Whether more rows fit.'],
        ['unsearched', 'answer', 'number', 'The rows beyond 100,000, in which `search` was not looked for.'],
        ['leftOut', 'answer', 'number', '0: only the page of a file leaves rows out.'],
      ],
      example: { path: '/_sim/rows?kind=pages' },
    },
  },
  difference: {
    GET: {
      text: 'Returns what differs between the worlds after two steps, or from this world to another one: at most 1,000 rows.',
      members: [
        ['from', 'query', 'whole number', 'The first step: 0 if left out.'],
        ['to', 'query', 'whole number', 'The second step: the world as it is if left out.'],
        ['world', 'query', 'string', 'The name of another world in place of both; empty for the main world.'],
        ['isEqual', 'answer', 'boolean', 'Whether rows, clocks and policies are equal.'],
        ['clock', 'answer', 'object or null', '`before` and `after` in Unix milliseconds; null if equal.'],
        ['policy', 'answer', 'object', 'The options that differ, with both values.'],
        [
          'rows',
          'answer',
          'list',
          'The rows that differ: `kind`, `id`, `change`, `before`, `after`, `columns`.',
        ],
        ['more', 'answer', 'boolean', 'Whether more rows differ.'],
      ],
      before: [publishPost],
      example: { path: '/_sim/difference?from=0&to=1' },
      refused: [{ path: '/_sim/difference?world=gone' }],
    },
  },
  trace: {
    GET: {
      text: 'Returns what happened in the world, as `world.trace()` does.',
      members: [
        ['*trace*', 'answer', 'object', 'The members of `traceSchema`. It has the tokens of the world.'],
      ],
      example: { path: '/_sim/trace' },
    },
  },
  recording: {
    GET: {
      text: 'Returns the recording of the world, which `replay` plays. One of more than 1,000 inputs begins with a snapshot.',
      members: [
        ['until', 'query', 'whole number', 'The last step that it has: all if left out.'],
        ['*recording*', 'answer', 'object', 'The base, the inputs and their outcomes.'],
      ],
      before: [publishPost],
      example: { path: '/_sim/recording?until=1' },
      refused: [{ path: '/_sim/recording?until=9' }],
    },
  },
  scenario: {
    GET: {
      text: 'Returns the world as a [scenario](scenarios.md): as steps from its beginning, if its history has them.',
      members: [
        ['until', 'query', 'whole number', 'The last step that it has: all if left out.'],
        ['text', 'answer', 'string', 'The YAML of the scenario.'],
      ],
      before: [publishPost],
      example: { path: '/_sim/scenario?until=1' },
      refused: [{ path: '/_sim/scenario?until=9' }],
    },
  },
  again: {
    POST: {
      text: `Plays a call again in a fork of the world before it. The world stays as it is, and the answer is ${step}.`,
      members: [
        ['sequence', 'body', 'whole number', 'The number of the step.'],
        ['token', 'body', 'string', 'Another token: that of the call if left out.'],
        ['version', 'body', 'string', 'Another version: that of the call if left out.'],
        ['*step*', 'answer', 'object', 'As above.'],
      ],
      before: [publishPost],
      example: { path: '/_sim/again', body: { sequence: 1, token: '{noPermissionToken}' } },
      refused: [
        { path: '/_sim/again', body: { sequence: 9 } },
        { path: '/_sim/again', body: {} },
      ],
    },
  },
  read: {
    POST: {
      text: 'Answers a `GET` in a fork. The world stays as it is.',
      members: [
        ['url', 'body', 'string', 'The path and query of the request.'],
        ['at', 'body', 'whole number', 'The step after which it is read: now if left out.'],
        ['status', 'answer', 'number', 'The HTTP status of the answer.'],
        ['body', 'answer', 'JSON', 'The JSON of its body; null if it has none.'],
      ],
      example: { path: '/_sim/read', body: { url: '/{page}?fields=name&access_token={pageToken}' } },
      refused: [{ path: '/_sim/read', body: {} }],
    },
  },
  forks: {
    POST: {
      text: 'Makes a named world of this one.',
      members: [
        ['name', 'body', 'string', 'Its name: 1 to 64 letters, digits, `_` and `-`.'],
        ['at', 'body', 'whole number', 'The step after which it begins: now if left out.'],
        ['name', 'answer', 'string', 'Its name.'],
      ],
      before: [{ method: 'POST', path: '/_sim/forks', body: { name: 'taken' } }],
      example: { path: '/_sim/forks', body: { name: 'second' } },
      refused: [
        { path: '/_sim/forks', body: { name: 'taken' } },
        { path: '/_sim/forks', body: { name: 'a b' } },
      ],
    },
  },
  outlines: {
    GET: {
      text: 'Lists the worlds of this address.',
      members: [
        [
          'outlines',
          'answer',
          'list',
          'Each has `name` (empty for the main world), `age` (the milliseconds of the machine since it was made, in whole seconds), `now`, `steps`, `rows` and `hash`.',
        ],
      ],
      example: { path: '/_sim/outlines' },
    },
  },
  operations: {
    GET: {
      text: 'Lists the actions.',
      members: [
        [
          'actions',
          'answer',
          'list',
          'Each has `name`, `text`, and `params`, the JSON Schema of its parameters.',
        ],
      ],
      example: { path: '/_sim/operations' },
    },
  },
}
