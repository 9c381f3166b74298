import { type CallError, invalidParameter } from '../../service/contract/errors.ts'

/** The error of a batch within a batch, synchronous or asynchronous. */
export const nestedBatchError: CallError = invalidParameter('Batches cannot be nested')
