const { PAGE_ID, PAGE_TOKEN = '' } = process.env

const base = 'https://graph.facebook.com/v24.0'

/** The service refused a call. */
export class GraphError extends Error {
  readonly code: number | undefined

  constructor(status: number, code: number | undefined) {
    super(`the service answered ${status}, code ${code}`)
    this.code = code
  }
}

async function call<T>(url: string, init?: RequestInit): Promise<T> {
  const headers = { authorization: `Bearer ${PAGE_TOKEN}` }
  const response = await fetch(url, { ...init, headers })
  const body = await response.json().catch(() => undefined)
  // An answer that cannot be read tells nothing: the call may have taken effect.
  if (!response.ok || !body || body.error) throw new GraphError(response.status, body?.error?.code)
  return body
}

export const createPost = (message: string): Promise<{ id: string }> =>
  call(`${base}/${PAGE_ID}/feed`, { method: 'POST', body: new URLSearchParams({ message }) })

interface List {
  data: { id: string; message?: string }[]
  paging?: { next?: string }
}

/** Finds a post of the page by its text. */
export async function findPost(message: string): Promise<{ id: string } | undefined> {
  let next: string | undefined = `${base}/${PAGE_ID}/posts?fields=id,message&limit=10`
  while (next !== undefined) {
    const list: List = await call<List>(next)
    const found = list.data.find((post) => post.message === message)
    if (found) return found
    next = list.paging?.next
  }
  return undefined
}
