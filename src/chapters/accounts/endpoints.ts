import { readsAds } from '../../service/access/access.ts'
import { endpoint } from '../../service/routes/define.ts'
import { recordResult } from '../../service/views/results.ts'
import { adAccountView } from './ad-account.ts'

/** Reads an ad account. */
export const readAdAccount = endpoint({
  route: 'GET /act_{adAccount}',
  chapter: 'Endpoints › Ad campaigns',
  access: readsAds,
  ...recordResult(adAccountView),
  run: ({ adAccount, show }) => show(adAccountView, adAccount),
})
