import { isDeepStrictEqual } from 'node:util'
import type { CallOutcome } from '../../src/service/typed-call.ts'
/** What a model says that a command comes to: a refusal, or an answer and what it changes in the model. */
export type Expected =
  | { readonly refused: number; readonly subcode?: number }
  | { readonly value?: unknown; readonly after?: (answer: Record<string, unknown>) => void }

/** What a command came to. Links and addresses that no model knows are beside the value. */
export interface Came {
  readonly refused?: number
  readonly subcode?: number
  readonly value?: unknown
  readonly answer: Record<string, unknown>
}

/** An outcome, its value read in a manner that leaves out what no model knows. */
export function cameOf(
  outcome: CallOutcome<unknown>,
  read: (answer: Record<string, unknown>) => Omit<Came, 'answer'> & { answer?: Came['answer'] } = () => ({}),
): Came {
  if (!outcome.ok) {
    const { code, subcode } = outcome.error
    return { refused: code, ...(subcode !== undefined && { subcode }), answer: {} }
  }
  const answer = outcome.value as Record<string, unknown>
  return { answer, ...read(answer) }
}

/** Whether the world came to what the model says; throws with both if not. Then the model changes too. */
function agree(command: { readonly kind: string }, expected: Expected, came: Came): void {
  const { answer, ...seen } = came
  const said = 'refused' in expected ? expected : 'value' in expected ? { value: expected.value } : {}
  const compared = 'value' in said || 'refused' in said || 'refused' in seen ? seen : {}
  if (!isDeepStrictEqual(compared, said)) {
    const text = [command, { model: said }, { world: compared }].map((one) => JSON.stringify(one))
    throw new Error(`The world and the model part:\n${text.join('\n')}`)
  }
  if ('after' in expected) expected.after?.(answer)
}

/** How often the commands of each kind succeeded and were refused, and how long the sequences were. */
export function countOf() {
  const kinds: Record<string, { succeeded: number; refused: number }> = {}
  const count = { sequences: 0, commands: 0, longest: 0 }
  return {
    kinds,
    count,
    /** Plays a sequence on both sides, which have to agree; a command with nothing to act on is passed over. */
    play<C extends { readonly kind: string }>(
      commands: readonly C[],
      both: (command: C) => readonly [Expected, Came] | undefined,
    ) {
      for (const command of commands) {
        const pair = both(command)
        if (!pair) continue
        const [expected, came] = pair
        agree(command, expected, came)
        const of = kinds[command.kind] ?? { succeeded: 0, refused: 0 }
        of[came.refused === undefined ? 'succeeded' : 'refused'] += 1
        kinds[command.kind] = of
      }
      count.sequences += 1
      count.commands += commands.length
      count.longest = Math.max(count.longest, commands.length)
    },
    /** The kinds that succeeded or were refused too rarely to say something; some cannot be refused. */
    rare: (least: { succeeded: number; refused: number }, unrefused: readonly string[]) =>
      Object.entries(kinds).filter(
        ([kind, { succeeded, refused }]) =>
          succeeded < least.succeeded || (refused < least.refused && !unrefused.includes(kind)),
      ),
  }
}
