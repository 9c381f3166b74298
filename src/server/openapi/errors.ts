import { type ErrorCode, meaningOf } from '../../service/contract/errors.ts'
import { transientCodes } from '../../service/contract/transient.ts'
import type { JsonSchema } from './json-schema.ts'

/** The schema of the body of every error (ERR-001, ERR-026). */
export const errorSchema: JsonSchema = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      description: 'What was wrong.',
      properties: {
        message: {
          type: 'string',
          description: 'The error in words. Most messages begin with the code, such as `(#100)`.',
        },
        type: { type: 'string', description: 'The kind of the error, such as `OAuthException`.' },
        code: { type: 'integer', description: 'The code of the error.' },
        error_subcode: { type: 'integer', description: 'The subcode, if the code has several reasons.' },
        is_transient: { type: 'boolean', description: 'The same call may succeed later.' },
        fbtrace_id: { type: 'string', description: 'The id of the answer.' },
      },
      required: ['message', 'type', 'code', 'fbtrace_id'],
    },
  },
  required: ['error'],
}

const ascending = (codes: Iterable<ErrorCode>): readonly ErrorCode[] => [...codes].sort((a, b) => a - b)

/** The name of the response with these codes. */
export const errorAnswerName = (codes: Iterable<ErrorCode>): string => `Error_${ascending(codes).join('_')}`

/** The response of operations that answer these codes. Fault rules can inject the transient codes too. */
export function errorAnswer(codes: Iterable<ErrorCode>): object {
  const own = ascending(codes)
  const code = { type: 'integer', enum: [...own, ...transientCodes] }
  return {
    description: [
      ...own.map((one) => `${one}: ${meaningOf(one)}.`),
      `Only fault rules answer ${transientCodes.join(', ')}.`,
    ].join('\n'),
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Error' },
            { type: 'object', properties: { error: { type: 'object', properties: { code } } } },
          ],
        },
      },
    },
  }
}
