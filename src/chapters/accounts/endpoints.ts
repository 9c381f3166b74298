import { z } from '../../engine/schema/zod.ts'
import { readsAds } from '../../service/access/access.ts'
import { endpoint } from '../../service/routes/define.ts'
import { recordSchema } from '../../service/views/record.ts'
import { adAccountView } from './ad-account.ts'

/** Reads an ad account. */
export const readAdAccount = endpoint({
  route: 'GET /act_{adAccount}',
  chapter: 'Endpoints › Ad campaigns',
  access: readsAds,
  params: z.object({}),
  view: adAccountView,
  result: recordSchema(adAccountView),
  run: ({ adAccount, show }) => show(adAccountView, adAccount),
})
