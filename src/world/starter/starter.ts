import { beginHistory } from '../../engine/state/history.ts'
import { isSameJson } from '../../engine/values/canonical.ts'
import { isTokenText, tokenTextForm } from '../../service/caller/token-text.ts'
import { shown } from '../../service/values/scalars.ts'
import type { Handle } from '../handle/handle.ts'
import { checkNames } from '../handle/known-names.ts'
import { snapshotOf } from './beginning.ts'
import { starterState } from './kept-starters.ts'
import {
  type Starter,
  type StarterOptions,
  starterNames,
  starterOptionNames,
  starterTokenNames,
} from './starter-names.ts'
import { withStarter } from './starter-set-up.ts'

const isStarter = (names: unknown): names is Starter =>
  typeof names === 'object' && names !== null && starterNames.every((name) => Object.hasOwn(names, name))

/** Returns the ids and tokens of the starter world, if `starter()` was called. */
export function starterIn({ state }: Handle): Starter | undefined {
  const names = state.ledger.notes.starter
  return isStarter(names) ? names : undefined
}

/** Throws a TypeError that names the first chosen text which cannot be that of a token. */
function checkTokens(tokens: StarterOptions['tokens']): void {
  if (tokens === undefined) return
  checkNames('The option starter.tokens', 'option', tokens, [...starterTokenNames])
  const names = new Map<unknown, string>()
  for (const [name, text] of Object.entries(tokens)) {
    const member = `The option starter.tokens.${name}`
    if (!isTokenText(text)) throw new TypeError(`${member} must be ${tokenTextForm}`)
    const other = names.get(text)
    if (other !== undefined) throw new TypeError(`${member} must be another text than that of ${other}`)
    names.set(text, name)
  }
}

const withoutOptions = { publications: true, leadFields: [], tokens: {}, business: false, instagram: false }

/**
 * Throws a RangeError that names the first option which differs from those of the starter that the world has.
 * A world of a snapshot has the names alone, and takes any.
 */
function checkSameOptions({ base }: Handle, options: StarterOptions): void {
  if (!base?.starter) return
  const made = { ...withoutOptions, ...base.starter }
  for (const name of starterOptionNames) {
    const given = options[name]
    if (given === undefined || isSameJson(made[name], given)) continue
    throw new RangeError(
      `starter() got the option ${name} as ${shown(given)}, but this world has a starter with ` +
        `${shown(made[name])}: leave the option out, or create a new world`,
    )
  }
}

/**
 * Creates one object of each kind, with tokens, in the five minutes before the world begins. It must be the
 * first change of the world, and `reset` returns to the state after it. A second call returns the same names.
 */
export function makeStarter(handle: Handle, options: StarterOptions = {}): Starter {
  checkNames('starter', 'option', options, [...starterOptionNames])
  const known = starterIn(handle)
  if (known) {
    checkSameOptions(handle, options)
    return known
  }
  if (handle.state.ledger.sequence > 0) {
    throw new RangeError(
      'starter() must be the first change of a world, but this one has taken inputs: create a new world',
    )
  }
  checkTokens(options.tokens)
  const { publications = true, leadFields = [], tokens, business, instagram } = options
  const recorded = {
    publications,
    ...(leadFields.length > 0 && { leadFields: [...leadFields] }),
    ...(tokens && Object.keys(tokens).length > 0 && { tokens: { ...tokens } }),
    ...(business && { business }),
    ...(instagram && { instagram }),
  }
  const base = handle.base && { ...handle.base, starter: recorded }
  const state = base
    ? starterState(handle.registry, base, () => handle.state)
    : withStarter(handle.state, recorded)
  Object.assign(handle, {
    state,
    baseline: state,
    baselineBase: base,
    base,
    history: handle.history && beginHistory(state, handle.history.bounds),
  } satisfies Partial<Handle>)
  handle.record?.({ reset: snapshotOf(state) })
  const starter = starterIn(handle)
  if (!starter) throw new Error('The set-up of the starter world names nothing')
  return starter
}
