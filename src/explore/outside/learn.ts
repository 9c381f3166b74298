import { errorMessage } from '../../engine/values/error-message.ts'
import { waysOf } from '../report/judge/compared.ts'
import { learn } from '../report/judge/expectation.ts'
import type { Exploration } from '../report/judge/exploration.ts'
import { steady, unsteadyIn, unsteadyNotes } from '../report/judge/steady.ts'
import type { FactRule } from '../run/calls/fact-rules.ts'
import { WrongInput } from '../run/options/wrong-input.ts'
import { factsFor, materialOf } from '../search/generate/environment.ts'
import { type Material, makers } from '../search/generate/harms.ts'
import { type Played, playStory } from '../search/play/play.ts'
import type { StoryStep } from '../search/story/story.ts'
import { openedCommand } from './command-player.ts'
import { serverSteps } from './sweep.ts'

/** Throws if the first run shows that nothing can be explored: it has no faults and no facts. */
function checkFirst({ run }: Played, { setup }: Exploration): void {
  const { name, words, config, warnings } = openedCommand(setup.options)
  const command = words.join(' ')
  if (run.stop?.oracle === 'never ended')
    throw new WrongInput(
      `explore: ${run.stop.message} although nothing went wrong: a command with every must end by itself. ` +
        "If it only takes long, raise endsWithin, such as endsWithin: '2m'",
    )
  if (run.stop) throw new WrongInput(`explore: ${run.stop.message}`)
  const failed = run.invocations.find(({ error }) => error !== undefined)
  if (failed)
    throw new WrongInput(
      `explore: ${failed.id} (${command}) failed although nothing went wrong: ` +
        `${errorMessage(failed.error?.thrown)}. Run it by hand, with the variables of npx fauxgraph proxy, ` +
        'and check command, folder and env',
    )
  const refused = [...run.noticesRefused.entries()][0]
  if (refused && run.calls.length === 0)
    throw new WrongInput(
      `explore: ${name} (${command}) answered a notice with ${refused[0]}` +
        `${refused[0] === 503 ? ', or did not answer it,' : ''} although nothing went wrong: ` +
        `check server.webhook, which is ${config.server?.webhook}, ` +
        'and that it accepts the signature of the secret names.appSecret',
    )
  if (run.calls.length > 0 || run.noticed.size > 0) return
  throw new WrongInput(
    `explore: ${name} (${command}) never called the world: ` +
      [waysOf(config.server, false), ...warnings].join('; '),
  )
}

/** Says how two baseline runs of the same facts differ; undefined if they do not. */
function differenceOf(one: Played, other: Played): string | undefined {
  const calls = ({ run }: Played) => run.sites.map(({ at }) => at)
  const [left, right] = [calls(one), calls(other)]
  const place = left.findIndex((at, index) => at !== right[index])
  if (left.length !== right.length)
    return (
      `one made ${left.length} calls, the other ${right.length}; first other than before: ` +
      `${right[place < 0 ? left.length : place] ?? left[place]}`
    )
  if (place >= 0) return `call ${place + 1} is ${left[place]} in one, ${right[place]} in the other`
  const held = ({ ending }: Played) =>
    JSON.stringify([
      Object.values(ending?.mirrors ?? {}).map((entries) => entries.toSorted()),
      ending?.made.toSorted(),
    ])
  return held(one) === held(other) ? undefined : 'they do not end alike: a mirror or the world differs'
}

/** Learns what a command calls, and what its mirrors hold if nothing goes wrong. */
export async function learnCommand(
  exploration: Exploration,
): Promise<{ readonly material: Material; readonly profile: Played }> {
  const { setup, warnings } = exploration
  const { name, port } = openedCommand(setup.options)
  const acts: StoryStep[] = port === undefined ? [{ do: 'job', job: name }] : []
  const stepsWith = (rules: readonly FactRule[]): StoryStep[] => [
    ...makers(rules).map(({ kind }): StoryStep => ({ do: 'fact', kind })),
    ...acts,
  ]
  const first = await playStory(setup, { steps: acts, marks: [] })
  // A server calls nothing before something happens.
  const known = port === undefined ? [] : factsFor(setup, first)
  const look = known.length === 0 ? first : await playStory(setup, { steps: stepsWith(known), marks: [] })
  checkFirst(look, exploration)
  const facts = factsFor(setup, look)
  // Every process can be told to stop.
  const material = { ...materialOf(setup, { look, facts }), stops: true }
  const steps = port === undefined ? stepsWith(facts) : serverSteps(stepsWith(facts))
  const profile = await playStory(setup, { steps, marks: [] })
  const again = await playStory(setup, { steps, marks: [] })
  const unsteady = unsteadyIn(profile, again)
  exploration.unsteady = unsteady
  for (const note of unsteadyNotes(unsteady)) warnings.add(note)
  const difference = differenceOf(steady(profile, unsteady), steady(again, unsteady))
  if (difference !== undefined)
    warnings.add(`two baseline runs differ: ${difference}. A story may show its failure only at times`)
  exploration.expectation = learn(steady(profile, unsteady))
  return { material, profile }
}
