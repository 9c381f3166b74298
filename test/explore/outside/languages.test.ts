import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { defineExploration, explore } from '../../../src/explore/index.ts'
import { sample } from '../../chance.ts'

const address = 'https://graph.facebook.com/v24.0/me?access_token='

/** Programs that ask the world at its own host, and how to see whether the machine can run them. */
const programs: readonly (readonly [
  language: string,
  command: readonly string[],
  check: readonly string[],
])[] = [
  ['curl', ['sh', '-c', `curl -sSf "${address}$TOKEN" > answer.json`], ['curl', '--version']],
  [
    'curl, which asks for HTTP/2',
    ['sh', '-c', `curl --http2 -sSf "${address}$TOKEN" > answer.json`],
    ['curl', '--http2', '--version'],
  ],
  [
    'Python, with urllib',
    ['python3', '-c', `import os, urllib.request as r; r.urlopen("${address}" + os.environ["TOKEN"]).read()`],
    ['python3', '-c', 'import ssl'],
  ],
  [
    'PHP, with curl',
    [
      'php',
      '-r',
      `$c = curl_init("${address}" . getenv("TOKEN")); curl_setopt($c, CURLOPT_RETURNTRANSFER, true);` +
        'if (curl_exec($c) === false) { fwrite(STDERR, curl_error($c)); exit(1); }',
    ],
    ['php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'],
  ],
  [
    'PHP, with its streams',
    [
      ...['sh', '-c', 'echo "$1" > ask.php; php ask.php', 'sh'],
      `<?php exit(file_get_contents("${address}" . getenv("TOKEN")) === false ? 1 : 0);`,
    ],
    ['php', '-r', 'exit(extension_loaded("openssl") ? 0 : 1);'],
  ],
  [
    'Ruby, with net/http',
    [
      'ruby',
      '-rnet/http',
      '-e',
      `exit(Net::HTTP.get_response(URI("${address}" + ENV["TOKEN"])).is_a?(Net::HTTPSuccess) ? 0 : 1)`,
    ],
    ['ruby', '-ropenssl', '-e', ''],
  ],
]

for (const [language, command, [name = '', ...words]] of sample(programs, 1))
  test.skipIf(spawnSync(name, words).status !== 0)(`a program in ${language} reaches the world`, async () => {
    const report = await explore(
      defineExploration({
        name: 'asks',
        command,
        env: ({ names }) => ({ TOKEN: names.pageToken }),
        hostile: { people: false },
        runs: 1,
        stories: false,
      }),
    )
    // The start of the first story, and the two that follow it. `me` may be a person or a page.
    expect(report.coverage).toEqual({ readUser: { ok: 3 } })
    expect(report.failures).toEqual([])
  })
