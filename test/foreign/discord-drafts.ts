import { generateKeyPairSync, sign } from 'node:crypto'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')

/** A worker of Cloudflare. */
export interface Worker {
  fetch(request: Request, env: object, context: object): Promise<Response>
}

/**
 * Stands in for Discord, and for the store of a worker: people see a draft with a button, click it, and are
 * told what became of it.
 */
export function discordDrafts(settings: Readonly<Record<string, string>>) {
  const stored = new Map<string, string>()
  const drafts = new Map<string, string>()
  const told = new Map<string, string>()
  const env = {
    SUBMIT_DRAFT_SECRET: 'secret',
    DISCORD_BOT_TOKEN: 'token',
    DISCORD_CHANNEL_ID: '1',
    DISCORD_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex'),
    DRAFTS: {
      get: async (key: string) => JSON.parse(stored.get(key) ?? 'null'),
      put: async (key: string, value: string) => void stored.set(key, value),
      delete: async (key: string) => void stored.delete(key),
    },
    ...settings,
  }
  /** Sends a request to the worker, and waits for what it does after its answer. */
  async function send(worker: Worker, path: string, body: string, headers: Record<string, string>) {
    const later: Promise<unknown>[] = []
    const request = new Request(`https://worker.example${path}`, { method: 'POST', body, headers })
    const answer = await worker.fetch(request, env, {
      waitUntil: (work: Promise<unknown>) => later.push(work),
    })
    await Promise.all(later)
    return answer
  }
  return {
    others: {
      'https://discord.com': async (request: Request) => {
        const { content } = await request.json()
        told.set(new URL(request.url).pathname.split('/').at(-3) ?? '', content)
        return Response.json({ id: '1' })
      },
    },
    /** Submits a draft with a text, unless it is there, and clicks its button. */
    async approve(worker: Worker, text: string): Promise<Response> {
      if (!drafts.has(text)) {
        const draft = JSON.stringify({ text, image: { title: text } })
        const answer = await send(worker, '/submit-draft', draft, { 'x-api-key': 'secret' })
        if (!answer.ok) return answer
        drafts.set(text, (await answer.json()).id)
      }
      const id = drafts.get(text) ?? ''
      told.delete(id)
      const click = { type: 3, application_id: '1', token: id, data: { custom_id: `approve:${id}` } }
      const body = JSON.stringify(click)
      const signature = sign(null, Buffer.from(`0${body}`), privateKey).toString('hex')
      const headers = { 'x-signature-ed25519': signature, 'x-signature-timestamp': '0' }
      const answer = await send(worker, '/discord-interactions', body, headers)
      return /^(Published|Draft is gone)/.test(told.get(id) ?? '')
        ? answer
        : new Response(null, { status: 502 })
    },
  }
}
