import { createServer } from 'node:http'

const { PAGE, PAGE_TOKEN } = process.env
const graph = 'https://graph.facebook.com/v24.0'
const authorization = `Bearer ${PAGE_TOKEN}`

export async function announce(message: string): Promise<string> {
  const body = new URLSearchParams({ message })
  const response = await fetch(`${graph}/${PAGE}/feed`, { method: 'POST', body, headers: { authorization } })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return (await response.json()).id
}

createServer(async (request, response) => {
  const text = (await request.toArray()).join('')
  const isDone = await announce(text).then(
    () => true,
    () => false,
  )
  response.writeHead(isDone ? 204 : 502).end()
}).listen(3000)
