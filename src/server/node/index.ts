/**
 * Servers and the proxy, for Node.
 *
 * @module fauxgraph/node
 */

export { pictureRenderer } from '../http/pictures.ts'
export type { TimeOption } from '../http/real-time.ts'
export { type Listening, type ListenOptions, listen } from '../http/server.ts'
export type { OtherHosts } from '../proxy/gate.ts'
export { type ListeningProxy, listenAsProxy, type ProxyOptions } from '../proxy/proxy.ts'
