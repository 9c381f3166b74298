import { z } from 'zod'
import type { Domain, Input, Work } from '../../src/engine/domain.ts'
import { machine } from '../../src/engine/machine.ts'
import { failed, type OperationError, type Outcome } from '../../src/engine/outcome.ts'
import type { Contents, State } from '../../src/engine/state/state.ts'
import { addToWindow, emptyWindow, push, type Window } from '../../src/engine/store/ring.ts'
import { type RowOf, type StoredRow, table } from '../../src/engine/store/table.ts'
import { fromBase64 } from '../../src/engine/values/guard.ts'
import { poisonedFunction } from '../poison.ts'

const Shelf = z.object({ name: z.string(), room: z.string(), public: z.boolean() })
const Book = z.object({
  title: z.string(),
  pages: z.number(),
  shelf: z.number(),
  authors: z.array(z.string()),
  reader: z.string().optional(),
  cover: z.string().optional(),
  wear: z.number(),
  extra: z.json().optional(),
})
export type Shelf = StoredRow<z.output<typeof Shelf>>
export type Book = StoredRow<z.output<typeof Book>>

/** A library: every kind of edge, and nothing of the service that the engine was made for. */
const library = {
  shelves: table({
    row: Shelf,
    edges: {
      byName: { owners: () => [[]], order: ({ name }) => [name] },
      byRoom: { owners: ({ room }) => [[room]], order: ({ name }) => [name] },
      open: { owners: (shelf) => (shelf.public ? [[]] : []) },
    },
  }),
  books: table({
    row: Book,
    edges: {
      byTitle: { owners: () => [[]], order: ({ title }) => [title] },
      onShelf: { owners: ({ shelf }) => [[shelf]], order: ({ pages }) => [pages] },
      byAuthor: {
        owners: ({ authors }) => authors.map((author) => [author]),
        order: ({ pages, title }) => [-pages, title],
      },
      lentTo: { owners: ({ reader }) => (reader === undefined ? [] : [[reader, 'lent']]) },
      withCover: { owners: ({ cover }) => (cover === undefined ? [] : [[]]) },
    },
  }),
}
export type Library = typeof library

/** The types of the library as a domain. */
export interface LibraryTypes {
  readonly tables: Library
  readonly contents: Contents
  readonly error: OperationError
  readonly answer: string
}

/** The codes of the library's refusals. */
export const codes = { malformed: 1, nothingThere: 2, lentAlready: 3, refused: 4, answerLost: 5, tooLate: 6 }

// z.base64() asks the runtime, whose versions differ in what they accept.
const base64 = z.string().refine((text) => fromBase64(text) !== undefined)
const number = z.number().int().nonnegative().max(1_000_000)
const inputs = {
  build: z.object({ name: z.string(), room: z.string(), public: z.boolean() }),
  shelve: z.object({
    shelf: number,
    title: z.string(),
    pages: number,
    authors: z.array(z.string()),
    extra: z.json().optional(),
  }),
  crate: z.object({ shelf: number, size: number.max(200) }),
  clear: z.object({ shelf: number, every: number.min(1) }),
  move: z.object({ book: number, shelf: number }),
  rename: z.object({ book: number, title: z.string(), authors: z.array(z.string()) }),
  lend: z.object({ book: number, reader: z.string(), for: number }),
  bringBack: z.object({ id: z.number() }),
  dust: z.object({ id: z.number() }),
  burn: z.object({ book: number }),
  cover: z.object({ book: number, bytes: z.object({ $base64: base64 }) }),
  uncover: z.object({ book: number }),
  draw: z.object({ stream: z.string(), length: number.max(50) }),
  note: z.object({ name: z.string(), text: z.json(), by: number.max(5) }),
  plan: z.object({ in: number, key: z.string(), input: z.record(z.string(), z.json()) }),
  callOff: z.object({ key: z.string() }),
  open: z.object({ settings: z.json() }),
  read: z.object({ shelf: number }),
  refuse: z.object({ book: number }),
  lose: z.object({ book: number }),
}
export type Parameters = { [name in keyof typeof inputs]: z.output<(typeof inputs)[name]> }
type Rule<name extends keyof Parameters> = (work: Work<LibraryTypes>, parameters: Parameters[name]) => Outcome

const ok = (value: unknown = null): Outcome => ({ ok: true, value })
const refuse = (code: number, message = 'Not so', committed = false) => failed({ code, message }, committed)

/** The nth row of a table as its main list has it, round and round. */
function nth<K extends 'shelves' | 'books'>({ tx }: Work<LibraryTypes>, kind: K, place: number) {
  const rows = kind === 'shelves' ? tx.list('shelves', 'byName', [], {}) : tx.list('books', 'byTitle', [], {})
  return rows[place % rows.length] as RowOf<Library, K> | undefined
}

function uncover({ tx }: Work<LibraryTypes>, book: Book): void {
  if (book.cover !== undefined) tx.release(book.cover)
}

function everything(work: Work<LibraryTypes>, place: number): void {
  const { tx, ledger } = work
  const made = tx.insert('shelves', { name: 'never', room: 'nowhere', public: true })
  tx.insert('books', { title: 'never', pages: 1, shelf: made.id, authors: ['no one'], wear: 0 })
  const book = nth(work, 'books', place)
  if (book)
    tx.edit('books', book.id, (draft) => {
      draft.wear += 1
    })
  tx.keep(Uint8Array.of(1, 2, 3))
  tx.spell('tickets', 3)
  tx.schedule(tx.now, 'never', { type: 'dust', id: 0 })
  tx.configure({ never: true })
  tx.emit('never', { place })
  ledger.notes = { ...ledger.notes, tried: place }
}

const rules: { [name in keyof Parameters]: Rule<name> } = {
  build: ({ tx }, fields) => ok(tx.insert('shelves', fields)),
  shelve(work, { shelf, ...fields }) {
    const found = nth(work, 'shelves', shelf)
    if (!found) return refuse(codes.nothingThere)
    const book = work.tx.insert('books', { ...fields, shelf: found.id, wear: 0 })
    work.tx.emit('shelved', { book: book.id, extra: fields.extra ?? null })
    return ok({ book, count: work.tx.count('books', 'onShelf', [found.id]) })
  },
  crate(work, { shelf, size }) {
    const found = nth(work, 'shelves', shelf)
    if (!found) return refuse(codes.nothingThere)
    for (let place = 0; place < size; place++) {
      const title = `volume ${(place * 7919) % 101}`
      work.tx.insert('books', {
        title,
        pages: (place * 31) % 17,
        shelf: found.id,
        authors: ['Anon'],
        wear: 0,
      })
    }
    return ok(size)
  },
  clear(work, { shelf, every }) {
    const found = nth(work, 'shelves', shelf)
    if (!found) return refuse(codes.nothingThere)
    const gone = work.tx.list('books', 'onShelf', [found.id]).filter((_, place) => place % every === 0)
    for (const book of gone) {
      work.tx.callOff(`book ${book.id}`)
      uncover(work, book)
      work.tx.remove(book.id)
    }
    return ok(gone.length)
  },
  move(work, { book, shelf }) {
    const [moved, to] = [nth(work, 'books', book), nth(work, 'shelves', shelf)]
    if (!moved || !to) return refuse(codes.nothingThere)
    return ok(work.tx.patch('books', moved.id, { shelf: to.id }))
  },
  rename(work, { book, title, authors }) {
    const found = nth(work, 'books', book)
    if (!found) return refuse(codes.nothingThere)
    const after = work.tx.edit('books', found.id, (draft) => {
      draft.title = title
      draft.authors = authors
    })
    return ok(after)
  },
  lend(work, { book, reader, for: duration }) {
    const found = nth(work, 'books', book)
    if (!found) return refuse(codes.nothingThere)
    if (found.reader !== undefined) return refuse(codes.lentAlready)
    work.tx.patch('books', found.id, { reader })
    work.tx.schedule(work.tx.now + duration, `book ${found.id}`, { type: 'bringBack', id: found.id })
    work.tx.emit('lent', { book: found.id, reader })
    return ok({ until: work.tx.now + duration })
  },
  bringBack({ tx }, { id }) {
    const book = tx.find('books', id)
    if (book?.reader === undefined) return refuse(codes.tooLate)
    tx.patch('books', id, { reader: undefined })
    tx.schedule(tx.now, `book ${id}`, { type: 'dust', id })
    tx.emit('broughtBack', { book: id })
    return ok()
  },
  dust({ tx }, { id }) {
    if (!tx.find('books', id)) return refuse(codes.tooLate)
    tx.edit('books', id, (draft) => {
      draft.wear += 1
    })
    tx.emit('dusted', { book: id })
    return ok()
  },
  burn(work, { book }) {
    const found = nth(work, 'books', book)
    if (!found) return refuse(codes.nothingThere)
    work.tx.callOff(`book ${found.id}`)
    uncover(work, found)
    work.tx.remove(found.id)
    work.tx.emit('burnt', { book: found.id })
    return ok()
  },
  cover(work, { book, bytes }) {
    const found = nth(work, 'books', book)
    const content = fromBase64(bytes.$base64)
    if (!found || !content) return refuse(codes.nothingThere)
    const cover = work.tx.keep(content)
    uncover(work, found)
    work.tx.patch('books', found.id, { cover })
    return ok({ cover, length: work.tx.blob(cover)?.length })
  },
  uncover(work, { book }) {
    const found = nth(work, 'books', book)
    if (!found) return refuse(codes.nothingThere)
    uncover(work, found)
    work.tx.edit('books', found.id, (draft) => void delete draft.cover)
    return ok()
  },
  draw: ({ tx }, { stream, length }) => ok(tx.spell(stream, length)),
  note({ tx, ledger }, { name, text, by }) {
    const windows = ledger.windows.clone()
    const window: Window = windows.get(name) ?? emptyWindow(3)
    windows.set(name, addToWindow(window, tx.now, by))
    ledger.windows = windows
    ledger.notes = { ...ledger.notes, [name]: text }
    ledger.calls = push(ledger.calls, { name, text })
    return ok({ notes: ledger.notes, text })
  },
  plan({ tx }, { in: after, key, input }) {
    tx.schedule(tx.now + after, key, input)
    return ok()
  },
  callOff({ tx }, { key }) {
    tx.callOff(key)
    return ok()
  },
  open({ tx }, { settings }) {
    tx.configure(settings)
    return ok(settings)
  },
  read(work, { shelf }) {
    const found = nth(work, 'shelves', shelf)
    return found ? ok(work.tx.list('books', 'onShelf', [found.id], { limit: 5 })) : refuse(codes.nothingThere)
  },
  refuse(work, { book }) {
    everything(work, book)
    return refuse(codes.refused)
  },
  lose(work, { book }) {
    everything(work, book)
    return refuse(codes.answerLost, 'The answer is lost', true)
  },
}

const isName = (type: string): type is keyof Parameters => Object.hasOwn(inputs, type)

function run(work: Work<LibraryTypes>, input: Input): { outcome: Outcome; answer?: string } {
  if (!isName(input.type)) return { outcome: refuse(codes.malformed, 'There is no such input') }
  const read = inputs[input.type].safeParse(input)
  if (!read.success) return { outcome: refuse(codes.malformed, read.error.issues[0]?.message) }
  const rule = rules[input.type] as Rule<keyof Parameters>
  return { outcome: rule(work, read.data as never), answer: input.type }
}

export const domain: Domain<LibraryTypes> = {
  schema: library,
  malformed: (message) => ({ code: codes.malformed, message }),
  run,
}

/** The library as a machine. */
export const bare = machine(domain)
/** The same machine, whose every step runs with nothing ambient to read. */
export const toy: typeof bare = { ...bare, step: poisonedFunction(bare.step) }

export const noon = Date.UTC(2026, 0, 15, 12)
export const beginning = { seed: 'seven', now: noon, settings: { mood: 'quiet' }, notes: {}, logSize: 50 }

/** The state of a library before its first input. */
export const fresh = (changes: Partial<typeof beginning> = {}): State =>
  toy.begin({ ...beginning, ...changes })
