import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readMocha } from '../readers.mjs'

export const suite = {
  name: 'fb',
  repository: 'node-facebook/facebook-node-sdk',
  commit: '19fc5ae40568f86733a31dd093e1b5ecc0278259',
  needs: {},
  packages: [
    ...['babel-register@6', 'babel-preset-env@1', 'babel-preset-stage-0@6', 'mocha@3'],
    ...['babel-plugin-transform-decorators-legacy@1', 'babel-plugin-transform-runtime@6', 'dotenv@5'],
    ...['chai@3', 'chai-as-promised@7', 'sinon@4', 'sinon-chai@2', 'babel-runtime@6', 'core-decorators@0.17'],
    ...['debug@2', 'form-data@2', 'needle@2', 'lodash.omit@4'],
  ],
  known: [
    { name: /debug_token.* scope$/, kind: 'stale', reason: 'publish_actions was removed in April 2018' },
    { name: /me.feed/, kind: 'stale', reason: 'people cannot publish through the API since April 2018' },
    { name: /me.photos/, kind: 'stale', reason: 'apps cannot publish photos of people since April 2018' },
  ],
  run({ names, run, write, folder }) {
    // The suite imports lib/, a translation. babel-register translates src/ as the suite imports it.
    mkdirSync(join(folder, 'lib'), { recursive: true })
    write('lib/fb.js', "module.exports = require('../src/fb.js')\n")
    const command = ['../node_modules/.bin/mocha', '--opts', 'test_live/mocha.opts', '--reporter', 'json']
    const env = {
      FB_APP_ID: names.app,
      FB_APP_SECRET: names.appSecret,
      FB_APP_ACCESS_TOKEN: names.userToken,
    }
    return readMocha(run([...command, '--recursive', 'test_live'], { env }))
  },
}
