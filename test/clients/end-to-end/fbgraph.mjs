import { deepEqual, equal, ok } from 'node:assert/strict'
import { promisify } from 'node:util'
import graph from 'fbgraph'
import { authorize, codeIn, endToEnd, names, redirectUri } from './service.mjs'

const { app, appSecret, page, form } = names
const get = promisify(graph.get.bind(graph))
const post = promisify(graph.post.bind(graph))
const del = promisify(graph.del.bind(graph))
const texts = ['one', 'two', 'three', 'four', 'five']
graph.setVersion('24.0')

await endToEnd('fbgraph', '1.4.4', {
  async 'log in'() {
    const query = {
      client_id: app,
      redirect_uri: redirectUri,
      scope: 'user_profile,pages_read_engagement,pages_manage_posts,leads_retrieval',
    }
    const code = codeIn(await authorize(graph.getOauthUrl(query)))
    const params = { client_id: app, client_secret: appSecret, redirect_uri: redirectUri, code }
    await promisify(graph.authorize.bind(graph))(params)
    equal((await get('me?fields=id,name')).name, 'Ada Starter')
    const { data } = await get('me/accounts?fields=id,access_token')
    deepEqual(
      data.map(({ id }) => id),
      [page],
    )
    graph.setAccessToken(data[0].access_token)
  },
  async list() {
    const { data } = await get(`${page}/leadgen_forms`)
    deepEqual(
      data.map(({ id }) => id),
      [form],
    )
  },
  async post() {
    for (const message of texts) ok((await post(`${page}/feed`, { message })).id)
  },
  async 'upload by URL'() {
    const url = 'https://pictures.test/one.png'
    const { id } = await post(`${page}/photos`, { url, caption: 'by fbgraph', published: false })
    equal((await get(`${id}?fields=name`)).name, 'by fbgraph')
  },
  async 'page through'() {
    const posts = []
    let next = `${page}/feed?fields=message&limit=2`
    while (next) {
      const { data, paging } = await get(next)
      posts.push(...data)
      next = paging?.next
    }
    deepEqual(posts.map(({ message }) => message).slice(0, 5), [...texts].reverse())
  },
  async delete() {
    const { id } = await post(`${page}/feed`, { message: 'six' })
    equal((await del(id)).success, true)
  },
  async 'read an error'() {
    graph.setAccessToken('wrong')
    const error = await get('me').catch((caught) => caught)
    equal(error.code, 190)
  },
})
