import type { Run } from '../run/run.ts'

export const drawBytes = (run: Run, length: number): Uint8Array =>
  Uint8Array.from({ length }, () => Math.floor(run.random() * 256))

/** Draws a UUID of version 4. */
export function drawUuid(run: Run): `${string}-${string}-${string}-${string}-${string}` {
  const bytes = drawBytes(run, 16)
  const hex = [...bytes]
    .map((byte, index) => (index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte))
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
