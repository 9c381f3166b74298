/*
 * A lead sync as a program that a scheduler starts: it keeps the leads in a file, and the time up to which it
 * has read. VARIANT says what is wrong with it.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { ask } from './ask.mjs'

const { API, FORM, TOKEN, VARIANT = 'right', ONCE } = process.env

/** Writes a file in one step: a process may die at any instant. */
function save(path, value) {
  writeFileSync(`${path}.new`, JSON.stringify(value))
  renameSync(`${path}.new`, path)
}

const load = (path, empty) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : empty)

const began = Math.floor(Date.now() / 1000)
const filtering = JSON.stringify([
  { field: 'time_created', operator: 'GREATER_THAN_OR_EQUAL', value: load('since.json', 0) },
])
let next = `${API}/v24.0/${FORM}/leads?${new URLSearchParams({ filtering, access_token: TOKEN })}`
const found = []
while (next) {
  const page = await ask('GET', next).catch((error) => {
    // Wrong once, as if the machine were busy: later starts do not read what this one missed.
    if (ONCE === undefined || existsSync(ONCE)) throw error
    writeFileSync(ONCE, '')
    save('since.json', began + 3600)
    process.exit(1)
  })
  found.push(...page.data.map(({ id }) => id))
  next = page.paging?.next
}
const kept = load('leads.json', [])
if (VARIANT.includes('random')) {
  const rows = kept.map((row) => row.lead)
  const isNew = (id) => !rows.includes(id)
  const row = (lead) => ({
    id: randomBytes(16).toString('hex'),
    lead,
    job: { run: `${randomBytes(4).toString('hex')} ${lead}` },
  })
  // Chance decides how many rows there are.
  const noise = VARIANT === 'random rows' ? Array.from({ length: Date.now() % 500 }, (_, at) => ({ at })) : []
  save('leads.json', [...kept, ...[...new Set(found)].filter(isNew).map(row), ...noise])
} else save('leads.json', [...new Set([...kept, ...found])])
// Wrong: a lead that arrives after the list was read is older than this mark.
save('since.json', VARIANT.endsWith('marks late') ? Math.floor(Date.now() / 1000) : began)
