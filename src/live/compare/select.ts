import { lowerAscii } from '../../service/values/letter-case.ts'
import type { RecordedExchange } from './exchange.ts'

/** Exchanges that can be compared, and why others cannot be. */
export interface SelectedExchanges {
  readonly exchanges: readonly RecordedExchange[]
  readonly leftOut: Readonly<Record<string, number>>
}

const hostOf = ({ request }: RecordedExchange): string =>
  lowerAscii(/^[a-z]+:\/\/([^/?#]*)/i.exec(request.url)?.[1] ?? '')

/** The service of the graph, as each of its hosts is named. */
const isGraph = (host: string): boolean => /^graph[.-]/.test(host)

/** Returns why an exchange is left out; undefined if it is compared. */
function reasonOf(exchange: RecordedExchange, onlyGraph: boolean): string | undefined {
  const { request, response } = exchange
  if (request.method.toUpperCase() === 'OPTIONS') return 'preflights of a browser'
  if (onlyGraph && !isGraph(hostOf(exchange))) return 'to other hosts'
  const isUnanswered = response.status === 0 || response.body.includes('"type":"ProxyError"')
  return isUnanswered ? 'without an answer' : undefined
}

/**
 * Leaves out what browsers and proxies record beside the calls: requests to other hosts if some are to a host
 * of the graph, preflights, and requests that no service answered.
 */
export function selectExchanges(all: readonly RecordedExchange[]): SelectedExchanges {
  const onlyGraph = all.some((exchange) => isGraph(hostOf(exchange)))
  const leftOut: Record<string, number> = {}
  const exchanges = all.filter((exchange) => {
    const reason = reasonOf(exchange, onlyGraph)
    if (reason !== undefined) leftOut[reason] = (leftOut[reason] ?? 0) + 1
    return reason === undefined
  })
  return { exchanges, leftOut }
}

/** Returns how many requests were left out, and why; undefined if none was. */
export function leftOutText(leftOut: SelectedExchanges['leftOut']): string | undefined {
  const reasons = Object.entries(leftOut)
  if (reasons.length === 0) return undefined
  const count = reasons.reduce((sum, [, number]) => sum + number, 0)
  const shown = reasons.map(([reason, number]) => `${number} ${reason}`).join(', ')
  return `${count === 1 ? '1 request is' : `${count} requests are`} left out: ${shown}`
}
