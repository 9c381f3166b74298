import { numbersBelow } from '../measure.mjs'

export const PAGE = 25

/** How the text of an answer is read, where a contestant answers with JSON. */
export const records = (text) => {
  const value = JSON.parse(text)
  return Array.isArray(value?.data) ? value.data : value
}

/**
 * The works of a contestant. Each is asked for once before, because a wrong answer must not be timed.
 *
 * `create` makes a record, `read` finds the one with an id, and `page` lists 25 from the middle. `idAt` tells
 * the id at a place, and `said` turns an answer into a record or a list of them, which is not timed.
 * `prepare` runs before each batch, and `most` says how many runs a batch of each work has at most.
 */
export async function works(size, { create, read, page, idAt, said = (answer) => answer, ...others }) {
  const { prepare, most = {}, close = () => {} } = others
  const pick = numbersBelow(size)
  prepare?.()
  await mustRead(idAt(size >> 1))
  await mustRead(idAt(size - 1))
  const ids = new Set(said(await page()).map(({ id }) => String(id)))
  if (ids.size !== PAGE) throw new Error(`a page of ${ids.size}`)
  const { id: made } = said(await create(0))
  await mustRead(made)
  return {
    create: { run: create, prepare, most: most.create },
    read: { run: () => read(idAt(pick())), prepare, most: most.read },
    page: { run: page, prepare, most: most.page },
    close,
  }

  async function mustRead(id) {
    const { id: found } = said(await read(id))
    if (found === undefined || String(found) !== String(id)) throw new Error(`read ${found} instead of ${id}`)
  }
}
