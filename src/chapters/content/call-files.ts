import { sameBytes } from '../../engine/values/byte-arrays.ts'
import { type CallError, invalidParameter } from '../../service/contract/errors.ts'
import type { CallFile } from '../../service/routes/call.ts'

/** Returns files without those that equal the one before: an SDK sends its file under two part names. */
export const distinctFiles = (files: readonly CallFile[]): readonly CallFile[] =>
  files.filter((file, index) => {
    const before = files[index - 1]
    return before?.name !== file.name || !sameBytes(before.bytes, file.bytes)
  })

/** Returns the one file of a call, or the error of several files or none. */
export function onlyFile(files: readonly CallFile[]): CallFile | CallError {
  const [file, another] = distinctFiles(files)
  return file && !another ? file : invalidParameter(`Exactly one file is needed, got ${files.length}`)
}
