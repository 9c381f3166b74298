// Recordings of whole answers: headers, batches and errors.
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

/** Headers of the transport, of machines of the service, and of what versions before 2.9 did not have. */
const ofRecording = (names) => Object.fromEntries(names.split(' ').map((name) => [name, 'recording']))

/** Only the listed origins of a server may read answers. */
const origins = (name) => ({ [name]: 'not simulated' })

const interaction = (number) => (cassette) => {
  const { headers } = cassette.http_interactions[number].response
  return Object.fromEntries(Object.entries(headers).map(([name, [value]]) => [name.toLowerCase(), value]))
}

const answerHeaders = ({ headersOf, userToken }) => headersOf('/me', { fields: 'id' }, userToken)

export const answerCases = [
  {
    ...restfb,
    file: 'batch/batch-first-error',
    part: ([one]) => readBatch([one])[0],
    ask: (world) => batch(world, () => ['2'])[0],
    reasons: ofRecording('body.error.error_subcode'),
  },
  {
    ...restfb,
    file: 'batch/batch-second-error',
    part: ([one]) => readBatch([one])[0],
    ask: (world) => batch(world, (user) => [user])[0],
  },
  {
    ...koala,
    file: 'app_test_accounts',
    part: interaction(0),
    ask: answerHeaders,
    reasons: {
      ...ofRecording('x-fb-trace-id x-fb-rev x-fb-debug vary date transfer-encoding connection x-app-usage'),
      ...origins('access-control-allow-origin'),
    },
  },
  {
    ...koala,
    file: 'friend_list_next_page',
    part: interaction(0),
    ask: answerHeaders,
    reasons: {
      ...ofRecording('x-fb-rev x-fb-debug date connection content-length x-app-usage'),
      ...origins('access-control-allow-origin'),
    },
  },
]
