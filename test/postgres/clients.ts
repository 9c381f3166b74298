import { PrismaPg } from '@prisma/adapter-pg'
import { sql as drizzleSql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import knex from 'knex'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import postgres from 'postgres'
import { byPg, type Client, url, valuesOf } from '../explore/io/durable/postgres-copier.ts'
// Generated from schema.prisma.
import { PrismaClient } from './node_modules/.client/client.ts'

function byPostgres(): Client {
  const client = postgres(url)
  return {
    query: async (text, value) => [...(await client.unsafe(text, valuesOf(value)))],
    transaction: async (work) => {
      await client.begin((own) => work(async (text, value) => [...(await own.unsafe(text, valuesOf(value)))]))
    },
  }
}

/** A text of SQL around the place of its value. */
const around = (text: string): [string, string] => {
  const [before = '', after = ''] = text.split('$1')
  return [before, after]
}

function byDrizzle(): Client {
  const database = drizzle(new pg.Pool({ connectionString: url }))
  type Own = Pick<typeof database, 'execute'>
  const queryOf =
    (own: Own): Client['query'] =>
    async (text, value) => {
      const [before, after] = around(text)
      const made =
        value === undefined
          ? drizzleSql.raw(text)
          : drizzleSql`${drizzleSql.raw(before)}${value}${drizzleSql.raw(after)}`
      return (await own.execute(made)).rows
    }
  return {
    query: queryOf(database),
    transaction: (work) => database.transaction((own) => work(queryOf(own))),
  }
}

function byKysely(): Client {
  const database = new Kysely<object>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }),
  })
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

function byKnex(): Client {
  const database = knex({ client: 'pg', connection: url })
  type Own = Pick<typeof database, 'raw'>
  const queryOf =
    (own: Own): Client['query'] =>
    async (text, value) =>
      (await own.raw(text.replace('$1', '?'), valuesOf(value))).rows
  return {
    query: queryOf(database),
    transaction: (work) => database.transaction((own) => work(queryOf(own))),
  }
}

function byPrisma(): Client {
  const database = new PrismaClient({ adapter: new PrismaPg({ connectionString: url }) })
  type Own = Pick<typeof database, 'lead' | '$queryRawUnsafe'>
  const queryOf =
    (own: Own): Client['query'] =>
    async (text, value) => {
      if (value === undefined || !text.startsWith('insert into leads'))
        return own.$queryRawUnsafe(text, ...valuesOf(value))
      // By its model, as programs on Prisma do.
      return [await own.lead.upsert({ where: { lead: value }, create: { lead: value }, update: {} })]
    }
  return {
    query: queryOf(database),
    transaction: (work) => database.$transaction((own) => work(queryOf(own))),
  }
}

/** How a program reaches PostgreSQL. */
export const clients: Readonly<Record<string, () => Client>> = {
  pg: byPg,
  postgres: byPostgres,
  drizzle: byDrizzle,
  kysely: byKysely,
  knex: byKnex,
  prisma: byPrisma,
}
