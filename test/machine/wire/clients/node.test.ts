import { describe, expect, test } from 'vitest'
import { syntheticPicture } from '../../../../src/chapters/pictures/synthetic.ts'
import { toFetchHandler } from '../../../../src/server/fetch.ts'
import { forked, jsonOf } from '../../../service/scene.ts'
import { answerTo, itemsOf, pageQuery, play, type Row, read, type Sent, scene, userQuery } from './scene.ts'

const { page, adAccount, campaign, adSet, creative, ad, form, lead } = scene
const account = `act_${adAccount}`
const png = Buffer.from(syntheticPicture({ url: 'https://img.test/a.png', width: 8, height: 8 }))
const bytes = png.toString('base64')

/** Every call has the content type JSON, a body even for a GET, and the token last in its query. */
function sdk(method: string, path: string, query: string, body = '{}', token = userQuery): Sent {
  return {
    method,
    url: `/v24.0/${path}?${query === '' ? '' : `${query}&`}${token}`,
    headers: {
      Accept: 'application/json, text/plain, */*',
      'Content-Type': 'application/json',
      'User-Agent': 'fbbizsdk-nodejs-v24.0.0',
      'Content-Length': String(new TextEncoder().encode(body).length),
      'Accept-Encoding': 'gzip, compress, deflate, br',
    },
    body,
  }
}

const onPage = (method: string, path: string, query: string, body = '{}') =>
  sdk(method, path, query, body, pageQuery)

const made = expect.stringMatching(/^\d+$/)
const madePost = expect.stringMatching(new RegExp(`^${page}_\\d+$`))
const named = (world: Parameters<NonNullable<Row[3]>>[0], id: unknown) => read(world, 'readCampaign', id)

describe('facebook-nodejs-business-sdk', () => {
  test.each<Row>([
    [
      '1 page.getFeed: a GET with the JSON body {}',
      onPage('GET', `${page}/feed`, 'limit=2&fields=id%2Cmessage'),
      { data: [], paging: {} },
    ],
    [
      '2, 3, 5 page.createFeed: a JSON body with native types, the token in the query, an id that means nothing',
      onPage(
        'POST',
        `${page}/feed`,
        '',
        `{"message":"hé 😀","link":"http://example.com/?a=b&c","published":false,"targeting":{"geo_locations":{"countries":["US"]}},"when":"1970-01-01T00:00:00.000Z","id":"${page}"}`,
      ),
      { id: madePost },
      (world, { id }) =>
        expect(read(world, 'readPost', id)).toMatchObject({ message: 'hé 😀', is_published: false }),
    ],
    [
      '7 page.createFeed with fields in the body',
      onPage('POST', `${page}/feed`, '', `{"message":"x","fields":"id,message","id":"${page}"}`),
      { id: madePost, message: 'x' },
    ],
    ['7 an edge read with empty fields', onPage('GET', `${page}/feed`, 'fields='), { data: [], paging: {} }],
    [
      '2 page.createPhoto',
      onPage(
        'POST',
        `${page}/photos`,
        '',
        `{"url":"http://example.com/a.png","published":false,"temporary":true,"id":"${page}"}`,
      ),
      { id: made },
    ],
    ['page.getPhotos', onPage('GET', `${page}/photos`, 'type=uploaded'), { data: [] }],
    ['page.getTagged', onPage('GET', `${page}/tagged`, ''), { data: [] }],
    [
      '8, 14 account.getCampaigns: a list as JSON in the query',
      sdk(
        'GET',
        `${account}/campaigns`,
        'effective_status=%5B%22ACTIVE%22%2C%22PAUSED%22%5D&limit=2&fields=id%2Cname',
      ),
      { data: [{ id: campaign, name: 'Starter Campaign' }] },
    ],
    [
      '2, 5 account.createCampaign: native numbers, lists and objects',
      sdk(
        'POST',
        `${account}/campaigns`,
        '',
        `{"name":"C","objective":"REACH","status":"PAUSED","special_ad_categories":["NONE"],"daily_budget":1000,"promoted_object":{"page_id":"${page}"},"id":"${account}"}`,
      ),
      { id: made, success: true },
      (world, { id }) => expect(named(world, id)).toMatchObject({ name: 'C', daily_budget: '1000' }),
    ],
    [
      '9 campaign.get: an object as JSON in the query',
      sdk(
        'GET',
        campaign,
        'date_preset=last_7d&time_range=%7B%22since%22%3A%222024-01-01%22%2C%22until%22%3A%222024-01-02%22%7D&fields=id%2Cname',
      ),
      { id: campaign, name: 'Starter Campaign' },
    ],
    [
      '7 node.get([]): empty fields',
      sdk('GET', campaign, 'fields='),
      { id: campaign, name: 'Starter Campaign' },
    ],
    [
      '5 campaign.update',
      sdk('POST', campaign, '', `{"name":"N","status":"ACTIVE","id":"${campaign}"}`),
      { success: true },
      (world) => expect(named(world, campaign)).toMatchObject({ name: 'N', status: 'ACTIVE' }),
    ],
    [
      '5 campaign.update of a cursor item: fields that were read come back',
      sdk(
        'POST',
        campaign,
        '',
        `{"name":"item 1","id":"${campaign}","status":"PAUSED","effective_status":"PAUSED","created_time":"2024-01-01T00:00:00+0000"}`,
      ),
      { success: true },
      (world) => expect(named(world, campaign)).toMatchObject({ name: 'item 1' }),
    ],
    [
      '5 campaign.update of a created object: success comes back, and another id does not win over the path',
      sdk('POST', campaign, '', '{"name":"NEW","id":"777","success":true}'),
      { success: true },
      (world) => expect(named(world, campaign)).toMatchObject({ id: campaign, name: 'NEW' }),
    ],
    [
      '1, 5 campaign.delete: a body, and an id in the query',
      sdk('DELETE', campaign, `id=${campaign}`),
      { success: true },
      (world) => expect(named(world, campaign)).toMatchObject({ status: 'DELETED' }),
    ],
    [
      '5 campaign.delete of a cursor item',
      sdk(
        'DELETE',
        campaign,
        `id=${campaign}&name=item%201&status=PAUSED&created_time=2024-01-01T00%3A00%3A00%2B0000`,
      ),
      { success: true },
    ],
    [
      'campaign.createCopy',
      sdk(
        'POST',
        `${campaign}/copies`,
        '',
        `{"deep_copy":true,"status_option":"PAUSED","rename_options":{"rename_suffix":" 2"},"id":"${campaign}"}`,
      ),
      { copied_campaign_id: made },
    ],
    ['14 campaign.getCopies', sdk('GET', `${campaign}/copies`, 'fields=id'), { data: [] }],
    [
      'account.deleteCampaigns',
      sdk(
        'DELETE',
        `${account}/campaigns`,
        `delete_strategy=DELETE_ANY&object_count=2&before_date=2024-01-01T00%3A00%3A00%2B0000&id=${account}`,
      ),
      { deleted_object_ids: [campaign], objects_left_to_delete_count: 0 },
    ],
    [
      'account.createAsyncBatchRequest',
      sdk(
        'POST',
        `${account}/async_batch_requests`,
        '',
        `{"name":"B","adbatch":[{"method":"POST","name":"a","relative_url":"${account}/campaigns","body":"name=x"}],"id":"${account}"}`,
      ),
      { id: made },
    ],
    [
      '20 account.createAdImage with bytes',
      sdk('POST', `${account}/adimages`, '', `{"bytes":"${bytes}","id":"${account}"}`),
      { images: { bytes: { hash: expect.stringMatching(/^[0-9a-f]{32}$/), url: expect.any(String) } } },
    ],
    [
      'account.createAdImage as a copy of an image that there is not',
      sdk(
        'POST',
        `${account}/adimages`,
        '',
        `{"copy_from":{"source_account_id":"${adAccount}","hash":"h"},"id":"${account}"}`,
      ),
      { error: { code: 100 } },
    ],
    [
      '14 account.getAdImages',
      sdk('GET', `${account}/adimages`, 'hashes=%5B%22abc%22%2C%22def%22%5D&fields=hash%2Cname'),
      { data: [] },
    ],
    [
      'account.deleteAdImages of an image that there is not',
      sdk('DELETE', `${account}/adimages`, `hash=abc&id=${account}`),
      { error: { code: 100 } },
    ],
    [
      'account.createAd',
      sdk(
        'POST',
        `${account}/ads`,
        '',
        `{"name":"ad","adset_id":"${adSet}","creative":{"creative_id":"${creative}"},"status":"PAUSED","id":"${account}"}`,
      ),
      { id: made },
    ],
    [
      '14 account.getTargetingSearch',
      sdk('GET', `${account}/targetingsearch`, 'q=har&limit_type=interests'),
      { data: expect.any(Array) },
    ],
    [
      '14 account.getTargetingSuggestions',
      sdk(
        'GET',
        `${account}/targetingsuggestions`,
        'targeting_list=%5B%7B%22type%22%3A%22interests%22%2C%22id%22%3A%226003%22%7D%5D&limit=5',
      ),
      { data: expect.any(Array) },
    ],
    [
      '14 account.getTargetingBrowse',
      sdk('GET', `${account}/targetingbrowse`, 'locale=en_US&fields=id%2Cname'),
      { data: expect.any(Array) },
    ],
    [
      'ad.getLeads with a filter',
      onPage(
        'GET',
        `${ad}/leads`,
        'filtering=%5B%7B%22field%22%3A%22time_created%22%2C%22operator%22%3A%22GREATER_THAN%22%2C%22value%22%3A1%7D%5D&fields=id%2Cfield_data',
      ),
      { data: [{ id: lead, field_data: expect.any(Array) }] },
    ],
    [
      'lead.get',
      onPage('GET', lead, 'fields=id%2Ccustom_disclaimer_responses'),
      {
        id: lead,
        custom_disclaimer_responses: [{ checkbox_key: 'newsletter', is_checked: expect.stringMatching(/./) }],
      },
    ],
    [
      '22 Campaign.getByIds [CNV-020]',
      { ...sdk('GET', '', `fields=id%2Cname&ids=${campaign}%2C${ad}`) },
      { [campaign]: { id: campaign, name: 'Starter Campaign' }, [ad]: { id: ad, name: 'Starter Ad' } },
    ],
    [
      'api.call with files: the file and the parameters are lost on the way',
      {
        ...onPage('POST', `${page}/photos`, '', ''),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': '0' },
      },
      { error: { code: 324 } },
    ],
    [
      '15 a path that there is not',
      sdk('GET', `${campaign}/nothing`, ''),
      {
        error: {
          message: expect.any(String),
          type: 'GraphMethodException',
          code: 100,
          fbtrace_id: expect.any(String),
        },
      },
    ],
    [
      '15 a body that is cut short',
      sdk('POST', campaign, '', '{"name":'),
      { error: { message: expect.stringContaining('malformed'), code: 100, fbtrace_id: expect.any(String) } },
    ],
    ['24 me: the page of a page token', onPage('GET', 'me/feed', ''), { data: [], paging: {} }],
  ])('%s', play)

  test('12, 13 a cursor follows next unchanged to the requested host, until there is none [CNV-015]', () => {
    const { world } = forked(scene)
    const pages: string[][] = []
    let url: string | undefined = `http://localhost:4711/v24.0/${form}/leads?limit=2&fields=id&${pageQuery}`
    while (url !== undefined) {
      const answer: Record<string, unknown> = jsonOf(answerTo(world, { ...onPage('GET', '', ''), url }))
      const { data, paging } = answer as {
        data: { id: string }[]
        paging: { next?: string; cursors: { before: string; after: string } }
      }
      expect(paging.cursors).toEqual({ before: expect.any(String), after: expect.any(String) })
      pages.push(data.map((item) => Object.keys(item).join()))
      url = paging.next
      if (url !== undefined) {
        const { origin, pathname, searchParams } = new URL(url)
        expect(origin + pathname).toBe(`http://localhost:4711/v24.0/${form}/leads`)
        expect(Object.fromEntries(searchParams)).toEqual({
          limit: '2',
          fields: 'id',
          access_token: scene.pageToken,
          after: paging.cursors.after,
        })
      }
    }
    expect(pages).toEqual([['id', 'id'], ['id']])
  })

  test('23 a batch: a JSON array without escapes, at a path of only the version', () => {
    const { world } = forked(scene)
    const body = JSON.stringify({
      batch: [
        {
          method: 'GET',
          relative_url: `${account}/campaigns?fields=id,name&effective_status=["PAUSED"]&limit=2`,
        },
        {
          method: 'POST',
          relative_url: `${account}/campaigns`,
          body: 'name=A é B&objective=REACH&special_ad_categories=["NONE"]',
          name: 'A é B',
        },
        { method: 'DELETE', relative_url: campaign, body: 'a=1' },
        { method: 'POST', relative_url: `${page}/photos`, body: 'published=true', attachedFiles: 'source' },
      ],
    })
    const sent = { ...sdk('POST', '', '', body), url: `/v24.0?${userQuery}` }
    const items = itemsOf(answerTo(world, sent))
    expect(items.map(({ code }) => code)).toEqual([200, 200, 200, 400])
    expect(items[0]?.body).toMatchObject({ data: [{ id: campaign, name: 'Starter Campaign' }] })
    expect(named(world, items[1]?.body['id'])).toMatchObject({ name: 'A é B', objective: 'REACH' })
    expect(named(world, campaign)).toMatchObject({ status: 'DELETED' })
    expect(items[3]?.body).toMatchObject({ error: { code: 324 } })
  })

  test('23 a batch of addRequest: trailing slashes, empty lists, and a name that is no reference', () => {
    const { world } = forked(scene)
    const create = {
      method: 'POST',
      relative_url: `${account}/campaigns`,
      body: 'name=X Y=1&objective=REACH&special_ad_categories=[]&flag=true&n=null&fields=',
      name: 'X Y=1',
      attachedFiles: '',
    }
    const batch = [
      {
        method: 'GET',
        relative_url: `${campaign}/?time_range={"since":"a","until":"b"}&fields=id,name`,
        attachedFiles: '',
      },
      create,
      create,
    ]
    const items = itemsOf(
      answerTo(world, { ...sdk('POST', '', '', JSON.stringify({ batch })), url: `/v24.0?${userQuery}` }),
    )
    expect(items.map(({ code }) => code)).toEqual([200, 200, 200])
    expect(items[0]?.body).toEqual({ id: campaign, name: 'Starter Campaign' })
    expect(named(world, items[2]?.body['id'])).toMatchObject({ name: 'X Y=1' })
  })

  test('27 twenty calls at once, through a fetch handler', async () => {
    const { world } = forked(scene)
    const handle = toFetchHandler(world)
    const { headers = {} } = onPage('POST', '', '')
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, place) => {
        const url = `http://localhost:4711/v24.0/${page}/feed?${pageQuery}`
        const body = `{"message":"${place}","fields":"message","id":"${page}"}`
        return (await handle(new Request(url, { method: 'POST', headers, body }))).json()
      }),
    )
    expect(answers).toMatchObject(Array.from({ length: 20 }, (_, place) => ({ message: String(place) })))
    expect(new Set(answers.map(({ id }: { id: string }) => id)).size).toBe(20)
  })
})
