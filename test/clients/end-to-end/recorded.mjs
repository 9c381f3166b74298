// Lets a program of `senders/` send the recorded requests: `node end-to-end/recorded.mjs CLIENT VERSION -- COMMAND`.
import { equal } from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordedRequests } from '../recorded.mjs'
import { printRow } from '../rows.mjs'
import { names } from './service.mjs'

const [, , client, version, , program, ...args] = process.argv
const requests = recordedRequests(names)
const base64 = (text) => Buffer.from(text).toString('base64')

const lineOf = ({ method, path, headers = { Accept: '*/*' }, body }) => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\n`)
  const sent = body === undefined ? '-' : base64(body)
  return [method, `https://graph.facebook.com${path}`, base64(lines.join('')), sent].join('\t')
}

const folder = mkdtempSync(join(tmpdir(), 'fauxgraph-recorded-'))
let found = []
try {
  const file = join(folder, 'requests.tsv')
  writeFileSync(file, `${requests.map(lineOf).join('\n')}\n`)
  const command = args.map((arg) => (arg === 'FILE' ? file : arg))
  const answers = execFileSync(program, command, { encoding: 'utf8', timeout: 120_000 }).trimEnd().split('\n')
  found = requests.flatMap(({ client: origin, title, status = 200, expect }, place) => {
    const [code, body = ''] = (answers[place] ?? '').split('\t')
    const text = Buffer.from(body, 'base64').toString()
    try {
      equal(Number(code), status)
      expect(JSON.parse(text))
      return []
    } catch (error) {
      return [`${origin}: ${title}: ${code} ${text}: ${error.message}`]
    }
  })
} catch (error) {
  found = [error.message]
} finally {
  rmSync(folder, { recursive: true })
}
const result = found.length === 0 ? 'works' : 'fails'
printRow({ client, version, ran: `${requests.length} recorded requests`, result, found: found.join('; ') })
