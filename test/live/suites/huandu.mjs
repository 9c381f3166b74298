import { createHmac } from 'node:crypto'
import { readGo } from '../readers.mjs'

const base64url = (text) => Buffer.from(text).toString('base64url')

/** A signed request as the service posts it to the canvas page of an app. */
function signedRequest({ appSecret, user, userToken }) {
  const issued = Math.floor(Date.now() / 1000)
  const payload = base64url(
    JSON.stringify({ algorithm: 'HMAC-SHA256', issued_at: issued, user_id: user, oauth_token: userToken }),
  )
  return `${createHmac('sha256', appSecret).update(payload).digest('base64url')}.${payload}`
}

export const suite = {
  name: 'huandu',
  repository: 'huandu/facebook',
  commit: '4be8bcf5d336e931854ef05a0816d4212ea3ea90',
  needs: { 'command -v go': 'Go' },
  isCompiled: true,
  known: [
    {
      name: /TestPagingResult/,
      kind: 'stale',
      reason: 'it needs a person who has posted, and people cannot publish through the API since April 2018',
    },
  ],
  async run({ names, act, configure, run, command }) {
    configure('facebook_test.go', (text) =>
      text
        .replace(/(FB_TEST_APP_ID += )".*"/, `$1"${names.app}"`)
        .replace(/(FB_TEST_APP_SECRET += )".*"/, `$1"${names.appSecret}"`)
        .replace(/(FB_TEST_VALID_ACCESS_TOKEN += )".*"/, `$1"${names.userToken}"`)
        .replace(/(\n\tFB_TEST_VALID_SIGNED_REQUEST += )".*"/, `$1"${signedRequest(names)}"`),
    )
    // The second account of its author: any other person of the world.
    const { id } = await act('createUser', { name: 'Another Person' })
    configure('api_test.go', (text) => text.replace('100002828925788', id))
    return readGo(run(['sh', '-c', command]))
  },
}
