const { PAGE_ID, PAGE_TOKEN = '' } = process.env

export interface Post {
  id: string
  message?: string
}

interface List {
  data: Post[]
  paging?: { next?: string }
}

/** Lists all posts of the page. */
export async function listPosts(): Promise<Post[]> {
  const posts: Post[] = []
  let next: string | undefined = `https://graph.facebook.com/v24.0/${PAGE_ID}/posts?fields=id,message&limit=5`
  while (next !== undefined) {
    const response = await fetch(next, { headers: { authorization: `Bearer ${PAGE_TOKEN}` } })
    if (!response.ok) throw new Error(`the service answered ${response.status}`)
    const list: List = await response.json()
    posts.push(...list.data)
    next = list.paging?.next
  }
  return posts
}
