// Recordings of whole answers: headers, batches and errors.
import { ofRecording } from './scene.mjs'

const restfb = { from: 'restfb', family: 'headers' }
const koala = { from: 'koala', family: 'headers' }

/** Returns listed headers by their names in lower case. */
const named = (headers) => Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]))

/** Returns the answers of a batch with their headers by name, and with their bodies read. */
const readBatch = (answers) =>
  answers.map(({ code, headers, body }) => ({ code, headers: named(headers), body: JSON.parse(body) }))

function batch({ ask, user, userToken }, urls) {
  const calls = urls(user).map((relative_url) => ({ method: 'GET', relative_url }))
  return readBatch(ask('POST', '/', { batch: JSON.stringify(calls), include_headers: true }, userToken))
}

/** The names by which the service finds a call again, which the recording does not have. */
const traces = 'headers.x-fb-trace-id headers.x-fb-rev headers.x-fb-debug'

/** Only the listed origins of a server may read answers. */
const origins = (name) => ({ [name]: 'not simulated' })

const headersIn = ({ headers }) => headers

const answerHeaders = ({ headersOf, userToken }) => headersOf('/me', { fields: 'id' }, userToken)

export const answerCases = [
  {
    ...restfb,
    file: 'batch/batch-first-error',
    part: ([one]) => readBatch([one])[0],
    ask: (world) => batch(world, () => ['2'])[0],
    reasons: ofRecording(`body.error.error_subcode headers.x-fauxgraph-hint ${traces}`),
  },
  {
    ...restfb,
    file: 'batch/batch-second-error',
    part: ([one]) => readBatch([one])[0],
    ask: (world) => batch(world, (user) => [user])[0],
    reasons: ofRecording(traces),
  },
  {
    ...koala,
    file: 'app_test_accounts',
    exchange: 0,
    part: headersIn,
    ask: answerHeaders,
    reasons: {
      ...ofRecording('vary date transfer-encoding connection x-app-usage'),
      ...origins('access-control-allow-origin'),
    },
  },
  {
    ...koala,
    file: 'friend_list_next_page',
    exchange: 0,
    part: headersIn,
    ask: answerHeaders,
    reasons: {
      ...ofRecording('x-fb-trace-id date connection content-length x-app-usage'),
      ...origins('access-control-allow-origin'),
    },
  },
]
