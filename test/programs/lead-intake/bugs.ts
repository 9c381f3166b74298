import type { Bug } from '../bug.ts'

export const bugs: readonly Bug[] = [
  {
    name: 'a lead that is heard of again is opened again',
    file: 'src/database.ts',
    from: "'insert into inbox (lead_id) values (?) on conflict do nothing'",
    to: "'insert into inbox (lead_id) values (?) on conflict do update set done_at = null'",
    finds: /twice/,
  },
  {
    name: 'the checkpoint is written before the leads, without a transaction',
    file: 'src/database.ts',
    from: `  database.transaction(() => {
    hearOf(ids)
    writeNewest.run(String(FORM_ID), newest)
  })()`,
    to: `  writeNewest.run(String(FORM_ID), newest)
  hearOf(ids)`,
    finds: /lost/,
  },
  {
    name: 'the catch-up reads the first page of the list only',
    file: 'src/graph.ts',
    from: 'next = page.paging?.next',
    to: 'next = undefined',
    finds: /lost/,
  },
  {
    name: 'a lead is marked as done before it is stored, without a transaction',
    file: 'src/database.ts',
    from: `  database.transaction(() => {
    if (finish.run(lead.id).changes === 0) return
    insert.run(lead.id, lead.created_time, answer(lead, 'full_name'), answer(lead, 'email'))
  })()`,
    to: `  if (finish.run(lead.id).changes === 0) return
  insert.run(lead.id, lead.created_time, answer(lead, 'full_name'), answer(lead, 'email'))`,
    finds: /lost/,
  },
  {
    name: 'the catch-up looks at the last hour only',
    file: 'src/intake.ts',
    from: 'await leadsSince(newest)',
    to: 'await leadsSince(Math.floor(Date.now() / 1_000) - 3_600)',
    finds: /lost/,
  },
]
