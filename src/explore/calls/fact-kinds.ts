import type { LeadFormRow } from '../../areas/rows.ts'
import type { Outcome } from '../../engine/operation.ts'
import type { World } from '../../world/world.ts'
import type { FactKind } from '../options/options.ts'
import type { Targets } from '../run/targets.ts'

function answersOf({ questions }: LeadFormRow, name: string): Record<string, string> {
  const text = ({ key }: { key: string }) =>
    /mail/i.test(key)
      ? `${name.toLowerCase().replace(' ', '-')}@example.test`
      : /phone/i.test(key)
        ? '+15550100'
        : name
  return Object.fromEntries(
    questions.map((question) => [
      question.key,
      question.type === 'storeLocator' ? (question.stores?.[0] ?? '1') : text(question),
    ]),
  )
}

const disclaimersOf = ({ disclaimers }: LeadFormRow): Record<string, true> =>
  Object.fromEntries(disclaimers.filter(({ required }) => required).map(({ key }) => [key, true]))

/** A GIF of one pixel, whose comment makes it differ from all others. */
function pixel(name: string): string {
  const comment = [...name].map((character) => character.charCodeAt(0))
  const bytes = [
    ...[0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255],
    ...[0x21, 0xfe, comment.length, ...comment, 0],
    ...[0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b],
  ]
  return Buffer.from(bytes).toString('base64')
}

/** The arguments of a fact: the world, the name of the new object, and the id of the changed one. */
interface Happening {
  readonly world: World
  readonly targets: Targets
  readonly name: string
  readonly changed: string
  /** Returns the post that people comment on. */
  readonly commented: () => string | undefined
}

/** A kind of fact: what it makes or changes, what it needs, and how it happens. */
interface Rule {
  /** The word for what it makes, such as `lead` in `lead A`. */
  readonly noun?: string
  /** The table of the row that it makes. */
  readonly table?: string
  /** The kind of the facts that it changes or removes. */
  readonly changes?: FactKind
  /** Whether it never happens many times at once: hardly anybody has more pages than a list shows at once. */
  readonly isRare?: true
  /** The objects of the world without which it cannot happen. */
  readonly needs: readonly (keyof Targets)[]
  readonly happen: (happening: Happening) => Outcome | undefined
}

const rules: Readonly<Record<FactKind, Rule>> = {
  lead: {
    noun: 'lead',
    table: 'leads',
    needs: ['form'],
    happen: ({ world, targets: { form }, name }) =>
      form &&
      world.actions.submitLead({
        form: String(form.id),
        answers: answersOf(form, name),
        disclaimers: disclaimersOf(form),
      }),
  },
  post: {
    noun: 'post',
    table: 'posts',
    needs: ['page', 'user'],
    happen: ({ world, targets: { page, user }, name }) =>
      page && user ? world.actions.visitPage({ page, user, message: `This is ${name}` }) : undefined,
  },
  pagePost: {
    noun: 'post',
    table: 'posts',
    needs: ['page', 'user'],
    happen: ({ world, targets: { page, user }, name }) =>
      page && user
        ? world.actions.addPagePost({ page, creator: user, message: `This is ${name}` })
        : undefined,
  },
  editedPost: {
    changes: 'post',
    needs: ['page', 'user'],
    happen: ({ world, changed, name }) =>
      world.actions.editPost({ post: changed, message: `${name} was edited` }),
  },
  deletedPost: {
    changes: 'post',
    needs: ['page', 'token'],
    happen: ({ world, targets: { token }, changed }) =>
      token ? world.as(token).deletePost({ post: changed }) : undefined,
  },
  comment: {
    noun: 'comment',
    table: 'comments',
    needs: ['page', 'user'],
    happen({ world, targets: { user }, commented, name }) {
      const post = commented()
      return user && post
        ? world.actions.commentOnPost({ post, user, message: `This is ${name}` })
        : undefined
    },
  },
  photo: {
    noun: 'photo',
    table: 'photos',
    needs: ['user'],
    happen: ({ world, targets: { user }, name }) =>
      user
        ? world.actions.uploadUserPhoto({ user, url: `https://img.test/${name.replace(' ', '-')}.png` })
        : undefined,
  },
  campaign: {
    noun: 'campaign',
    table: 'campaigns',
    needs: ['token', 'adAccount'],
    happen: ({ world, targets: { token, adAccount }, name }) =>
      token && adAccount
        ? world
            .as(token)
            .createCampaign({ adAccount, name, objective: 'LINK_CLICKS', special_ad_categories: [] })
        : undefined,
  },
  pausedCampaign: {
    changes: 'campaign',
    needs: ['token', 'adAccount'],
    happen: ({ world, targets: { token }, changed }) =>
      token ? world.as(token).updateCampaign({ campaign: changed, status: 'PAUSED' }) : undefined,
  },
  deletedCampaign: {
    changes: 'campaign',
    needs: ['token', 'adAccount'],
    happen: ({ world, targets: { token }, changed }) =>
      token ? world.as(token).deleteCampaign({ campaign: changed }) : undefined,
  },
  adImage: {
    noun: 'image',
    table: 'adImages',
    needs: ['token', 'adAccount'],
    happen: ({ world, targets: { token, adAccount }, name }) =>
      token && adAccount ? world.as(token).uploadAdImage({ adAccount, bytes: pixel(name) }) : undefined,
  },
  catalogEvents: {
    needs: ['catalog', 'source'],
    happen: ({ world, targets: { catalog, source } }) =>
      catalog && source
        ? world.actions.recordCatalogEvents({
            catalog,
            events: [
              {
                source,
                event: 'ViewContent',
                contents: ['cup'],
                device: 'desktop',
                time: Math.floor(world.clock.now / 1000),
              },
            ],
          })
        : undefined,
  },
  indicator: {
    noun: 'indicator',
    table: 'threatIndicators',
    needs: [],
    happen: ({ world, name }) =>
      world.actions.addThreatIndicator({
        indicator: `${name.replace(' ', '-')}.example.test`,
        type: 'DOMAIN',
      }),
  },
  page: {
    noun: 'page',
    table: 'pages',
    isRare: true,
    needs: ['user'],
    happen: ({ world, targets: { user }, name }) =>
      user ? world.actions.createPage({ name, administrators: [user] }) : undefined,
  },
}

/** What a kind of fact makes or changes, and how it happens. */
export const ruleOf = (kind: FactKind): Rule => rules[kind]

/** The kind of the facts that a kind of fact changes or removes; undefined if it makes something. */
export const changedKind = (kind: FactKind): FactKind | undefined => rules[kind].changes

/** Whether a kind of fact changes or removes what another made. */
export const isChange = (kind: FactKind): boolean => changedKind(kind) !== undefined

/** Whether a kind of fact may happen many times at once. */
export const isFrequent = (kind: FactKind): boolean => !isChange(kind) && rules[kind].isRare !== true

/** Whether a world has what a kind of fact needs. */
export const isPossible = (targets: Targets, kind: FactKind): boolean =>
  rules[kind].needs.every((name) => targets[name] !== undefined)
