/** Sends a request from a page. Returns what the page can read of the answer: '' for nothing. */
export type PageRequest = (url: string) => Promise<string> | string

// These functions run in the browser, so they must not use anything of this module.

/** Ways of a page to read a URL, by name. */
export const reads: Readonly<Record<string, PageRequest>> = {
  fetch: (url) => fetch(url).then((response) => response.text()),
  'fetch without CORS': (url) => fetch(url, { mode: 'no-cors' }).then((response) => response.text()),
  'fetch without Referer': (url) =>
    fetch(url, { mode: 'no-cors', referrerPolicy: 'no-referrer' }).then((response) => response.text()),
  'fetch with credentials': (url) =>
    fetch(url, { mode: 'no-cors', credentials: 'include', keepalive: true }).then((response) =>
      response.text(),
    ),
  XMLHttpRequest: (url) =>
    new Promise((resolve) => {
      const request = new XMLHttpRequest()
      request.onloadend = () => resolve(request.responseText)
      request.open('GET', url)
      request.send()
    }),
  img: (url) =>
    new Promise((resolve) => {
      const image = new Image()
      image.onload = () => resolve(`${image.naturalWidth}`)
      image.onerror = () => resolve('')
      image.src = url
    }),
  script: (url) =>
    new Promise((resolve) => {
      const script = document.createElement('script')
      script.onload = () => resolve('loaded')
      script.onerror = () => resolve('')
      script.src = url
      document.head.append(script)
    }),
  module: (url) =>
    new Promise((resolve) => {
      const script = document.createElement('script')
      script.type = 'module'
      script.onload = () => resolve('loaded')
      script.onerror = () => resolve('')
      script.src = url
      document.head.append(script)
    }),
  stylesheet: (url) =>
    new Promise((resolve) => {
      const link = document.createElement('link')
      link.rel = 'stylesheet'
      link.onload = () => resolve(`${link.sheet?.cssRules.length}`)
      link.onerror = () => resolve('')
      link.href = url
      document.head.append(link)
    }),
  prefetch: (url) =>
    new Promise((resolve) => {
      const link = document.createElement('link')
      link.rel = 'prefetch'
      // A prefetched answer is not visible to the page.
      link.onload = () => resolve('')
      link.onerror = () => resolve('')
      link.href = url
      document.head.append(link)
    }),
  preload: (url) =>
    new Promise((resolve) => {
      const link = document.createElement('link')
      link.rel = 'preload'
      link.as = 'image'
      link.onload = () => resolve('loaded')
      link.onerror = () => resolve('')
      link.href = url
      document.head.append(link)
    }),
  iframe: (url) =>
    new Promise((resolve) => {
      const frame = document.createElement('iframe')
      frame.onload = () => resolve(frame.contentDocument?.body.textContent ?? '')
      frame.src = url
      document.body.append(frame)
    }),
  'sandboxed iframe': (url) =>
    new Promise((resolve) => {
      const frame = document.createElement('iframe')
      frame.sandbox.add('allow-scripts')
      frame.srcdoc = `<script>fetch(${JSON.stringify(url)}).then((r) => r.text(), () => '')
        .then((text) => parent.postMessage(text, '*'))</script>`
      addEventListener('message', ({ data }) => resolve(String(data)), { once: true })
      document.body.append(frame)
    }),
  video: (url) =>
    new Promise((resolve) => {
      const video = document.createElement('video')
      video.onloadedmetadata = () => resolve('loaded')
      video.onerror = () => resolve('')
      video.src = url
    }),
  object: (url) =>
    new Promise((resolve) => {
      const object = document.createElement('object')
      object.onload = () => resolve(object.contentDocument?.body.textContent ?? '')
      object.onerror = () => resolve('')
      object.data = url
      document.body.append(object)
    }),
  EventSource: (url) =>
    new Promise((resolve) => {
      const source = new EventSource(url)
      source.onopen = () => resolve('open')
      source.onerror = () => resolve('')
    }),
  WebSocket: (url) =>
    new Promise((resolve) => {
      const socket = new WebSocket(url.replace(/^http/, 'ws'))
      socket.onopen = () => resolve('open')
      socket.onerror = () => resolve('')
    }),
  redirect: (url) =>
    fetch(`/redirect?to=${encodeURIComponent(url)}`, { mode: 'no-cors' }).then((response) => response.text()),
}

/** Makes the browser prefetch a URL (Speculation Rules API). */
export function speculate(url: string, policy: string): void {
  const script = document.createElement('script')
  script.type = 'speculationrules'
  const rule = { source: 'list', urls: [url], eagerness: 'immediate', referrer_policy: policy }
  script.textContent = JSON.stringify({ prefetch: [rule] })
  document.head.append(script)
}

/** Ways of a page to write to a URL, by name. */
export const writes: Readonly<Record<string, PageRequest>> = {
  'fetch a form': (url) =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ message: 'x' }) }).then((response) =>
      response.text(),
    ),
  'fetch a text without CORS': (url) =>
    fetch(url, { method: 'POST', mode: 'no-cors', body: '{"advance":"1h"}' }).then((response) =>
      response.text(),
    ),
  'fetch JSON': (url) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"advance":"1h"}',
    }).then((response) => response.text()),
  delete: (url) => fetch(url, { method: 'DELETE' }).then((response) => response.text()),
  sendBeacon: (url) => {
    navigator.sendBeacon(url, new URLSearchParams({ message: 'x' }))
    return ''
  },
  ping: (url) => {
    const link = document.createElement('a')
    link.ping = url
    link.href = '#'
    link.click()
    return ''
  },
  form: (url) =>
    new Promise((resolve) => {
      const frame = document.createElement('iframe')
      frame.name = `target of ${url}`
      document.body.append(frame)
      const form = document.createElement('form')
      form.method = 'POST'
      form.target = frame.name
      form.action = url
      document.body.append(form)
      form.submit()
      frame.onload = () => resolve(frame.contentDocument?.body.textContent ?? '')
    }),
}

/** Ways of a page to navigate to a URL, by name. Each needs a page of its own. */
export const navigations: Readonly<Record<string, PageRequest>> = {
  location: (url) => {
    location.href = url
    return ''
  },
  'form by GET': (url) => {
    const form = document.createElement('form')
    const { origin, pathname, searchParams } = new URL(url)
    form.action = origin + pathname
    for (const [name, value] of searchParams) {
      const input = document.createElement('input')
      input.name = name
      input.value = value
      form.append(input)
    }
    document.body.append(form)
    form.submit()
    return ''
  },
  'form by POST': (url) => {
    const form = document.createElement('form')
    form.method = 'POST'
    form.action = url
    document.body.append(form)
    form.submit()
    return ''
  },
}
