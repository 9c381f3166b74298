type Options = { readonly encoding?: string; readonly flag?: string } | string | undefined

/** An open file as `node:fs/promises` has it, whose methods take their turns in the run. */
export function fileHandle(
  fd: number,
  perform: (name: string, values: readonly unknown[]) => Promise<unknown>,
) {
  const later = (name: string, ...values: unknown[]) => perform(name, [fd, ...values])
  const close = async () => void (await later('close'))
  return {
    fd,
    async write(data: Uint8Array | string, ...more: unknown[]) {
      return { bytesWritten: await later('write', data, ...more), buffer: data }
    },
    async writev(buffers: readonly Uint8Array[], position?: number) {
      return { bytesWritten: await later('writev', buffers, position), buffers }
    },
    async read(buffer: Uint8Array, ...more: unknown[]) {
      return { bytesRead: await later('read', buffer, ...more), buffer }
    },
    readFile: (options?: Options) => later('readFile', options),
    writeFile: async (data: unknown, options?: Options) => void (await later('writeFile', data, options)),
    appendFile: async (data: unknown, options?: Options) => void (await later('appendFile', data, options)),
    truncate: async (length?: number) => void (await later('ftruncate', length)),
    stat: (options?: object) => later('fstat', options),
    sync: async () => void (await later('fsync')),
    datasync: async () => void (await later('fdatasync')),
    close,
    [Symbol.asyncDispose]: close,
  }
}
