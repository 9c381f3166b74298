import { planPost } from '../../../lib/posts.ts'

export async function POST(request: Request): Promise<Response> {
  const { message } = await request.json()
  if (typeof message !== 'string' || message === '')
    return Response.json({ error: 'message is missing' }, { status: 400 })
  planPost(message)
  return Response.json({ planned: true }, { status: 202 })
}
