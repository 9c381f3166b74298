import { errorMessage } from '../../engine/values/error-message.ts'
import { errorCode } from './error-code.ts'

/** How a user chooses an address: by options in code, or on the command line. */
interface AddressWords {
  readonly port: string
  readonly free: string
  readonly host: string
}

const inCode: AddressWords = { port: 'the option port', free: 'port: 0', host: 'The option host' }
const onCommandLine: AddressWords = { port: '--port', free: '--port 0', host: '--host' }

/** What is wrong with an address, by the code of the system, and what to do. */
const problems: Readonly<Record<string, (port: number, host: string, words: AddressWords) => string>> = {
  ERR_SOCKET_BAD_PORT: (port, _, words) =>
    `${words.port} must be a whole number from 0 to 65535, where 0 is a free one, got ${port}`,
  EADDRINUSE: (port, host, words) =>
    `The port ${port} of ${host} is in use: choose another one with ${words.port}, or take a free one with ` +
    words.free,
  EACCES: (port, _, words) =>
    `The system does not allow this process to listen on the port ${port}: choose one above 1023 with ` +
    `${words.port}, or take a free one with ${words.free}`,
  EADDRNOTAVAIL: (_, host, words) => `${words.host} is ${host}, which is no address of this machine`,
  ENOTFOUND: (_, host, words) => `${words.host} is ${host}, a name that cannot be resolved`,
}

/** An error of the system when a server begins to listen. Its `cause` is that error. */
export class ListenError extends Error {
  /** The code of the system, such as `EADDRINUSE`. */
  readonly code: string
  readonly #port: number
  readonly #host: string

  constructor(cause: unknown, port: number, host: string) {
    const code = errorCode(cause)
    super(problems[code]?.(port, host, inCode) ?? errorMessage(cause), { cause })
    this.code = code
    this.#port = port
    this.#host = host
  }

  /** The message for a user of the command. */
  get commandMessage(): string {
    return problems[this.code]?.(this.#port, this.#host, onCommandLine) ?? this.message
  }
}
