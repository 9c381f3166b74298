import { z } from '../../engine/schema/zod.ts'
import { readsAds } from '../../service/access/access.ts'
import { recordResult } from '../../service/results.ts'
import { endpoint } from '../../service/routes/define.ts'
import { adAccountView } from './ad-account.ts'

/** Reads an ad account. */
export const readAdAccount = endpoint({
  route: 'GET /act_{adAccount}',
  chapter: 'Endpoints › Ad campaigns',
  access: readsAds,
  params: z.object({}),
  ...recordResult(adAccountView),
  run: ({ adAccount, show }) => show(adAccountView, adAccount),
})
