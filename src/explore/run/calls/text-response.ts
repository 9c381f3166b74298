/** The body of a response that has no stream, at least not yet. */
interface Unstreamed {
  readonly text: string
  /** The headers until somebody asks for them: to check and sort them costs as much as the rest. */
  unread: Readonly<Record<string, string>> | undefined
  /** The same response with a stream, once that is needed. */
  native: Response | undefined
  isRead: boolean
}

// A symbol, because a private member cannot be read through a proxy of the response.
const unstreamed = Symbol('unstreamed')

/** The response of the platform when this module was loaded. An environment without one has no `fetch`. */
const Platform = globalThis.Response ?? (Object as never)
const { text, json, clone }: Response = Platform.prototype

/** Whether the response of the platform still has the methods that it had when this module was loaded. */
const isOriginal = ({ prototype }: typeof Response): boolean =>
  globalThis.Response === Platform &&
  prototype.text === text &&
  prototype.json === json &&
  prototype.clone === clone

/** Whether a text stays the same when it is encoded and decoded. */
const isKept = (content: string): boolean => !content.startsWith('\uFEFF') && content.isWellFormed()

function replaceHeaders(headers: Headers, by: Headers): void {
  for (const name of [...headers.keys()]) headers.delete(name)
  for (const [name, value] of by) headers.append(name, value)
}

/** Returns the same response with a stream, which was read if the text was. */
function streamed({ [unstreamed]: state, status, statusText, headers }: TextResponse): Response {
  if (!state.native) {
    state.native = new Platform(state.text, { status, statusText, headers })
    if (state.isRead) void state.native.text()
  }
  // The code under test may have changed the headers.
  replaceHeaders(state.native.headers, headers)
  return state.native
}

/** Reads the text of an unread response. Returns undefined if the caller must read its stream. */
function takeText({ [unstreamed]: state }: TextResponse): string | undefined {
  if (state.native || state.isRead || !isKept(state.text)) return undefined
  state.isRead = true
  return state.text
}

/** The status and the headers of a response. */
interface TextInit {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

class TextResponse extends Platform {
  declare readonly [unstreamed]: Unstreamed

  constructor(content: string, { status, headers }: TextInit) {
    super(null, { status })
    const value: Unstreamed = { text: content, unread: headers, native: undefined, isRead: false }
    Object.defineProperty(this, unstreamed, { value })
  }

  override get headers(): Headers {
    const headers = super.headers
    const state = this[unstreamed]
    if (state.unread) {
      for (const [name, value] of Object.entries(state.unread)) headers.append(name, value)
      if (!headers.has('content-type')) headers.set('content-type', 'text/plain;charset=UTF-8')
      state.unread = undefined
    }
    return headers
  }

  override get body() {
    return streamed(this).body
  }

  override get bodyUsed(): boolean {
    const { native, isRead } = this[unstreamed]
    return native?.bodyUsed ?? isRead
  }

  override async text(): Promise<string> {
    return takeText(this) ?? streamed(this).text()
  }

  override async json(): Promise<unknown> {
    const content = takeText(this)
    return content === undefined ? streamed(this).json() : JSON.parse(content)
  }

  override async arrayBuffer() {
    return streamed(this).arrayBuffer()
  }

  override async blob() {
    return streamed(this).blob()
  }

  override async bytes() {
    return streamed(this).bytes()
  }

  override async formData() {
    return streamed(this).formData()
  }

  override clone(): Response {
    return streamed(this).clone()
  }
}

// Code that asks a response for its class, or lists its members, finds those of the platform.
for (const name of Object.keys(Platform.prototype))
  if (Object.hasOwn(TextResponse.prototype, name))
    Object.defineProperty(TextResponse.prototype, name, { enumerable: true })
Object.defineProperty(TextResponse.prototype, 'constructor', { value: Platform })

/**
 * Returns a response whose body is a text. The stream of a body costs Node more than the rest of a call, so
 * it is made only if the code under test asks for more than the text or its JSON.
 */
export const textResponse = (content: string, init: TextInit): Response =>
  isOriginal(Response) ? new TextResponse(content, init) : new Response(content, init)

/** The whole body of such a response, unless something has read it or asked for its stream. */
export function textIn(response: Response): string | undefined {
  if (!(response instanceof TextResponse)) return undefined
  const { text: content, native, isRead } = response[unstreamed]
  return native || isRead ? undefined : content
}
