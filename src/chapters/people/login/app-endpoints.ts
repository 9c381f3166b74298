import { z } from '../../../engine/schema/zod.ts'
import { type Access, unownedAccess } from '../../../service/access/access.ts'
import { endpoint } from '../../../service/routes/define.ts'
import { webLink } from '../../../service/values/links.ts'
import { field } from '../../../service/views/fields.ts'
import { recordResult } from '../../../service/views/results.ts'
import type { View } from '../../../service/views/view.ts'
import type { AppRow } from '../../rows.ts'

/** The record of an app. */
const appView = {
  name: 'Application',
  minimal: ['id', 'name', 'link', 'category'],
  fields: {
    id: field(z.string(), ({ id }: AppRow) => String(id)),
    /** The name of the app. */
    name: field(z.string(), ({ name }: AppRow) => name),
    /** The URL of the app. */
    link: field(z.string(), ({ id }: AppRow) => webLink(`/games/?app_id=${id}`)),
    /** The category of the app: always `Business`. */
    category: field(z.string(), (_app: AppRow) => 'Business'),
  },
} satisfies View<AppRow>

/** Access with any valid token. */
const anyToken: Access = { ...unownedAccess, surface: 'user', errorOf: () => undefined }

/** Reads what everyone sees of an app. Requires any token. */
export const readApp = endpoint({
  route: 'GET /{app}',
  source: 'https://developers.facebook.com/docs/graph-api/reference/application/',
  access: anyToken,
  errors: [100],
  ...recordResult(appView),
  run: ({ app, show }) => show(appView, app),
})
