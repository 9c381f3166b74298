import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readJUnit } from '../readers.mjs'

const reports = 'target/failsafe-reports'

export const suite = {
  name: 'restfb',
  repository: 'restfb/restfb',
  commit: 'ca24c19d42faee41d462ed7192fa22a4bc2c1ec0',
  needs: { 'command -v java': 'Java' },
  isCompiled: true,
  known: [],
  run({ names, write, run, folder, command }) {
    const settings = {
      'app.id': names.app,
      'app.secret': names.appSecret,
      'app.accessToken': names.appToken ?? `${names.app}|${names.appSecret}`,
      'user.id': names.user,
      'user.accessToken': names.userToken,
      'page.id': names.page,
      'page.accessToken': names.pageToken,
      'page.album.id': names.album,
      writeToFacebook: 'true',
    }
    const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}\n`)
    write('src/test/resources/integration-test.properties', lines.join(''))
    run(['sh', '-c', command])
    const files = readdirSync(join(folder, reports)).filter((name) => name.endsWith('.xml'))
    return files.flatMap((name) => readJUnit(readFileSync(join(folder, reports, name), 'utf8')))
  },
}
