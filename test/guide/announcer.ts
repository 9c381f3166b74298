import type { ProcessContext } from '../../src/explore/index.ts'

/** Publishes each text on the page once. */
export function announcer({ fetch, baseUrl, store, names }: ProcessContext, texts: readonly string[]) {
  const feed = `${baseUrl}/${names.page}/feed`
  const access = { access_token: names.pageToken }

  async function isOnPage(text: string): Promise<boolean> {
    let next: string | undefined = `${feed}?${new URLSearchParams(access)}`
    while (next !== undefined) {
      const response: Response = await fetch(next)
      const page = await response.json()
      if (!response.ok) throw new Error(page.error?.message)
      if (page.data.some(({ message }: { message?: string }) => message === text)) return true
      next = page.paging?.next
    }
    return false
  }

  async function publish(text: string): Promise<void> {
    const body = new URLSearchParams({ ...access, message: text })
    const response = await fetch(feed, { method: 'POST', body })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
  }

  let isSending = false
  return async function send(): Promise<void> {
    if (isSending) return
    isSending = true
    try {
      for (const text of texts) {
        if (await store.get(`sent:${text}`)) continue
        // An earlier attempt may have taken effect although no answer arrived.
        if (!(await isOnPage(text))) await publish(text)
        await store.set(`sent:${text}`, true)
      }
    } finally {
      isSending = false
    }
  }
}
