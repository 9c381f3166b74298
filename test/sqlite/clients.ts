import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import Database from 'better-sqlite3'
import { sql as drizzleSql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import knex from 'knex'
import { Kysely, SqliteDialect, sql } from 'kysely'
import type { Client } from '../explore/io/durable/postgres-copier.ts'
// Generated from schema.prisma.
import { PrismaClient } from './node_modules/.client/client.ts'

/** A text of SQL around the place of its value. */
const around = (text: string): [string, string] => {
  const [before = '', after = ''] = text.split('$1')
  return [before, after]
}

function byDrizzle(path: string): Client {
  const database = drizzle(new Database(path))
  const query: Client['query'] = async (text, value) => {
    const [before, after] = around(text)
    const made =
      value === undefined
        ? drizzleSql.raw(text)
        : drizzleSql`${drizzleSql.raw(before)}${value}${drizzleSql.raw(after)}`
    return text.startsWith('select') ? database.all(made) : [database.run(made)]
  }
  return {
    query,
    // Transactions of better-sqlite3 itself cannot wait.
    async transaction(work) {
      database.run(drizzleSql`begin`)
      try {
        await work(query)
        database.run(drizzleSql`commit`)
      } catch (error) {
        database.run(drizzleSql`rollback`)
        throw error
      }
    },
  }
}

function byKysely(path: string): Client {
  const database = new Kysely<object>({ dialect: new SqliteDialect({ database: new Database(path) }) })
  const queryOf =
    (own: Kysely<object>): Client['query'] =>
    async (text, value) => {
      const [before, after] = around(text)
      const made = value === undefined ? sql.raw(text) : sql`${sql.raw(before)}${value}${sql.raw(after)}`
      return (await made.execute(own)).rows as Record<string, unknown>[]
    }
  return {
    query: queryOf(database),
    transaction: (work) => database.transaction().execute((own) => work(queryOf(own))),
  }
}

function byKnex(path: string): Client {
  const database = knex({ client: 'better-sqlite3', connection: path, useNullAsDefault: true })
  type Own = Pick<typeof database, 'raw'>
  const queryOf =
    (own: Own): Client['query'] =>
    async (text, value) =>
      own.raw(text.replace('$1', '?'), value === undefined ? [] : [value])
  return {
    query: queryOf(database),
    transaction: (work) => database.transaction((own) => work(queryOf(own))),
  }
}

function byPrisma(path: string): Client {
  const database = new PrismaClient({ adapter: new PrismaBetterSqlite3({ url: `file:${path}` }) })
  type Own = Pick<typeof database, 'lead' | '$queryRawUnsafe'>
  const queryOf =
    (own: Own): Client['query'] =>
    async (text, value) => {
      if (value === undefined || !text.startsWith('insert into leads'))
        return own.$queryRawUnsafe(text.replace('$1', '?'), ...(value === undefined ? [] : [value]))
      // By its model, as programs on Prisma do.
      return [await own.lead.upsert({ where: { lead: value }, create: { lead: value }, update: {} })]
    }
  return {
    query: queryOf(database),
    transaction: (work) => database.$transaction((own) => work(queryOf(own))),
  }
}

/** How a program reaches the SQLite database at a path. */
export const clients: Readonly<Record<string, (path: string) => Client>> = {
  drizzle: byDrizzle,
  kysely: byKysely,
  knex: byKnex,
  prisma: byPrisma,
}
