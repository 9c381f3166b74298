import { expect, test } from 'vitest'
import { showsColors } from '../../../src/front/cli/colors.ts'

const terminal = { isTTY: true }
const pipe = {}
const env = { TERM: 'xterm-256color' }

test.each<[string, { isTTY?: boolean }, NodeJS.ProcessEnv, boolean]>([
  ['a terminal', terminal, env, true],
  ['a pipe', pipe, env, false],
  ['a terminal without colors', terminal, { TERM: 'dumb' }, false],
  ['a terminal with NO_COLOR', terminal, { ...env, NO_COLOR: '1' }, false],
  ['a pipe with FORCE_COLOR', pipe, { ...env, FORCE_COLOR: '1' }, true],
  ['a pipe with an empty FORCE_COLOR', pipe, { ...env, FORCE_COLOR: '' }, true],
  ['a terminal with FORCE_COLOR=0', terminal, { ...env, FORCE_COLOR: '0' }, false],
  ['a pipe with NO_COLOR', pipe, { ...env, NO_COLOR: '1' }, false],
])('%s', (_what, stream, environment, expected) => {
  expect(showsColors(stream, environment)).toBe(expected)
})
