import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'

/** The posts of the page, and the notes of people. */
export interface Archive {
  /** The texts of posts, by id. */
  posts: Record<string, string | null>
  notes: string[]
}

const path = './data/archive.json'

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

export async function readArchive(): Promise<Archive> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (isMissing(error)) return { posts: {}, notes: [] }
    throw error
  }
}

/** A process that dies in the middle of a write leaves the archive as it was. */
async function writeArchive(archive: Archive): Promise<void> {
  await mkdir('./data', { recursive: true })
  await writeFile(`${path}.new`, JSON.stringify(archive))
  await rename(`${path}.new`, path)
}

let last: Promise<unknown> = Promise.resolve()

/** Changes the archive. One change ends before the next one reads. */
export function changeArchive(change: (archive: Archive) => void): Promise<void> {
  const done = last.then(async () => {
    const archive = await readArchive()
    change(archive)
    await writeArchive(archive)
  })
  last = done.catch(() => {})
  return done
}
