const NativeResponse = globalThis.Response

/** Whether a stream of the bytes of a text would be read as this very text. */
const isKept = (text: string): boolean => !text.startsWith('\uFEFF') && text.isWellFormed()

/**
 * A response whose body is a text. The stream of a body costs Node more than the rest of a call, so it is
 * made only if the code under test asks for more than the text or its JSON.
 */
export class TextResponse extends NativeResponse {
  readonly #content: string
  #native: Response | undefined
  #isRead = false

  static {
    // What the code under test prints has the name that it knows.
    Object.defineProperty(TextResponse, 'name', { value: 'Response' })
  }

  constructor(content: string, init: ResponseInit) {
    super(null, init)
    this.#content = content
    if (!this.headers.has('content-type')) this.headers.set('content-type', 'text/plain;charset=UTF-8')
  }

  /** The same response with a stream, which was read if the text was. */
  get #streamed(): Response {
    if (this.#native) return this.#native
    const { status, statusText, headers } = this
    this.#native = new NativeResponse(this.#content, { status, statusText, headers })
    if (this.#isRead) void this.#native.text()
    return this.#native
  }

  override get body(): Response['body'] {
    return this.#streamed.body
  }

  override get bodyUsed(): boolean {
    return this.#native?.bodyUsed ?? this.#isRead
  }

  override async text(): Promise<string> {
    if (this.#native || this.#isRead || !isKept(this.#content)) return this.#streamed.text()
    this.#isRead = true
    return this.#content
  }

  override async json(): Promise<unknown> {
    return JSON.parse(await this.text())
  }

  override arrayBuffer(): ReturnType<Response['arrayBuffer']> {
    return this.#streamed.arrayBuffer()
  }

  override blob(): ReturnType<Response['blob']> {
    return this.#streamed.blob()
  }

  override bytes(): ReturnType<Response['bytes']> {
    return this.#streamed.bytes()
  }

  override clone(): Response {
    return this.#streamed.clone()
  }

  override formData(): ReturnType<Response['formData']> {
    return this.#streamed.formData()
  }
}
