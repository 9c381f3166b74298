import { expect, test } from 'vitest'
import { commandStart } from '../../../src/front/cli/parts/run-command.ts'

test.each<[what: string, words: string[], platform: NodeJS.Platform, started: object]>([
  [
    'starts it by itself on Linux',
    ['npm', 'run', 'a b'],
    'linux',
    { name: 'npm', args: ['run', 'a b'], shell: false },
  ],
  ['lets a shell start it on Windows', ['npm', 'test'], 'win32', { name: 'npm test', args: [], shell: true }],
  [
    'quotes words for the shell of Windows',
    ['C:\\Program Files\\node.exe', '-e', 'a & b', '"', ''],
    'win32',
    { name: '"C:\\Program Files\\node.exe" -e "a & b" """" ""', args: [], shell: true },
  ],
])('a command of proxy: %s', (_, words, platform, started) => {
  expect(commandStart(words, platform)).toEqual(started)
})
