import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { defineExploration, explore, sqliteFile } from '../../../src/explore/index.ts'

const guide = fileURLToPath(new URL('../../guide/lead-cron/', import.meta.url))

/** The program of the guide needs Python with the package requests; its mirror needs a SQLite of some kind. */
const hasPython = spawnSync('python3', ['-c', 'import requests, sqlite3']).status === 0
const hasSqlite =
  process.getBuiltinModule?.('node:sqlite') !== undefined || spawnSync('sqlite3', ['-version']).status === 0

/** Explores the program of the guide, changed. Requests reach the world by HTTPS_PROXY and its authority. */
function exploreSync(change: (text: string) => string, runs?: number) {
  const root = mkdtempSync(join(tmpdir(), 'outside-python-'))
  cpSync(guide, root, { recursive: true })
  writeFileSync(join(root, 'sync.py'), change(readFileSync(join(guide, 'sync.py'), 'utf8')))
  const options = defineExploration({
    name: 'lead-cron',
    root,
    command: ['python3', 'sync.py'],
    every: '15m',
    env: ({ names }) => ({ FB_TOKEN: names.pageToken, FB_FORM: names.form }),
    mirror: { leads: sqliteFile('leads.db', 'select id, email from leads') },
    hostile: {
      ...{ restarts: false, stops: false, transport: false, errors: false, limits: false, tokens: false },
      ...{ delays: false },
    },
    stories: false,
    kinds: 1,
    ...(runs !== undefined && { runs }),
  })
  return explore(options).finally(() => rmSync(root, { recursive: true, force: true }))
}

test.skipIf(!hasPython || !hasSqlite)(
  'a sync in Python that marks the time after it has read loses a lead, and with the time before it does not',
  { timeout: 600_000 },
  async () => {
    const wrong = await exploreSync((text) => text)
    expect(wrong.failures[0]?.kind).toBe('leads lost')
    expect(wrong.failures[0]?.story.marks).toEqual([
      {
        at: 'sync#1/listFormLeads/1',
        harm: { do: 'meanwhile', fact: { do: 'fact', kind: 'lead' }, after: true },
      },
    ])
    const repaired = await exploreSync(
      (text) =>
        text
          .replace('leads = []', 'began = int(time.time())\nleads = []')
          .replace('(int(time.time()),)', '(began,)'),
      9,
    )
    expect(repaired.failures).toEqual([])
    expect(repaired.ok).toBe(true)
  },
)
