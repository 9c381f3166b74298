/** Bytes as a text, or in hexadecimal digits if they are none. */
export function keptText(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  return text.includes('\u{fffd}') ? `bytes ${bytes.toString('hex')}` : text
}
