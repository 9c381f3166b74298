export type { PictureRenderer } from '../picture-renderer.ts'
export { pictureRenderer } from './pictures.ts'
export type { TimeOption } from './real-time.ts'
export { type Listening, type ListenOptions, listen } from './server.ts'
