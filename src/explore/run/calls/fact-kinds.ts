import type { LeadFormRow } from '../../../chapters/rows.ts'
import { type FactKind, factKinds } from './fact-names.ts'
import type { FactRule, FactRules } from './fact-rules.ts'

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

const rules: Readonly<Record<FactKind, Omit<FactRule, 'kind'>>> = {
  lead: {
    text: ['a lead is submitted', 'leads are submitted'],
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
    text: ['somebody writes a post on the page', 'posts are written on the page'],
    noun: 'post',
    table: 'posts',
    needs: ['page', 'user'],
    happen: ({ world, targets: { page, user }, name }) =>
      page && user ? world.actions.visitPage({ page, user, message: `This is ${name}` }) : undefined,
  },
  pagePost: {
    text: ['the page publishes a post', 'posts are published by the page'],
    noun: 'post',
    table: 'posts',
    needs: ['page', 'user'],
    happen: ({ world, targets: { page, user }, name }) =>
      page && user
        ? world.actions.addPagePost({ page, creator: user, message: `This is ${name}` })
        : undefined,
  },
  editedPost: {
    text: ['the newest post is edited', 'posts are edited'],
    changes: 'posts',
    needs: ['page', 'user'],
    happen: ({ world, changed, name }) =>
      world.actions.editPost({ post: changed, message: `${name} was edited` }),
  },
  deletedPost: {
    text: ['the newest post is deleted', 'posts are deleted'],
    changes: 'posts',
    needs: ['page', 'token'],
    happen: ({ world, targets: { token }, changed }) =>
      token ? world.as(token).deletePost({ post: changed }) : undefined,
  },
  comment: {
    text: ['somebody comments on a post', 'comments are written on a post'],
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
  reaction: {
    text: ['somebody likes a post', 'people like a post'],
    noun: 'reaction',
    table: 'likes',
    needs: ['page', 'user'],
    happen({ world, commented, name }) {
      const post = commented()
      if (post === undefined) return undefined
      // A person has one reaction to a post.
      const user = world.actions.createUser({ name: `The person of ${name}` })
      return user.ok ? world.actions.setPostLike({ post, user: user.value.id }) : user
    },
  },
  photo: {
    text: ['a person uploads a photo', 'photos are uploaded'],
    noun: 'photo',
    table: 'photos',
    needs: ['user'],
    happen: ({ world, targets: { user }, name }) =>
      user
        ? world.actions.uploadUserPhoto({ user, url: `https://img.test/${name.replace(' ', '-')}.png` })
        : undefined,
  },
  campaign: {
    text: ['a person creates a campaign', 'campaigns are created'],
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
    text: ['the newest campaign is paused', 'campaigns are paused'],
    changes: 'campaigns',
    needs: ['token', 'adAccount'],
    happen: ({ world, targets: { token }, changed }) =>
      token ? world.as(token).updateCampaign({ campaign: changed, status: 'PAUSED' }) : undefined,
  },
  deletedCampaign: {
    text: ['the newest campaign is deleted', 'campaigns are deleted'],
    changes: 'campaigns',
    needs: ['token', 'adAccount'],
    happen: ({ world, targets: { token }, changed }) =>
      token ? world.as(token).deleteCampaign({ campaign: changed }) : undefined,
  },
  adImage: {
    text: ['a person uploads an ad image', 'ad images are uploaded'],
    noun: 'image',
    table: 'adImages',
    needs: ['token', 'adAccount'],
    happen: ({ world, targets: { token, adAccount }, name }) =>
      token && adAccount ? world.as(token).uploadAdImage({ adAccount, bytes: pixel(name) }) : undefined,
  },
  catalogEvents: {
    text: ['a pixel reports an event', 'events are reported'],
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
    text: ['an indicator is shared', 'indicators are shared'],
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
    text: ['the person gets one more page', 'pages are created for the person'],
    noun: 'page',
    table: 'pages',
    isRare: true,
    needs: ['user'],
    happen: ({ world, targets: { user }, name }) =>
      user ? world.actions.createPage({ name, administrators: [user] }) : undefined,
  },
}

/** The kinds of facts that every world has. */
export const serviceFacts: FactRules = new Map(
  factKinds.map((kind): [string, FactRule] => [kind, { kind, ...rules[kind] }]),
)
