import { Cron } from 'croner'
import fastify from 'fastify'
import { hearOf } from './database.ts'
import { catchUp, readOpen } from './intake.ts'

interface Notice {
  entry: { changes: { field: string; value: { leadgen_id: string } }[] }[]
}

const { VERIFY_TOKEN } = process.env

const logged = (work: () => Promise<void>) => () =>
  work().catch((error: unknown) => console.error(work.name, error))

const app = fastify()

app.get<{ Querystring: Record<string, string> }>('/facebook', ({ query }, reply) =>
  query['hub.verify_token'] === VERIFY_TOKEN
    ? reply.send(query['hub.challenge'])
    : reply.code(403).send('wrong token'),
)

app.post<{ Body: Notice }>('/facebook', async ({ body }, reply) => {
  const changes = body.entry.flatMap((page) => page.changes).filter(({ field }) => field === 'leadgen')
  await hearOf(changes.map(({ value }) => value.leadgen_id))
  void logged(readOpen)()
  return reply.send('stored')
})

new Cron('*/15 * * * *', { protect: true }, logged(readOpen))
new Cron('0 */2 * * *', { protect: true }, logged(catchUp))
await app.listen({ port: 3000 })
void logged(catchUp)()
