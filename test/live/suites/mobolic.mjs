import { readUnittest } from '../readers.mjs'

export const suite = {
  name: 'mobolic',
  repository: 'mobolic/facebook-sdk',
  commit: '3fa89fec6a20dd070ccf57968c6f89256f237f54',
  needs: { 'python3 -c "import requests"': 'Python with the package requests' },
  known: [
    {
      name: /test_parse_signed_request_when_correct/,
      kind: 'own',
      reason: 'the signed request is signed with the secret of an app of the authors',
    },
    {
      name: /test_get_deleted_app_access_token/,
      kind: 'own',
      reason: 'it asks for an app that the authors deleted, by its id',
    },
  ],
  run: ({ names, run }) =>
    readUnittest(
      run(['python3', '-m', 'unittest', '-v'], {
        env: { FACEBOOK_APP_ID: names.app, FACEBOOK_SECRET: names.appSecret },
      }),
    ),
}
