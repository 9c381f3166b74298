import fc from 'fast-check'

/** Whether a command publishes a post at once, later or not at all. */
type PublicationMode = 'now' | 'draft' | 'typed' | 'scheduled'

/**
 * The callers. `owner` has page tokens; `writer` and `moderator` have one task; `reader` lacks
 * pages_manage_posts and `blind` pages_read_engagement; `stranger` has Page Public Content Access and no
 * task, `outsider` neither; the token of `nobody` is unknown.
 */
const callers = ['owner', 'writer', 'moderator', 'reader', 'blind', 'stranger', 'outsider', 'nobody'] as const

/** A caller. */
export type Caller = (typeof callers)[number]

/** A command. Pages are 0 and 1; photos and posts are numbered from the newest, which is 0. */
export type Command =
  | {
      kind: 'upload'
      by: Caller
      page: number
      how: PublicationMode | 'temporary' | 'temporaryNow' | 'noStory' | 'scheduledNoStory'
      delay: number
      caption: string | undefined
      tagged: number | undefined
      wrong: string | undefined
    }
  | {
      kind: 'publish'
      by: Caller
      page: number
      how: PublicationMode
      delay: number
      message: string | undefined
      mention: number | undefined
      link: boolean
      media: readonly number[]
      wrong: string | undefined
    }
  | { kind: 'deletePhoto' | 'readPhoto'; by: Caller; photo: number }
  | { kind: 'deletePost' | 'readPost'; by: Caller; post: number }
  | { kind: 'listPhotos'; by: Caller; page: number; type: string | undefined; limit: number | undefined }
  | {
      kind: 'listFeed' | 'listTagged'
      by: Caller
      page: number
      asked: boolean
      filter: boolean | undefined
      limit: number | undefined
    }
  | { kind: 'follow'; to: 'next' | 'previous' | 'otherList' }
  | { kind: 'comment'; post: number }
  | { kind: 'hide'; post: number; hidden: boolean }
  | { kind: 'expire'; post: number; delay: number | undefined }
  | { kind: 'rank'; post: number; score: number }
  | { kind: 'tag'; post: number; page: number }
  | { kind: 'profile'; page: number; photo: number }
  | { kind: 'verify'; page: number; verified: boolean }
  | { kind: 'advance'; seconds: number }
  | { kind: 'advanceToDue' | 'advanceToYearEnd'; offset: number }

/** A command that reads a list. */
export type List = Extract<Command, { limit: unknown }>

const DAY = 86_400

const by = fc.oneof(
  { weight: 20, arbitrary: fc.constant<Caller>('owner') },
  { weight: 4, arbitrary: fc.constantFrom(...callers) },
)
const page = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) })

/** A number of a photo or post, mostly one of the newest. */
const number = fc.oneof({ weight: 5, arbitrary: fc.nat(5) }, { weight: 1, arbitrary: fc.nat(60) })
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined })
const rarely = <T>(...values: T[]): fc.Arbitrary<T | undefined> =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...values) },
  )
const delay = fc.constantFrom(599, 600, 601, 3_600, DAY, DAY + 1, 7 * DAY, 75 * DAY, 75 * DAY + 1)
const limit = fc.constantFrom(undefined, 1, 1, 2, 2, 3, 100)
const text = fc.constantFrom('Hello', 'Ahoj 🏝️', 'x')

/** Removes other mistakes from a command with one: the contract does not say which of two is reported. */
const withOneMistake = <T extends { wrong: string | undefined; delay: number }>(command: T): T =>
  command.wrong === undefined
    ? command
    : { ...command, delay: 3_600, ...('media' in command && { media: [] }) }

const kinds = {
  upload: fc.record({
    by,
    page,
    how: fc.constantFrom(
      'now',
      'draft',
      'draft',
      'typed',
      'temporary',
      'temporary',
      'scheduled',
      'scheduledNoStory',
      'temporaryNow',
      'noStory',
    ),
    delay,
    caption: maybe(text),
    tagged: rarely(0, 1),
    wrong: rarely(
      'neither',
      'both',
      'noUrl',
      'missing',
      'target',
      'timeOfPublished',
      'timeOfDraft',
      'notTemporary',
      'noTime',
      'typePublished',
      'unknownType',
    ),
  }),
  publish: fc.record({
    by,
    page,
    how: fc.constantFrom('now', 'now', 'draft', 'typed', 'scheduled', 'scheduled'),
    delay,
    message: maybe(text),
    mention: rarely(0, 1),
    link: fc.boolean(),
    media: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom<number[]>([], [0], [1], [0, 1]) },
      { weight: 1, arbitrary: fc.array(number, { maxLength: 3 }) },
    ),
    wrong: rarely(
      'noLink',
      'hiddenLink',
      'unknownPhoto',
      'timeOfPublished',
      'timeOfDraft',
      'noTime',
      'typePublished',
      'unknownType',
      'actions',
    ),
  }),
  photo: fc.record({ by, photo: number }),
  post: fc.record({ by, post: number }),
  photos: fc.record({
    by,
    page,
    type: fc.oneof(
      {
        weight: 9,
        arbitrary: fc.constantFrom(undefined, 'profile', 'uploaded', 'uploaded', 'uploaded', 'tagged'),
      },
      { weight: 1, arbitrary: fc.constant('album') },
    ),
    limit: fc.oneof(
      { weight: 12, arbitrary: fc.oneof(limit, fc.constant(1_001)) },
      { weight: 1, arbitrary: fc.constant(0) },
    ),
  }),
  posts: fc.record({
    by,
    page,
    asked: fc.boolean(),
    filter: fc.constantFrom(undefined, undefined, undefined, true, false),
    limit: fc.oneof({ weight: 12, arbitrary: limit }, { weight: 2, arbitrary: fc.constantFrom(0, 101) }),
  }),
} as const

const commandOf = (weight: number, kind: Command['kind'], rest: fc.Arbitrary<object>) => ({
  weight,
  arbitrary: rest.map((members) => ({ kind, ...members }) as Command),
})

/** Any command, including ones with mistakes. */
export const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  commandOf(14, 'upload', kinds.upload.map(withOneMistake)),
  commandOf(14, 'publish', kinds.publish.map(withOneMistake)),
  commandOf(3, 'deletePhoto', kinds.photo),
  commandOf(4, 'deletePost', kinds.post),
  commandOf(8, 'readPhoto', kinds.photo),
  commandOf(7, 'readPost', kinds.post),
  commandOf(6, 'listPhotos', kinds.photos),
  commandOf(10, 'listFeed', kinds.posts),
  commandOf(4, 'listTagged', kinds.posts),
  commandOf(12, 'follow', fc.record({ to: fc.constantFrom('next', 'next', 'previous', 'otherList') })),
  commandOf(3, 'comment', fc.record({ post: number })),
  commandOf(2, 'hide', fc.record({ post: number, hidden: fc.boolean() })),
  commandOf(
    4,
    'expire',
    fc.record({ post: number, delay: fc.constantFrom(undefined, 0, 0, 1, 600, 3_600, DAY) }),
  ),
  commandOf(3, 'rank', fc.record({ post: number, score: fc.constantFrom(-1, 1, 2, 0.5) })),
  commandOf(3, 'tag', fc.record({ post: number, page })),
  commandOf(3, 'profile', fc.record({ page, photo: number })),
  commandOf(
    2,
    'verify',
    fc.record({ page: fc.constantFrom(0, 1, 2), verified: fc.constantFrom(true, true, false) }),
  ),
  commandOf(
    5,
    'advance',
    fc.record({
      seconds: fc.constantFrom(1, 1, 1, 60, 599, 601, 3_600, 3_600, DAY / 2, DAY - 1, DAY, 75 * DAY),
    }),
  ),
  commandOf(7, 'advanceToDue', fc.record({ offset: fc.constantFrom(-1, 0, 0, 1) })),
  commandOf(1, 'advanceToYearEnd', fc.record({ offset: fc.constantFrom(-1, 0, 1) })),
)
