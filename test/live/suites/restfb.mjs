import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readJUnit } from '../readers.mjs'

const reports = 'target/failsafe-reports'

const graph = 'https://graph.facebook.com/v25.0'

/** Creates an album of the page. Returns its id. */
async function createAlbum({ page, pageToken }) {
  const body = new URLSearchParams({ name: 'Album', access_token: pageToken })
  return (await (await fetch(`${graph}/${page}/albums`, { method: 'POST', body })).json()).id
}

/** Creates the page that the suite reads, with more posts than one page of a list has, and a picture. */
async function createPage({ user, userToken }, act, picture) {
  const { id } = await act('createPage', { name: 'Coca-Cola', username: 'cocacola', administrators: [user] })
  const answer = await fetch(`${graph}/${id}?fields=access_token&access_token=${userToken}`)
  const { access_token: token } = await answer.json()
  for (let number = 1; number <= 30; number += 1) {
    const body = new URLSearchParams({ message: `Post ${number}`, access_token: token })
    await fetch(`${graph}/${id}/feed`, { method: 'POST', body })
  }
  const form = new FormData()
  form.set('source', new Blob([picture], { type: 'image/png' }), 'picture.png')
  form.set('access_token', token)
  await fetch(`${graph}/${id}/photos`, { method: 'POST', body: form })
}

export const suite = {
  name: 'restfb',
  repository: 'restfb/restfb',
  commit: 'ca24c19d42faee41d462ed7192fa22a4bc2c1ec0',
  needs: { 'command -v java': 'Java' },
  isCompiled: true,
  known: [
    {
      name: /MessengerWelcome/,
      kind: 'stale',
      reason: 'thread_settings of Messenger was replaced by messenger_profile in 2017',
    },
    { name: /DeviceCode/, kind: 'absent', reason: 'the login of devices is not simulated' },
    {
      name: /FetchCursorOnlyConnection|FetchEventsIssue252|MessageTags|PostWithTotalCount|SimpleBatch/,
      kind: 'own',
      reason: 'it reads nodes by their ids of the live service',
    },
    { name: /FetchInbox/, kind: 'stale', reason: 'the inbox of people ended with version 2.4' },
    {
      name: /FetchGroup/,
      kind: 'stale',
      reason: 'the Groups API was removed in April 2024',
    },
    {
      name: /UploadFacebookReel/,
      kind: 'absent',
      reason: 'uploads of reels by a URL or from a host of their own are not simulated',
    },
    { name: /PostFacebookStory/, kind: 'absent', reason: 'stories of pages are not simulated' },
    {
      name: /DebugToken/,
      kind: 'own',
      reason:
        'it inspects no token, and the client throws for the error that the description of a wrong token has',
    },
    { name: /FetchOpenGraphUrl|FetchIDs/, kind: 'absent', reason: 'nodes of URLs are not simulated' },
    {
      name: /PublishMeFeed/,
      kind: 'stale',
      reason: 'people cannot publish posts through the API since April 2018',
    },
  ],
  async run({ names, act, write, run, folder, command }) {
    await createPage(names, act, readFileSync(join(folder, 'src/test/resources/binary/fruits.png')))
    const settings = {
      'app.id': names.app,
      'app.secret': names.appSecret,
      'app.accessToken': names.appToken ?? `${names.app}|${names.appSecret}`,
      'user.id': names.user,
      'user.accessToken': names.userToken,
      'page.id': names.page,
      'page.accessToken': names.pageToken,
      'page.album.id': await createAlbum(names),
      writeToFacebook: 'true',
    }
    const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}\n`)
    write('src/test/resources/integration-test.properties', lines.join(''))
    // Reports of an earlier run would stand for tests that this one does not reach.
    rmSync(join(folder, reports), { recursive: true, force: true })
    run(['sh', '-c', command])
    const files = readdirSync(join(folder, reports)).filter((name) => name.endsWith('.xml'))
    return files.flatMap((name) => readJUnit(readFileSync(join(folder, reports, name), 'utf8')))
  },
}
