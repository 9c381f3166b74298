/** Open files that are not connections of clients: the program's own, webhooks, look-ups of names. */
export const FILES_KEPT = 64

/** How many files this process may have open at a time; Infinity where the system has no such limit. */
export function openFilesMax(): number {
  const { report } = process
  if (report === undefined) return Number.POSITIVE_INFINITY
  // Without this, the report would describe every connection of the process.
  Object.assign(report, { excludeNetwork: true })
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY
}
