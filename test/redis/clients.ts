import { createClient } from 'redis'
import { byIoredis, type Client, url } from '../explore/io/durable/redis-copier.ts'

function byNodeRedis(): Client {
  const client = createClient({ url })
  client.on('error', () => {})
  const connected = client.connect()
  return {
    async send(...words) {
      await connected
      return client.sendCommand(words)
    },
    async transaction(commands) {
      await connected
      const multi = client.multi()
      for (const words of commands) multi.addCommand([...words])
      return multi.exec()
    },
  }
}

/** How a program reaches Redis. */
export const clients: Readonly<Record<string, () => Client>> = { ioredis: byIoredis, redis: byNodeRedis }
