import { readMocha } from '../readers.mjs'

export const suite = {
  name: 'fb',
  repository: 'node-facebook/facebook-node-sdk',
  commit: '19fc5ae40568f86733a31dd093e1b5ecc0278259',
  needs: {},
  // The published package has the library as the suite imports it: lib/.
  packages: ['fb@2.0.0'],
  known: [],
  run({ names, run }) {
    return readMocha(
      run(['node_modules/.bin/mocha', '--reporter', 'json', '--recursive', 'test_live'], {
        env: {
          FB_APP_ID: names.app,
          FB_APP_SECRET: names.appSecret,
          FB_APP_ACCESS_TOKEN: names.userToken,
        },
      }),
    )
  },
}
