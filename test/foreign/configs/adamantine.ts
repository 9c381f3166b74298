import { defineExploration } from '../../../src/explore/index.ts'

type Worker = { fetch(request: Request, env: object): Promise<Response> }
let [sent, env]: [string[], object] = [[], {}]

export const options = defineExploration<{ default: Worker }>({
  program: './worker.js',
  webhook: (request, { exports }) => exports.default.fetch(request, env),
  others: ({ names }) => {
    sent = []
    env = { META_PAGE_TOKEN: names.pageToken }
    return { 'https://api.telegram.org': async (r) => Response.json(sent.push((await r.json()).text)) }
  },
  // The name of the form may be unknown: the program says so on purpose.
  mirror: { sent: () => sent.map((text) => text.slice(text.indexOf('Lead ID'))) },
})
