import { expect, test } from 'vitest'
import { files, postgres, redis, sqlite } from '../../../src/explore/index.ts'

test.each<[string, (options: object) => unknown]>([
  ['files', (options) => files('data', options)],
  ['sqlite', (options) => sqlite('app.db', options)],
  ['postgres', (options) => postgres('postgres://localhost/app', options)],
  ['redis', (options) => redis('redis://localhost', options)],
])('%s refuses an option of another name', (name, make) => {
  expect(() => make({ ignor: ['log'] })).toThrow(`${name} has no option "ignor": did you mean ignore?`)
})
