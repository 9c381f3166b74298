import { z } from 'zod'
import type { Json } from '../../engine/guard.ts'
import type { Access } from '../../graph/access/access.ts'
import { limits } from '../../graph/contract/limits.ts'
import { endpoint } from '../../graph/define.ts'
import { list, object } from '../../graph/values/compounds.ts'
import { bool, defaulted, filledText, scalar, secretText, text } from '../../graph/values/scalars.ts'

const chapter = 'Endpoints'

/** Any token may ask at the root: what it asks for is checked call by call. */
const anyToken: Access = {
  surface: 'user',
  writes: false,
  codes: [],
  permissions: [],
  tasks: [],
  account: () => undefined,
  errorOf: () => undefined,
}

/** Whatever stands under the name: clients send names, numbers and empty texts there. */
const anything = scalar<Json, Json>('any value', (raw) => raw as Json | undefined, {})

const batchItem = object({
  method: defaulted(text, 'GET'),
  relative_url: text,
  body: anything.optional(),
  access_token: secretText.optional(),
  headers: anything.optional(),
  attached_files: text.optional(),
  attachedFiles: text.optional(),
})

/** A call of a batch as it was sent. */
export type BatchItem = z.output<typeof batchItem>

/** The path alone: a query and a member may hold tokens, which stand in no log. */
const pathOf = ({ relative_url: url }: BatchItem): string => url.replace(/[?#].*$/s, '')

/**
 * Makes up to 50 calls in their order, each a call of its own: one that is refused undoes none of the others.
 * It is beyond the contract, and there because every official client sends it (SIL-029).
 */
export const batch = endpoint({
  route: 'POST /',
  chapter,
  access: anyToken,
  errors: [100],
  params: z.object({
    batch: list(batchItem, { maximum: limits.batchCallsMax }),
    include_headers: defaulted(bool, true),
  }),
  logged: ({ batch: items }) => ({
    batch: items.map((item) => ({ method: item.method, relative_url: pathOf(item) })),
  }),
  // The answers take the place of this empty list once the calls are made.
  result: z.array(z.object({ code: z.int(), body: z.unknown() }).nullable()),
  run({ params, asynchronous, refuse }) {
    if (asynchronous) return refuse(100, 'A batch holds no batch')
    return params.batch.length > 0 ? [] : refuse(100, 'Param batch must have at least 1 item, got 0')
  },
})

/**
 * Reads up to 50 nodes at once: each as a read of its own, with the parameters of this call. The answer has
 * them under their ids; the first that is refused refuses all. It is beyond the contract (SIL-029).
 */
export const readMany = endpoint({
  route: 'GET /',
  chapter,
  access: anyToken,
  errors: [100, 200, 270, 278, 368, 2635, 80001, 80004],
  params: z.object({ ids: list(filledText, { split: true, maximum: limits.batchCallsMax }) }),
  result: z.record(z.string(), z.unknown()),
  run({ params, asynchronous, refuse }) {
    // A request of an asynchronous batch is one call, whose answer is kept with it.
    if (asynchronous) return refuse(100, 'A request of a batch cannot read several ids')
    return params.ids.length > 0 ? {} : refuse(100, 'Param ids must have at least 1 item, got 0')
  },
})
