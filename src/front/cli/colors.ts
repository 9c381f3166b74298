import { WriteStream } from 'node:tty'

/**
 * Whether a text for a stream is colored: on a terminal that shows colors, or if FORCE_COLOR asks for it.
 * NO_COLOR and FORCE_COLOR=0 turn colors off, as they do in Node.
 */
export function showsColors(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  if (env['FORCE_COLOR'] === undefined && stream.isTTY !== true) return false
  // It reads the environment alone, and so answers for pipes too.
  return WriteStream.prototype.getColorDepth(env) > 1
}
