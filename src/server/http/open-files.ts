/** Open files reserved for other uses than client connections: the program itself, webhooks, DNS lookups. */
export const RESERVED_FILES = 64

let known: number | undefined

/**
 * The number of files that this process may have open at a time; Infinity if the system has no such limit.
 * The report of the process takes milliseconds, and is made once.
 */
export function openFilesMax(): number {
  known ??= reportedMax()
  return known
}

function reportedMax(): number {
  const { report } = process
  if (report === undefined) return Number.POSITIVE_INFINITY
  // Without this option the report describes every connection of the process.
  Object.assign(report, { excludeNetwork: true })
  const { userLimits }: { userLimits?: { open_files?: { soft?: unknown } } } = report.getReport()
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY
}
