export type { World } from '../../index.ts'
export { type PictureRenderer, pictureRenderer } from './pictures.ts'
export type { TimeOption } from './real-time.ts'
export { type Listening, type ListenOptions, listen } from './server.ts'
