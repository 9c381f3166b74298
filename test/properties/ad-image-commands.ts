import fc from 'fast-check'

/** The callers; the name tells their permissions and roles. */
const callers = ['owner', 'analyst', 'powerless', 'local', 'developer', 'nobody'] as const

/** A caller. */
export type Caller = (typeof callers)[number]

/** The sizes of the pictures. A picture is an index of this list. */
export const sizes = [
  [8, 6],
  [9, 6],
  [128, 128],
  [1_080, 2],
  [1_081, 4],
  [4, 2_160],
] as const

/** Ad accounts are 0 and 1; images are named by their pictures, creatives and links counted from the newest. */
export type Command =
  | { kind: 'bytes'; by: Caller; account: number; picture: number; wrong: string | undefined }
  | {
      kind: 'file'
      by: Caller
      account: number
      picture: number
      name: string
      wrong: string | undefined
    }
  | {
      kind: 'zip'
      by: Caller
      account: number
      pictures: readonly number[]
      sameName: boolean
      noise: boolean
      wrong: string | undefined
    }
  | {
      kind: 'copy'
      by: Caller
      account: number
      from: number
      picture: number
      wrong: string | undefined
    }
  | {
      kind: 'list'
      by: Caller
      account: number
      pictures: readonly number[] | undefined
      limit: number | undefined
    }
  | { kind: 'follow'; to: 'next' | 'previous' | 'astray' }
  | { kind: 'delete'; by: Caller; account: number; picture: number; wrong: string | undefined }
  | { kind: 'creative'; account: number; picture: number }
  | { kind: 'deleteCreative'; creative: number; wrong: string | undefined }
  | {
      kind: 'ad'
      by: Caller
      account: number
      how: 'hash' | 'file' | 'creative' | 'plain'
      picture: number
      creative: number
      name: string
      wrong: string | undefined
    }
  | { kind: 'fetch'; link: number }
  | { kind: 'advance'; seconds: number }
  | { kind: 'advanceToEnd'; offset: number }

/** A command that reads a list. */
export type List = Extract<Command, { kind: 'list' }>

const DAY = 86_400
const by = fc.oneof(
  { weight: 14, arbitrary: fc.constant<Caller>('owner') },
  { weight: 5, arbitrary: fc.constantFrom(...callers) },
)
const account = fc.constantFrom(0, 0, 0, 1)
const picture = fc.nat(sizes.length - 1)
const name = fc.constantFrom('a.png', 'b.png', 'd/c.png', `${'n'.repeat(96)}.png`)
const creative = fc.nat(8)
const seldom = (...values: string[]) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...values) },
  )

const make = (weight: number, kind: Command['kind'], members: Record<string, fc.Arbitrary<unknown>>) => ({
  weight,
  arbitrary: fc.record(members).map((made) => ({ kind, ...made }) as unknown as Command),
})

/** Any command, including invalid ones. */
export const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  make(10, 'bytes', { by, account, picture, wrong: seldom('base64', 'noImage', 'andFile', 'nothing') }),
  make(8, 'file', {
    by,
    account,
    picture,
    name,
    wrong: seldom('noExtension', 'longName', 'empty', 'noImage'),
  }),
  make(5, 'zip', {
    by,
    account,
    pictures: fc.array(picture, { maxLength: 4 }),
    sameName: fc.boolean(),
    noise: fc.boolean(),
    wrong: seldom('text', 'longName', 'noExtension'),
  }),
  make(9, 'copy', {
    by,
    account,
    from: fc.constantFrom(0, 0, 1),
    picture,
    wrong: seldom('prefix', 'unknownAccount', 'noHash', 'unknownHash'),
  }),
  make(12, 'list', {
    by,
    account,
    pictures: fc.option(fc.array(fc.nat(sizes.length), { maxLength: 5 }), { nil: undefined }),
    limit: fc.constantFrom(undefined, 1, 1, 2, 2, 3, 1_001, 0),
  }),
  make(8, 'follow', { to: fc.constantFrom('next', 'next', 'previous', 'astray') }),
  make(10, 'delete', { by, account, picture, wrong: seldom('noHash', 'capitals') }),
  make(5, 'creative', { account, picture }),
  make(7, 'deleteCreative', { creative, wrong: seldom('unknown') }),
  make(7, 'ad', {
    by,
    account,
    how: fc.constantFrom('hash', 'file', 'creative', 'plain'),
    picture,
    creative,
    name,
    wrong: seldom('noName', 'noAdSet', 'strangeAdSet', 'two', 'noPart', 'status', 'noCreative'),
  }),
  make(9, 'fetch', { link: fc.oneof(fc.nat(3), fc.nat(40)) }),
  make(6, 'advance', { seconds: fc.constantFrom(1, 1, 60, 3_600, DAY - 1, DAY, 365 * DAY) }),
  make(3, 'advanceToEnd', { offset: fc.constantFrom(-1, 0, 1) }),
)
