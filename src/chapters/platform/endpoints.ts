import { z } from '../../engine/schema/zod.ts'
import type { Json } from '../../engine/values/guard.ts'
import { type Access, unownedAccess } from '../../service/access/access.ts'
import { isCallError } from '../../service/contract/errors.ts'
import { limits } from '../../service/contract/limits.ts'
import { endpoint } from '../../service/routes/define.ts'
import { list, object } from '../../service/values/compounds.ts'
import { boolean, defaulted, filledText, scalar, secretText, text } from '../../service/values/scalars.ts'
import { awaitedCalls } from './batch-dependencies.ts'
import { nestedBatchError } from './nested-batch.ts'

const chapter = 'Endpoints'

/** Access with any valid token. Each call of a batch, and each read of `ids`, has its own checks. */
const anyToken: Access = {
  ...unownedAccess,
  surface: 'user',
  errorOf: () => undefined,
}

/** Any value: clients send names, numbers and empty texts. */
const anything = scalar<Json, Json>('any value', (raw) => raw as Json | undefined, {})

const batchItem = object({
  /** The HTTP method of the call. */
  method: defaulted(text, 'GET'),
  /** The name by which later calls refer to the result. SDKs send any value, such as the name of an ad. */
  name: anything.optional(),
  /** The path of the call, with its query. */
  relative_url: text,
  /** The parameters of the call, url-encoded. */
  body: anything.optional(),
  /** The token of the call. By default that of the batch. */
  access_token: secretText.optional(),
  /** Headers of the call. They have no effect. */
  headers: anything.optional(),
  /**
   * The names of the form parts with the files of the call: a text with commas, or an object that has them as
   * the names of its members.
   */
  attached_files: anything.optional(),
  /** The same as `attached_files`. */
  attachedFiles: anything.optional(),
  /** The name of an earlier call, or a list of names: the call is made only if they succeed. */
  depends_on: anything.optional(),
  /** Answers `null` if the call succeeds and another call depends on it. True if left out. */
  omit_response_on_success: boolean.optional(),
})

/** A call of a batch as it was sent. */
export type BatchItem = z.output<typeof batchItem>

/** Returns the path without query and fragment, because they may hold tokens, which a log must not hold. */
const pathOf = ({ relative_url: url }: BatchItem): string => url.replace(/[?#].*$/s, '')

/**
 * Makes up to 50 calls in their order. Each is a call of its own: one that fails undoes none of the others.
 * A call may refer to the result of an earlier call by its `name`, as in `{result=posts:$.data.*.id}`, or
 * name it in `depends_on`. The earlier call then answers `null` if it succeeds, unless
 * `omit_response_on_success` is false. If it fails, the later call is not made, and answers `null`. The
 * contract does not describe batches; they exist because every official client sends them (SIL-029).
 */
export const batch = endpoint({
  route: 'POST /',
  chapter,
  access: anyToken,
  errors: [100],
  params: z.object({
    /** The calls in their order, at most 50. */
    batch: list(batchItem, { maximum: limits.batchCallsMax }),
    /** Whether each answer has its headers. */
    include_headers: defaulted(boolean, true),
  }),
  files: ['*'],
  // The log has each of its calls, with what may be logged of its answer.
  answersSecret: true,
  logged: ({ batch: items }) => ({
    batch: items.map((item) => ({ method: item.method, relative_url: pathOf(item) })),
  }),
  // The machine makes the calls afterwards, and replaces this empty list by their answers.
  result: z.array(
    z
      .object({
        /** The HTTP status of the call. */
        code: z.int(),
        /** The result of the call. */
        body: z.unknown(),
      })
      .nullable(),
  ),
  run({ params, asynchronous, refuse, refuseFor }) {
    if (asynchronous) return refuseFor(nestedBatchError)
    if (params.batch.length === 0) return refuse(100, 'Param batch must have at least 1 item, got 0')
    const awaited = awaitedCalls(params.batch)
    return isCallError(awaited) ? refuseFor(awaited) : []
  },
})

/**
 * Reads up to 50 nodes, each as a read of its own with the parameters of this call. The answer is an object
 * of the nodes by their ids. If one read fails, the whole call fails with its error. The contract does not
 * describe it (SIL-029). With the policy `beyond: 'serve'`, a request can read an edge of each node too, as
 * in `/picture?ids=1,2`.
 */
export const readMany = endpoint({
  route: 'GET /',
  chapter,
  access: anyToken,
  errors: [100, 200, 270, 278, 368, 2635, 80001, 80004],
  params: z.object({
    /** The ids of the nodes to read, at most 50. */
    ids: list(filledText, { split: true, maximum: limits.batchCallsMax }),
  }),
  result: z.record(z.string(), z.unknown()),
  run({ params, asynchronous, refuse }) {
    // A request of an asynchronous batch stores the answer of one call.
    if (asynchronous) return refuse(100, 'A request of an asynchronous batch cannot read several ids')
    return params.ids.length > 0 ? {} : refuse(100, 'Param ids must have at least 1 item, got 0')
  },
})
