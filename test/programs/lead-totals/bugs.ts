import type { Bug } from '../bug.ts'

export const bugs: readonly Bug[] = [
  {
    name: 'the total is read, and written back outside the transaction',
    file: 'src/database.ts',
    from: `    await transaction
      .insertInto('totals')
      .values({ form_id, leads: 1 })
      .onConflict((conflict) =>
        conflict.column('form_id').doUpdateSet(({ eb }) => ({ leads: eb('totals.leads', '+', 1) })),
      )
      .execute()
  })`,
    to: `  })
  const total = await database.selectFrom('totals').selectAll().where('form_id', '=', form_id).executeTakeFirst()
  const leads = (total?.leads ?? 0) + 1
  await database
    .insertInto('totals')
    .values({ form_id, leads })
    .onConflict((conflict) => conflict.column('form_id').doUpdateSet({ leads }))
    .execute()`,
    finds: /totals/,
  },
  {
    name: 'a lead that is read twice at once is counted twice',
    file: 'src/database.ts',
    from: `    if (finished.numUpdatedRows === 0n) return
    await transaction.insertInto('leads').values({ lead_id: id, form_id, email }).execute()`,
    to: `    await transaction
      .insertInto('leads')
      .values({ lead_id: id, form_id, email })
      .onConflict((conflict) => conflict.doNothing())
      .execute()`,
    finds: /totals/,
  },
  {
    name: 'the catch-up reads the first page of the list only',
    file: 'src/graph.ts',
    from: 'next = paging?.next',
    to: 'next = undefined',
    finds: /lost/,
  },
  {
    name: 'the catch-up fails at a page with a lead that is known',
    file: 'src/database.ts',
    from: `    .values(rows)
    .onConflict((conflict) => conflict.doNothing())`,
    to: '    .values(rows)',
    finds: /lost/,
  },
  {
    name: 'a lead is marked as done outside the transaction that stores it',
    file: 'src/database.ts',
    from: `  await database.transaction().execute(async (transaction) => {
    const finished = await transaction
      .updateTable('inbox')
      .set({ is_done: true })
      .where('lead_id', '=', id)
      .where('is_done', '=', false)
      .executeTakeFirst()
    if (finished.numUpdatedRows === 0n) return`,
    to: `  const finished = await database
    .updateTable('inbox')
    .set({ is_done: true })
    .where('lead_id', '=', id)
    .where('is_done', '=', false)
    .executeTakeFirst()
  if (finished.numUpdatedRows === 0n) return
  await database.transaction().execute(async (transaction) => {`,
    finds: /lost/,
  },
]
