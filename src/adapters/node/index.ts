/**
 * Servers and the proxy, for Node.
 *
 * @module fauxgraph/node
 */

export type { World } from '../../index.ts'
export type { PictureRenderer } from '../picture-renderer.ts'
export type { OtherHosts } from './gate.ts'
export { pictureRenderer } from './pictures.ts'
export { type ListeningProxy, listenAsProxy, type ProxyOptions } from './proxy.ts'
export type { TimeOption } from './real-time.ts'
export { type Listening, type ListenOptions, listen } from './server.ts'
