import { defineExploration } from '../../../src/explore/index.ts'
import { discordDrafts, type Worker } from '../discord-drafts.ts'

let discord = discordDrafts({})
const texts = ['We are open', 'Book a table', 'New menu']

export const options = defineExploration<{ default: Worker }>({
  program: './worker/src/index.ts',
  others: ({ names: n }) => {
    discord = discordDrafts({ FACEBOOK_PAGE_ID: n.page, FACEBOOK_PAGE_ACCESS_TOKEN: n.pageToken })
    return discord.others
  },
  commands: {
    approve: { with: texts, run: (text: string, on) => discord.approve(on.exports.default, text) },
  },
})
