import fb from 'fb'
import { bridgeHttp } from './http-bridge.mjs'
import { announcers, leadSync } from './programs.mjs'

bridgeHttp()

const clientOf = ({ names }) => new fb.Facebook({ version: 'v24.0', accessToken: names.pageToken, Promise })

/** Walks a list by its cursors: the client puts its host in front of every path, so it takes no link. */
async function* pagesOf(client, path, params) {
  let after
  do {
    const page = await client.api(path, { ...params, limit: 10, ...(after && { after }) })
    yield page.data
    after = page.paging?.next && page.paging.cursors.after
  } while (after)
}

export const options = [
  leadSync('fb 2.0.0', (context) => pagesOf(clientOf(context), `${context.names.form}/leads`, {})),
  ...announcers(
    'fb 2.0.0',
    (context) => pagesOf(clientOf(context), `${context.names.page}/feed`, { fields: 'id,message' }),
    (context, message) => clientOf(context).api(`${context.names.page}/feed`, 'post', { message }),
  ),
]
