import { readVows } from '../readers.mjs'

export const suite = {
  name: 'fbgraph',
  repository: 'criso/fbgraph',
  commit: '1b68cda1716fb6e2b30e815c7c3e34bddf9968a3',
  needs: {},
  packages: ['qs@^6.5.0', 'request@^2.79.0', 'vows@^0.7.0'],
  known: [],
  run({ names, configure, run }) {
    configure('tests/config.js', (text) =>
      text.replace('YOUR APP ID', names.app).replace('YOUR APP SECRET', names.appSecret),
    )
    const files = ['tests/graph.test.js', 'tests/testUsers.test.js']
    return files.flatMap((file) => readVows(run(['../node_modules/.bin/vows', file, '--json'])))
  },
}
