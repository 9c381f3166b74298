import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../omniauth.rb', import.meta.url))

export const suite = {
  name: 'omniauth',
  repository: 'simi/omniauth-facebook',
  commit: '5163eed3f2e3a1942c7e96914689e868fa5f39e9',
  needs: { 'ruby -e "require %(omniauth-oauth2)"': 'Ruby with omniauth-oauth2' },
  known: [],
  async run({ names, act, run }) {
    await act('setConsent', { app: names.app, user: names.user })
    const env = { FACEBOOK_APP_ID: names.app, FACEBOOK_SECRET: names.appSecret }
    const output = run(['ruby', '-I', 'lib', program], { env })
    const found = output.split('\n').find((line) => line.startsWith('{'))
    const isRight = found !== undefined && JSON.parse(found).id === names.user
    return [{ test: 'log in, and read the profile', result: isRight ? 'passed' : 'failed', message: output }]
  },
}
