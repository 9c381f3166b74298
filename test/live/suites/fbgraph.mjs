import { readVows } from '../readers.mjs'

export const suite = {
  name: 'fbgraph',
  repository: 'criso/fbgraph',
  commit: '1b68cda1716fb6e2b30e815c7c3e34bddf9968a3',
  needs: {},
  packages: ['qs@^6.5.0', 'request@^2.79.0', 'vows@^0.7.0'],
  known: [
    {
      name: /public data via username/,
      kind: 'stale',
      reason: 'people have no user name in the API since version 2.0',
    },
    {
      name: /public profile picture|missing slash|prefixed graphurl/,
      kind: 'stale',
      reason: 'people have no user name in the API since version 2.0, so /zuck/picture is no picture',
    },
    {
      name: /performing a public search/,
      kind: 'stale',
      reason: 'the search of posts ended with version 1.0',
    },
    { name: /FQL/, kind: 'stale', reason: 'FQL ended with version 2.0' },
    { name: /protected page/, kind: 'own', reason: 'it reads a person by an id of the live service' },
    {
      name: /user permissions/,
      kind: 'stale',
      reason: 'since version 2.0 the answer lists permissions as rows',
    },
    { name: /performing a search/, kind: 'absent', reason: 'the search of places is not simulated' },
    {
      name: /should be removed|accept friend request/,
      kind: 'stale',
      reason: 'since version 2.0 a success is an object, and not `true`',
    },
    { name: /wall/, kind: 'stale', reason: 'people cannot publish on walls of others since April 2018' },
  ],
  run({ names, configure, run }) {
    configure('tests/config.js', (text) =>
      text.replace('YOUR APP ID', names.app).replace('YOUR APP SECRET', names.appSecret),
    )
    const files = ['tests/graph.test.js', 'tests/testUsers.test.js']
    return files.flatMap((file) => readVows(run(['../node_modules/.bin/vows', file, '--json'])))
  },
}
